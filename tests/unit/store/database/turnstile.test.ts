import { describe, expect, it } from 'vitest'
import { createTurnstile } from '@/lib/store/database/turnstile'

describe('the turnstile', () => {
  /** Work that ends when it is told to. */
  function held() {
    let finish = () => {}
    const isOver = new Promise<void>((resolve) => {
      finish = resolve
    })
    return { isOver, finish }
  }

  it('lets callers take turns, so that a busy one does not delay the others', async () => {
    const turnstile = createTurnstile(1, 60_000)
    const first = held()
    const order: string[] = []
    const ask = (asker: string, number: number) =>
      turnstile('movements.search', asker, async () => void order.push(`${asker}${number}`))
    const all = [
      turnstile('movements.search', 'a', () => first.isOver),
      ...[1, 2, 3, 4].map((number) => ask('a', number)),
      ...[1, 2].map((number) => ask('b', number)),
      ask('c', 1),
    ]
    first.finish()
    await Promise.all(all)
    expect(order).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'a3', 'a4'])
  })

  it('takes those who gave up out of the line, and lets the others in', async () => {
    const turnstile = createTurnstile(1, 20)
    const first = held()
    const inside = turnstile('movements.search', 'a', () => first.isOver)
    const refused = ['a', 'a', 'b'].map((asker) => turnstile('movements.search', asker, async () => asker))
    for (const { status } of await Promise.allSettled(refused)) expect(status).toBe('rejected')
    first.finish()
    await inside
    expect(await turnstile('movements.search', 'b', async () => 'in')).toBe('in')
  })

  it('lets the next one in after one that failed', async () => {
    const turnstile = createTurnstile(1, 60_000)
    const failing = turnstile('movements.search', 'a', () => Promise.reject(new Error('no')))
    const next = turnstile('movements.search', 'a', async () => 'in')
    await expect(failing).rejects.toThrow('no')
    expect(await next).toBe('in')
  })
})
