import { readFile } from 'node:fs/promises'
import { parse } from 'csv-parse/sync'
import type { BrowserContext, Page } from 'playwright/test'
import { z } from 'zod'
import { bankDay } from '@/lib/domain/days/bank-day'
import { sumDecimals } from '@/lib/domain/money/decimal'
import { formatSigned } from '@/lib/ui/format/money'
import { movements, open, upToDate } from './account-steps'
import { rowsOf, share, startAfresh } from './consent-steps'
import { expect, expectAccessible, test, words } from './support'

/* What leaves the page of an account: files and paper. And the page itself where the clocks are others. */

const { en } = words
const rows = z.array(z.record(z.string(), z.string()))

/** Presses the link of a file; what the browser saved of it. */
async function saved(page: Page, name: string): Promise<{ name: string; text: string }> {
  const download = page.waitForEvent('download')
  await page
    .getByRole('listitem')
    .getByRole('link', { name: new RegExp(`^${name}`) })
    .click()
  const file = await download
  expect(await file.failure()).toBeNull()
  return { name: file.suggestedFilename(), text: await readFile(await file.path(), 'utf8') }
}

type Amount = { amount: string; status: string }

/** The same sentence as above the list, made of what a file has. */
function foundIn(amounts: readonly Amount[]): string {
  const booked = amounts.filter(({ status }) => status === 'booked')
  const sum = sumDecimals(booked.map(({ amount }) => amount))
  const apart = amounts.length - booked.length
  return [
    `${amounts.length.toLocaleString('en')} movements, ${formatSigned({ amount: sum, currency: 'EUR' }, 'en')}`,
    ...(apart === 0 ? [] : [`${apart} of them waits to be booked and is not in the sum`]),
  ].join(' · ')
}

test.describe('files', () => {
  test.use({ locale: 'en-GB' })

  test('of each kind are saved from the menu, with as many movements and the same sum as the page says', async ({
    page,
  }) => {
    test.setTimeout(240_000)
    const address = await open(page, en, 'zenobia')
    await page.goto(`${address}?text=pos`)
    const said = (await page.locator('#movements-found').textContent()) ?? ''
    expect(said).toMatch(/^[\d,]+ movements/)
    const menu = page.getByRole('button', { name: en.exports.open, exact: true })
    await menu.focus()
    await page.keyboard.press('Enter')
    const panel = page.getByRole('region', { name: en.exports.title })
    await expect(panel).toBeVisible()
    await expectAccessible(page)

    const csv = await saved(page, en.exports.name.csv)
    expect(csv.name).toMatch(/\.csv$/)
    const inCsv = rows.parse(parse(csv.text, { columns: true }))
    const found = inCsv.map((row) => ({ amount: row.Amount ?? '', status: row.Status ?? '' }))
    expect(foundIn(found)).toBe(said)

    const italian = await saved(page, en.exports.name.spreadsheet)
    const inItalian = rows.parse(parse(italian.text, { columns: true, bom: true, delimiter: ';' }))
    expect(
      foundIn(
        inItalian.map((row) => ({
          amount: (row.Importo ?? '').replace(',', '.'),
          status: row.Stato === 'contabilizzato' ? 'booked' : 'pending',
        })),
      ),
    ).toBe(said)

    const booked = foundIn(found.filter(({ status }) => status === 'booked'))
    const camt = await saved(page, 'camt.053')
    expect(camt.name).toMatch(/\.xml$/)
    const entries = [...camt.text.matchAll(/<Ntry>.*?<Amt Ccy="EUR">(.*?)<\/Amt><CdtDbtInd>(\w+)</gs)]
    expect(foundIn(entries.map(([, amount = '', sign]) => bookedAs(amount, sign === 'DBIT')))).toBe(booked)
    const ofx = await saved(page, 'OFX')
    expect(ofx.name).toMatch(/\.ofx$/)
    const transactions = [...ofx.text.matchAll(/<TRNAMT>(.*?)<\/TRNAMT>/g)]
    expect(foundIn(transactions.map(([, amount = '']) => bookedAs(amount, false)))).toBe(booked)

    await expect(panel).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(panel).toBeHidden()
    await expect(menu).toBeFocused()
  })

  test('of nothing are not offered: a search that finds nothing', async ({ page }) => {
    const address = await open(page, en, 'zenobia')
    await page.goto(`${address}?text=zzzz`)
    const menu = page.getByRole('button', { name: en.exports.open, exact: true })
    await expect(page.getByText(en.exports.nothing)).toBeVisible()
    await expect(menu).toBeDisabled()
    await expectAccessible(page)
  })

  test('of nothing are not offered: an account without a movement', async ({ page }) => {
    await startAfresh(page, 'matteo')
    const [unused = ''] = await share(page, 'matteo', [1])
    await page.goto('/accounts')
    await rowsOf(page, en).getByRole('link', { name: unused, exact: true }).click()
    await expect(page.getByRole('heading', { name: en.movements.none })).toBeVisible()
    await expect(page.getByText(en.exports.nothingYet)).toBeVisible()
    await expect(page.getByRole('button', { name: en.exports.open, exact: true })).toBeDisabled()
  })
})

function bookedAs(amount: string, isOut: boolean): Amount {
  return { amount: isOut ? `-${amount}` : amount, status: 'booked' }
}

test('on paper there is the moment of the figures, and no age that is wrong tomorrow', async ({ page }) => {
  const address = await open(page, en, 'matteo')
  for (const path of [address, '/accounts', '/consents', '/settings']) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await page.emulateMedia({ media: 'print' })
    // biome-ignore lint/performance/useDomNodeTextContent: only what is on the paper.
    await expect.poll(() => page.evaluate(() => document.body.innerText)).not.toMatch(/ ago\b|just now/)
    await expect(page.getByText(/^(Updated|Last used) \d+ \w+ \d{4}, \d\d:\d\d$/).first()).toBeVisible()
    await page.emulateMedia({ media: null })
  }
})

test('on paper a choice of transactions names its filters whole, and nothing on it can be pressed', async ({
  page,
}) => {
  await page.addInitScript(() => {
    window.print = () => document.body.setAttribute('data-printed', '')
  })
  const address = await open(page, en, 'matteo')
  const longWords = 'CARTA '.repeat(20).trim()
  const choices: Record<'text', string>[] = [
    { text: 'CARTA', ...{ from: '2026-01-01' } },
    { text: longWords },
  ]
  for (const query of choices) {
    await page.goto(`${address}?${new URLSearchParams(query)}`)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await page.emulateMedia({ media: 'print' })
    // biome-ignore lint/performance/useDomNodeTextContent: only what is on the paper.
    await expect.poll(() => page.evaluate(() => document.body.innerText)).toContain(en.print.choice)
    await expect(page.getByText(/[×›]/).filter({ visible: true })).toHaveCount(0)
    const filter = page.getByText(`“${query.text}”`)
    expect(await filter.evaluate((chip) => chip.scrollWidth <= chip.clientWidth)).toBe(true)
    await page.emulateMedia({ media: null })
  }
  await page.goto(address)
  await page.getByRole('button', { name: en.exports.open, exact: true }).click()
  await page.getByRole('button', { name: en.exports.print, exact: true }).click()
  await expect(page.locator('body[data-printed]')).toHaveCount(1)
})

test('DAT-1: in a browser in Tokyo, with the server in New York, the page says what it says in Rome', async ({
  page,
  browser,
}) => {
  test.setTimeout(240_000)
  const address = await open(page, en, 'matteo')
  const storageState = await page.context().storageState()
  let day: string
  let texts: string[]
  do {
    // Once more where midnight passes in Rome: then "Today" is another day for those who look later.
    day = bankDay(new Date())
    texts = []
    for (const timezoneId of ['Europe/Rome', 'Asia/Tokyo', 'Pacific/Pago_Pago']) {
      const context = await browser.newContext({ timezoneId, locale: 'en-GB', storageState })
      texts.push(await textIn(context, timezoneId, address))
      await context.close()
    }
  } while (day !== bankDay(new Date()))
  expect(texts[0]).toMatch(
    /Yesterday|Today|\d (January|February|March|April|May|June|July|August|September|October|November|December)/,
  )
  expect(texts[1]).toBe(texts[0])
  expect(texts[2]).toBe(texts[0])
})

/** What a browser in a time zone shows of an account and of one of its movements, without ages. */
async function textIn(context: BrowserContext, timezoneId: string, address: string): Promise<string> {
  const there = await context.newPage()
  const wrong: string[] = []
  // Hydration that does not fit is an error here.
  there.on('pageerror', (error) => wrong.push(error.message))
  there.on('console', (message) => {
    if (message.type() === 'error') wrong.push(message.text())
  })
  await there.goto(address)
  await upToDate(there, en)
  await movements(there, en).first().click()
  await expect(there.getByRole('dialog')).toBeVisible()
  // biome-ignore lint/performance/useDomNodeTextContent: only what can be read.
  const text = await there.evaluate(() => document.querySelector('main')?.innerText ?? '')
  await there.goto('/accounts')
  await expect(there.getByRole('heading', { name: en.latest.title })).toBeVisible()
  expect([timezoneId, wrong]).toEqual([timezoneId, []])
  return text.replace(/^.*\b(ago|just now)\b.*$/gm, '')
}
