import { expect } from 'vitest'
import { GET as movementsRoute } from '@/app/api/accounts/[productId]/movements/route'
import { POST as refreshRoute } from '@/app/api/accounts/[productId]/refresh/route'
import type { MovementsPage, RefreshAnswer } from '@/lib/contracts/movements'
import type { TestApp } from './app'
import { at, change, productOf, scope, startAfresh } from './consent'

export const movementsOf = at(movementsRoute, productOf)
export const refreshOf = at(refreshRoute, productOf)

/** A customer who shares one account, and what they do with its movements. */
export async function shareAccount(app: TestApp, username: string, place = 0) {
  const { browser, customerId, products } = await startAfresh(app, username)
  const productId = products[place] ?? ''
  const done = await change(app, browser, username, 'grant', scope('ACCOUNT_INFO', productId))
  expect(done.state).toBe('done')
  app.sandbox.journal.clear()

  async function page(query = ''): Promise<MovementsPage> {
    const response = await browser.get(movementsOf, `/api/accounts/${productId}/movements${query}`)
    expect(response.status).toBe(200)
    return response.json()
  }

  /** Has the bank asked, and waits for what is read behind the answer. */
  async function reread(body: object = {}, id = productId): Promise<RefreshAnswer> {
    const response = await browser.post(refreshOf, `/api/accounts/${id}/refresh`, body)
    expect(response.status).toBe(200)
    const answer: RefreshAnswer = await response.json()
    await app.server.flows.background.settled()
    return answer
  }

  /** Every page, one after the other. */
  async function all(query = '?limit=200'): Promise<MovementsPage['movements']> {
    const movements: MovementsPage['movements'] = []
    let cursor: string | null = ''
    while (cursor !== null) {
      const next: MovementsPage = await page(`${query}${cursor && `&cursor=${cursor}`}`)
      movements.push(...next.movements)
      cursor = next.nextCursor
    }
    return movements
  }

  return { browser, customerId, productId, products, page, reread, all }
}
