import { z } from 'zod'
import {
  approve,
  choose,
  heading,
  openRequest,
  placeOf,
  returnAddress,
  send,
  share,
  startAfresh,
  toBank,
  typeCode,
  write,
} from './consent-steps'
import {
  bankCalls,
  clearStage,
  expect,
  expectAccessible,
  expectSettled,
  forgetCalls,
  stage,
  test,
  words,
} from './support'

/* Every way in which a request to share, or to take back, can end, as its page says it. */

const { en } = words
const { authorization } = en

test.use({ locale: 'en-GB' })

test('taken by the bank in part: which part is shared, and which the bank did not accept', async ({
  page,
}) => {
  await startAfresh(page, 'giulia')
  await page.goto('/consents/new')
  const deposit = await placeOf(page, /deposit/i)
  await choose(page, en, [deposit], ['ACCOUNT_INFO', 'PAYMENTS'])
  await send(page, en)
  await toBank(page)
  await approve(page)
  await expect(heading(page)).toHaveText(authorization.done.partly)
  await expect(page.getByText(authorization.outcome.notAccepted)).toHaveCount(1)
  await expect(page.getByText(authorization.outcome.shared, { exact: true })).toHaveCount(1)
  await expect(page.getByText(authorization.outcome.notShared, { exact: true })).toHaveCount(1)
  await expectSettled(page)
  await expectAccessible(page)

  // One of two accounts does not allow it: the bank takes it for neither, and that may be the reason.
  await choose(page, en, [0, deposit], ['ACCOUNT_INFO', 'PAYMENTS'])
  await send(page, en)
  await toBank(page)
  await approve(page)
  await expect(heading(page)).toHaveText(authorization.done.partly)
  await expect(page.getByText(authorization.outcome.notAcceptedTogether)).toHaveCount(1)
  await expect(page.getByText(authorization.outcome.notShared, { exact: true })).toHaveCount(2)

  // What is left is chosen already; without the account that does not allow it, the bank takes it.
  await page.getByRole('link', { name: authorization.chooseRest }).click()
  await expect(page.getByRole('checkbox', { checked: true })).toHaveCount(3)
  const accounts = page.getByRole('group', { name: en.shareForm.accounts })
  await accounts.getByRole('checkbox').nth(deposit).uncheck()
  await send(page, en)
  await toBank(page)
  await approve(page)
  await expect(heading(page)).toHaveText(authorization.done.shared)
})

test('accepted by the bank in no part: ends at once, without a redirect', async ({ page }) => {
  await startAfresh(page, 'giulia')
  await page.goto('/consents/new')
  await choose(page, en, [await placeOf(page, /deposit/i)], ['PAYMENTS'])
  await send(page, en)
  await expect(heading(page)).toHaveText(authorization.nothing.consent_grant)
  await expect(page.getByText(authorization.why.nothing_accepted)).toBeVisible()
  await expectSettled(page)
  await expectAccessible(page)
  // The one way on leads to the same choice, to be changed.
  await page.getByRole('link', { name: authorization.tryAgain }).click()
  await expect(page.getByRole('checkbox', { checked: true })).toHaveCount(2)
})

test('an account that is closed is the reason, and the accounts say so', async ({ page }) => {
  await startAfresh(page, 'ludovica')
  await choose(page, en, [0])
  await page.getByRole('button', { name: en.shareForm.all }).click()
  await send(page, en)
  await expect(heading(page)).toHaveText(authorization.nothing.consent_grant)
  const closed = 'Vecchio conto di via Manin'
  await expect(page.getByText(authorization.closedNamed.replace('{name}', closed))).toBeVisible()
  await expectSettled(page)
  // The others are chosen already, and “Choose all” leaves it out too.
  await page.getByRole('link', { name: authorization.tryAgain }).click()
  const accounts = page.getByRole('group', { name: en.shareForm.accounts })
  await expect(accounts.getByRole('checkbox', { checked: true })).toHaveCount(2)
  await page.getByRole('button', { name: en.shareForm.all }).click()
  await expect(accounts.getByRole('checkbox', { name: closed })).not.toBeChecked()
  await expect(accounts.getByRole('checkbox', { checked: true })).toHaveCount(2)
})

const refusedAtOnce = [
  ['a refusal of the bank', { fault: 'special-characters', operation: 'consent-request' }, 'bank_refused'],
  [
    'a way to approve that nobody knows',
    { fault: 'unknown-enum', operation: 'sca-approach' },
    'approach_unsupported',
  ],
] as const

for (const [what, { fault, operation }, reason] of refusedAtOnce) {
  test(`${what}: nothing was shared, and why`, async ({ page }) => {
    await startAfresh(page, 'matteo')
    await stage({ fault, match: { operation } })
    await choose(page, en, [0])
    await send(page, en)
    await expect(heading(page)).toHaveText(authorization.nothing.consent_grant)
    await expect(page.getByText(authorization.why[reason])).toBeVisible()
    await expectSettled(page)
    await expectAccessible(page)
  })
}

test('not decided in time: the bank lets it lapse, and nothing was shared', async ({ page }) => {
  await startAfresh(page, 'matteo')
  await openRequest(page)
  await toBank(page)
  await page.getByRole('button', { name: 'Let it expire' }).click()
  await page.waitForURL(/authorizations\/[\w-]+$/)
  await expect(heading(page)).toHaveText(authorization.nothing.consent_grant)
  await expect(page.getByText(authorization.why.expired)).toBeVisible()
  await expectSettled(page)
  await expectAccessible(page)
})

test('taking back, refused at the bank: it stays shared, and the page says so', async ({ page }) => {
  await startAfresh(page, 'matteo')
  const [name = ''] = await share(page, 'matteo', [0])
  await page.goto('/consents/take-back')
  await send(page, en)
  await expect(heading(page)).toHaveText(authorization.handOver.consent_revoke)
  await expectAccessible(page)
  await toBank(page)
  await page.getByRole('button', { name: 'Refuse' }).click()
  await page.waitForURL(/authorizations\/[\w-]+$/)
  await expect(heading(page)).toHaveText(authorization.nothing.consent_revoke)
  await expect(page.getByText(authorization.why.refused)).toBeVisible()
  await expectSettled(page)
  await page.getByRole('link', { name: authorization.openConsents }).click()
  await expect(
    page.getByRole('link', { name: en.consents.takeBackAccount.replace('{name}', name) }),
  ).toBeVisible()
})

test('SCA-3: approved in a browser that is not signed in, which learns nothing; the page that waits moves on', async ({
  browser,
  page,
}) => {
  await startAfresh(page, 'matteo')
  await openRequest(page)
  const address = await page.getByRole('link', { name: /^Continue to/ }).getAttribute('href')

  const elsewhere = await (await browser.newContext({ locale: 'en-GB' })).newPage()
  await elsewhere.goto(address ?? '')
  await elsewhere.getByRole('button', { name: /Matteo/ }).click()
  await typeCode(elsewhere)
  await elsewhere.getByRole('button', { name: 'Approve' }).click()
  await elsewhere.waitForURL('**/authorizations/returned')
  await expect(heading(elsewhere)).toHaveText(en.returned.title)
  await expect(elsewhere.locator('body')).not.toContainText(/Matteo|IT\d\d|authorizations\//)
  await expectSettled(elsewhere)
  await elsewhere.context().close()

  await page.bringToFront()
  await expect(heading(page)).toHaveText(authorization.done.shared)
})

test('the bank does not bring the customer back: the request waits under Accounts, and the bank still knows', async ({
  page,
}) => {
  await startAfresh(page, 'matteo')
  await openRequest(page)
  await stage({ fault: 'lost-callback' })
  await toBank(page)
  await typeCode(page)
  await page.getByRole('button', { name: 'Approve' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()

  await page.goto('/accounts')
  await expect(page.getByText(en.sharing.openTitle)).toBeVisible()
  await page.getByRole('link', { name: en.sharing.goOn }).click()
  await expect(heading(page)).toHaveText(authorization.handOver.consent_grant)
  await clearStage()
  await toBank(page)
  await page.getByRole('link', { name: /^(Back to|Return to|Continue)/ }).click()
  await expect(heading(page)).toHaveText(authorization.done.shared)
  await expectSettled(page)
})

test('SCA-2: back without having decided: nothing is believed, it waits, and can be dropped', async ({
  page,
}) => {
  await startAfresh(page, 'matteo')
  await forgetCalls()
  await openRequest(page)
  const run = page.url()
  await page.goto(`${await returnAddress()}?status=ok`)
  expect(page.url()).toBe(run)
  await expect(heading(page)).toHaveText(authorization.returned)
  await expectAccessible(page)
  await page.getByRole('button', { name: en.run.drop }).click()
  await expect(heading(page)).toHaveText(authorization.nothing.consent_grant)
  await expect(page.getByText(authorization.why.abandoned)).toBeVisible()
  await expectSettled(page)
})

test('SCA-5: pressed twice, and Back after it was approved: one request, and the page says what became of it', async ({
  page,
}) => {
  await startAfresh(page, 'matteo')
  await choose(page, en, [0])
  await forgetCalls()
  await page.getByRole('button', { name: en.shareForm.submit }).dblclick()
  await page.waitForURL(/authorizations\/[\w-]+$/)
  expect((await bankCalls()).filter((call) => /consent\/request$/.test(call))).toHaveLength(1)
  await toBank(page)
  await approve(page)
  await expect(heading(page)).toHaveText(authorization.done.shared)
  // To the bank's page, which has been decided on, and to where the bank was left for.
  await page.goBack()
  await page.goBack()
  await expect(heading(page)).toHaveText(authorization.done.shared)
  expect((await bankCalls()).filter((call) => /\/confirm$/.test(call))).toHaveLength(1)
})

test('the form of a request that ended, sent again with another choice, is a separate request', async ({
  page,
}) => {
  await startAfresh(page, 'niccolo')
  await choose(page, en, [0])
  // A copy of this tab sent it first, with another choice, and dropped it.
  const [, formToken] = /"formToken\\?":\\?"([\w-]+)/.exec(await page.content()) ?? []
  const other = page.getByRole('group', { name: en.shareForm.accounts }).getByRole('checkbox').nth(1)
  const scopes = [{ category: 'ACCOUNT_INFO', productIds: [await other.inputValue()] }]
  const begun = await write(page, '/api/consents/grant', { formToken, scopes })
  const { authorization: first } = z
    .object({ authorization: z.object({ authorizationId: z.string() }) })
    .parse(await begun.json())
  await write(page, `/api/authorizations/${first.authorizationId}/abandon`, {})

  await page.getByRole('button', { name: en.shareForm.submit }).click()
  await expect(page.getByRole('alert').filter({ hasText: en.begin.conflictTitle })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('link', { name: en.begin.see }).click()
  await expect(page.getByText(authorization.why.abandoned)).toBeVisible()
})
