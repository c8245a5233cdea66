import { z } from 'zod'
import { approachCall, confirmCall, consentCall } from '@/tests/integration/sandbox/consent-journey'
import { type Browser, createBrowser, refusalOf } from '@/tests/integration/sandbox/journey'
import type { RawAnswer, RawCall } from '@/tests/integration/sandbox/raw-client'
import { fieldsOfForm, openScaPage } from '@/tests/integration/sandbox/sca'
import { executeCall, payees, stepCall, verifyCall } from '@/tests/integration/sandbox/transfer-journey'
import { transferMark } from './audit'
import type { Observed } from './linearize'
import type { Caller } from './model'
import type { Step, StepOf } from './steps'
import { type Person, type Provider, tokenOf, type World } from './world'

/** Does steps at the bank and writes down what was seen. One for each round. */
export type Stage = {
  observed: Observed[]
  /** The outcome; what the answer named is in the step that was observed. */
  perform(step: Exclude<Step, { do: 'look' | 'decide' | 'take back' }>): Promise<Done>
  /** The customer's part of SCA, in a browser of its own: looks, logs in, decides. */
  decide(scaRedirectUrl: string, step: StepOf<'decide'>, person: Person): Promise<void>
  takeBack(step: StepOf<'take back'>, person: Person): Promise<void>
}

type Seen = Done & { step: Step }

export type Done = { outcome: string; resourceId: string | null; scaRedirectUrl: string | null }

/** `DD/MM/YYYY` of the day that transfers are carried out. */
export function createStage(world: World, executionDate: string): Stage {
  const observed: Observed[] = []
  let moments = 0
  const observe = async <T extends { outcome: string | null; step: Step }>(doing: () => Promise<T>) => {
    const sent = moments++
    const done = await doing()
    const { outcome, step } = done
    // null: the bank had forgotten the login, and nothing was done
    if (outcome !== null) observed.push({ step, outcome, sent, answered: moments++ })
    return done
  }
  return {
    observed,
    perform: async (step) => {
      const { outcome, resourceId, scaRedirectUrl } = await observe(() =>
        step.do === 'move clock' ? moveClock(world, step) : callOnce(world, step, executionDate),
      )
      return { outcome, resourceId, scaRedirectUrl }
    },
    decide: async (scaRedirectUrl, step, person) => {
      const browser = createBrowser()
      let page = ''
      await observe(async () => {
        const answer = await browser.get(scaRedirectUrl)
        page = await answer.text()
        const look: Step = { do: 'look', resourceId: step.resourceId }
        return { step: look, outcome: answer.status === 410 ? 'gone' : isOpen(page) ? 'open' : 'closed' }
      })
      const form = isOpen(page) && fieldsOfForm(await openScaPage(browser, scaRedirectUrl, person), '/sca')
      if (form) await observe(() => postDecision(browser, scaRedirectUrl, form, step, person))
    },
    takeBack: async (step, person) => {
      const browser = createBrowser()
      const csrf = await logInAtBank(browser, world.bank.pagesUrl, person)
      if (csrf !== null) await observe(() => postRevocation(browser, world.bank.pagesUrl, csrf, step, person))
    },
  }
}

function isOpen(page: string): boolean {
  return fieldsOfForm(page, '/sca') !== null || fieldsOfForm(page, '/sca/login') !== null
}

async function postDecision(
  browser: Browser,
  scaRedirectUrl: string,
  form: Record<string, string>,
  step: StepOf<'decide'>,
  person: Person,
) {
  const isWrong = step.decision === 'wrong-code'
  const answer = await browser.post(new URL('/sca', scaRedirectUrl).href, {
    ...form,
    code: isWrong ? '000001' : person.oneTimeCode,
    decision: isWrong ? 'approve' : step.decision,
  })
  const location = answer.headers.get('location') ?? ''
  const led = location.includes('/api/sca/callback/')
    ? 'recorded'
    : location.endsWith('&wrong=1')
      ? 'wrong'
      : null
  const outcomes: Record<number, string | null> = { 303: led, 409: 'over', 410: 'gone' }
  const outcome = answer.status in outcomes ? (outcomes[answer.status] ?? null) : `page ${answer.status}`
  await answer.text()
  return { step, outcome }
}

/** The token of the forms that this login may post. */
async function logInAtBank(browser: Browser, pagesUrl: string, { username }: Person): Promise<string | null> {
  const login = fieldsOfForm(await (await browser.get(`${pagesUrl}/my`)).text(), '/my/login')
  await (await browser.post(`${pagesUrl}/my/login`, { ...login, pick: username })).text()
  const page = await (await browser.get(`${pagesUrl}/my`)).text()
  return fieldsOfForm(page, '/my/log-out')?.csrf ?? null
}

async function postRevocation(
  browser: Browser,
  pagesUrl: string,
  csrf: string,
  step: StepOf<'take back'>,
  { oneTimeCode }: Person,
) {
  const [one] = step.asked
  const [product = ''] = one?.products ?? []
  const answer = await browser.post(`${pagesUrl}/my/revoke`, {
    csrf,
    tpp: step.tpp,
    category: one?.name ?? '',
    product,
    code: oneTimeCode,
  })
  await answer.text()
  const isDone = answer.status === 303 && answer.headers.get('location')?.startsWith('/my/revoke')
  return { step, outcome: isDone ? 'done' : answer.status === 303 ? null : `page ${answer.status}` }
}

async function moveClock({ bank }: World, step: StepOf<'move clock'>): Promise<Seen> {
  const answer = await fetch(`${bank.controlUrl}/clock`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ moveSeconds: step.milliseconds / 1000 }),
  })
  await answer.text()
  return {
    step,
    outcome: answer.ok ? 'moved' : `clock ${answer.status}`,
    resourceId: null,
    scaRedirectUrl: null,
  }
}

type CallStep = Exclude<Step, { do: 'look' | 'decide' | 'take back' | 'move clock' }>

const content = z.object({
  data: z.object({
    scaRedirectURL: z.url().optional(),
    authorizationStatus: z.string().optional(),
    categories: z.array(z.object({ name: z.string(), products: z.array(z.string()) })).optional(),
    categoriesOutcome: z.array(z.object({ outcome: z.boolean() })).optional(),
    products: z.array(z.object({ accountId: z.string() })).optional(),
    accountBalance: z.object({ amount: z.string() }).optional(),
    availableBalance: z.object({ amount: z.string() }).optional(),
  }),
  resources: z.object({ resourceId: z.uuid() }).optional(),
})

async function callOnce(world: World, step: CallStep, executionDate: string): Promise<Seen> {
  const provider = world.providers.find(({ tpp }) => tpp === step.caller.tpp)
  if (!provider) throw new Error('a step of no provider')
  const call = callOf(provider, step, executionDate)
  const answer = await world.send(provider, asCaller(provider, step.caller, call))
  const parsed = answer.status === 200 ? content.parse(answer.json()) : null
  const resourceId = parsed?.resources?.resourceId ?? null
  const isNew = step.do === 'ask' || step.do === 'verify'
  return {
    step: isNew && resourceId !== null ? { ...step, created: resourceId } : step,
    outcome: outcomeOf(step, answer, parsed?.data),
    resourceId,
    scaRedirectUrl: parsed?.data.scaRedirectURL ?? null,
  }
}

function asCaller(provider: Provider, { token }: Caller, call: RawCall): RawCall {
  if (token !== null) return { ...call, token: tokenOf(provider, token) }
  const keyId = provider.kit.applications.client_credentials.name
  return { ...call, token: provider.batch, signed: { keyId } }
}

/** The token is put in afterwards. */
function callOf({ kit }: Provider, step: CallStep, executionDate: string): RawCall {
  const customer = 'customerId' in step ? `/private/customers/${step.customerId}` : ''
  switch (step.do) {
    case 'accounts':
    case 'products':
      return { path: `${customer}/${step.do}` }
    case 'list':
      return { path: `${customer}/consent/list` }
    case 'balance':
      return { path: `${customer}/products/${step.productId}/balance/retrieve` }
    case 'movements':
      return { path: `${customer}/products/${step.productId}/transactions/retrieve` }
    case 'ask':
      return consentCall(
        '',
        step.customerId,
        step.asked.map(({ name, products }) => ({ name, products: [...products] })),
        step.change,
      )
    case 'approach':
      return approachCall(kit, '', step.resourceId)
    case 'status':
      return { path: `/private/operations/${step.resourceId}/status` }
    case 'confirm':
      return confirmCall('', step.customerId, step.resourceId, step.change)
    case 'verify':
      return verifyCall(
        { ...step, token: '', productId: step.order.productId },
        transferData(step, executionDate),
      )
    case 'verify1':
      return stepCall({ ...step, token: '' }, step.resourceId, address)
    case 'execute':
      return executeCall({ ...step, token: '' }, step.resourceId)
  }
}

const address = { beneficiaryAddress: 'Bahnhofstrasse 1', beneficiaryTown: 'Zuerich' }

function transferData({ order, iban }: StepOf<'verify'>, executionDate: string): object {
  const digits = order.cents.toString().padStart(3, '0')
  return {
    moneyTransferAmount: { currency: 'EUR', amount: `${digits.slice(0, -2)}.${digits.slice(-2)}` },
    flagUrgency: false,
    type: 'SEPA',
    moneyTransferExecutionDate: executionDate,
    ibanBeneficiary: iban,
    beneficiaryName: 'Chi Riceve',
    description: transferMark,
  }
}

export const payeesElsewhere = { plain: payees.otherBank, withAddress: payees.swiss }

/** As the model writes it: status, then code and detail of a refusal or what was read. */
function outcomeOf(
  step: CallStep,
  answer: RawAnswer,
  data: z.infer<typeof content>['data'] | undefined,
): string {
  if (!data) return refusalOf(answer)
  const cents = (amount: { amount: string } | undefined) => BigInt((amount?.amount ?? '').replace('.', ''))
  switch (step.do) {
    case 'list': {
      const granted = (data.categories ?? []).flatMap(({ name, products }) =>
        products.map((id) => `${name} ${id}`),
      )
      return `200 ${granted.sort().join()}`
    }
    case 'products':
      return `200 ${(data.products ?? [])
        .map(({ accountId }) => accountId)
        .sort()
        .join()}`
    case 'balance':
      return `200 ${cents(data.accountBalance)} ${cents(data.availableBalance)}`
    case 'ask':
      return `200 ${(data.categoriesOutcome ?? []).map(({ outcome }) => outcome).join()}`
    case 'status':
      return `200 ${data.authorizationStatus}`
    default:
      return '200'
  }
}
