import {
  type Asked,
  balanceOf,
  batchRefusal,
  type Caller,
  decided,
  finishRefusal,
  granted,
  grantedTo,
  isGranted,
  knownResource,
  liveResource,
  type ModelSettings,
  type ModelState,
  newResource,
  type Order,
  opens,
  refused,
  type Seen,
  statusOf,
  takenBack,
  withResource,
  withTransfer,
} from './model'

/** One call or click. `customerId` and `productId` are those of the address; `created` is what the answer named. */
export type Step =
  | { do: 'accounts' | 'list' | 'products'; caller: Caller; customerId: string }
  | { do: 'balance' | 'movements'; caller: Caller; customerId: string; productId: string }
  | {
      do: 'ask'
      caller: Caller
      customerId: string
      change: 'request' | 'revoke'
      asked: Asked
      created?: string
    }
  | { do: 'approach' | 'status'; caller: Caller; resourceId: string }
  | { do: 'look'; resourceId: string }
  | { do: 'decide'; resourceId: string; decision: 'approve' | 'refuse' | 'expire' | 'wrong-code' }
  | { do: 'confirm'; caller: Caller; customerId: string; change: 'request' | 'revoke'; resourceId: string }
  | { do: 'verify'; caller: Caller; customerId: string; order: Order; iban: string; created?: string }
  | {
      do: 'verify1' | 'execute'
      caller: Caller
      customerId: string
      productId: string
      resourceId: string
    }
  | { do: 'take back'; tpp: string; customerId: string; asked: Asked }
  | { do: 'move clock'; milliseconds: number }

export type StepOf<Name extends Step['do']> = Step & { do: Name }

const unknownResource = '412 RESOURCE_UNKNOWN'
const unknownProduct = '500 ARC04'

/** What this step answers in this state, and what it leaves behind. */
export function apply(state: ModelState, step: Step, settings: ModelSettings): Seen {
  switch (step.do) {
    case 'accounts':
    case 'list':
    case 'products':
      return inquireCustomer(state, step, settings)
    case 'balance':
    case 'movements':
      return inquireProduct(state, step, settings)
    case 'ask':
      return ask(state, step)
    case 'approach':
      return approach(state, step, settings)
    case 'status': {
      const resource = knownResource(state, step.caller, step.resourceId, settings)
      return refused(state, resource ? `200 ${statusOf(state, resource, settings)}` : unknownResource)
    }
    case 'look': {
      const resource = liveResource(state, step.resourceId, settings)
      if (!resource) return refused(state, 'gone')
      return refused(state, statusOf(state, resource, settings) === 'PENDING' ? 'open' : 'closed')
    }
    case 'decide':
      return decided(state, step.resourceId, step.decision, settings)
    case 'confirm':
      return confirm(state, step, settings)
    case 'verify':
      return verify(state, step, settings)
    case 'verify1':
      return verify1(state, step, settings)
    case 'execute':
      return execute(state, step, settings)
    case 'take back':
      return { outcome: 'done', state: takenBack(state, step, step.asked, state.now) }
    case 'move clock':
      return { outcome: 'moved', state: { ...state, now: state.now + step.milliseconds } }
  }
}

function inquireCustomer(
  state: ModelState,
  { do: what, caller, customerId }: StepOf<'accounts' | 'list' | 'products'>,
  settings: ModelSettings,
): Seen {
  if (!opens(state, caller, customerId)) return refused(state, '403 CUSTOMER_NOT_ALLOWED')
  const inForce = grantedTo(state, caller.tpp, customerId)
  if (what === 'list') return refused(state, `200 ${inForce.join()}`)
  const readable = inForce.filter((key) => key.startsWith('ACCOUNT_INFO ')).map((key) => key.slice(13))
  if (what === 'products' && readable.length === 0) return refused(state, '403 CONSENT_MISSING ACCOUNT_INFO')
  const batch = batchRefusal(state, caller, customerId, settings)
  if ('refusal' in batch) return refused(state, batch.refusal)
  return { outcome: what === 'products' ? `200 ${readable.join()}` : '200', state: batch.state }
}

function inquireProduct(
  state: ModelState,
  { do: what, caller, customerId, productId }: StepOf<'balance' | 'movements'>,
  settings: ModelSettings,
): Seen {
  if (!opens(state, caller, customerId)) return refused(state, '403 CUSTOMER_NOT_ALLOWED')
  if (!settings.owns(customerId, productId)) return refused(state, unknownProduct)
  if (!isGranted(state, caller.tpp, customerId, 'ACCOUNT_INFO', productId)) {
    return refused(state, '403 CONSENT_MISSING ACCOUNT_INFO')
  }
  const batch = batchRefusal(state, caller, customerId, settings)
  if ('refusal' in batch) return refused(state, batch.refusal)
  const { booked, available } = balanceOf(state, productId)
  return { outcome: what === 'balance' ? `200 ${booked} ${available}` : '200', state: batch.state }
}

/** All products here permit what they are asked for; a revocation is about what is granted. */
function ask(state: ModelState, step: StepOf<'ask'>): Seen {
  const { caller, customerId, change, asked, created } = step
  if (!opens(state, caller, customerId)) return refused(state, '403 CUSTOMER_NOT_ALLOWED')
  const judged = asked.map(({ name, products }) => ({
    name,
    products: products.filter(
      (productId) => change === 'request' || isGranted(state, caller.tpp, customerId, name, productId),
    ),
  }))
  const effective = judged.filter(({ products }) => products.length > 0)
  if (effective.length === 0) return refused(state, '412 CONSENT_UNKNOWN')
  const outcome = `200 ${judged.map(({ products }) => products.length > 0).join()}`
  if (created === undefined) return refused(state, outcome)
  const resource = newResource(state, { tpp: caller.tpp, customerId }, { kind: change, asked: effective })
  return { outcome, state: withResource(state, created, resource) }
}

function approach(state: ModelState, step: StepOf<'approach' | 'status'>, settings: ModelSettings): Seen {
  const resource = knownResource(state, step.caller, step.resourceId, settings)
  if (!resource) return refused(state, unknownResource)
  const { subject, finishedAt, approachAt } = resource
  if (finishedAt !== null) return refused(state, '400 STEP_NOT_ALLOWED FINISHED')
  if (approachAt !== null) return refused(state, '400 STEP_NOT_ALLOWED SCA_STARTED')
  if (subject.kind === 'transfer' && subject.stepsDone < subject.order.stepsNeeded) {
    return refused(state, '400 STEP_NOT_ALLOWED STEP_MISSING')
  }
  return {
    outcome: '200',
    state: withResource(state, step.resourceId, { ...resource, approachAt: state.now }),
  }
}

function confirm(state: ModelState, step: StepOf<'confirm'>, settings: ModelSettings): Seen {
  const { caller, customerId, change, resourceId } = step
  if (!opens(state, caller, customerId)) return refused(state, '403 CUSTOMER_NOT_ALLOWED')
  const resource = knownResource(state, caller, resourceId, settings)
  if (!resource || resource.customerId !== customerId || resource.subject.kind !== change) {
    return refused(state, unknownResource)
  }
  const refusal = finishRefusal(state, resource, settings)
  if (refusal) return refused(state, refusal)
  const finished = withResource(state, resourceId, { ...resource, finishedAt: state.now })
  const { asked } = resource.subject
  const decidedAt = resource.decision?.at ?? state.now
  const after =
    change === 'request'
      ? granted(finished, resource, asked)
      : takenBack(finished, resource, asked, decidedAt)
  return { outcome: '200', state: after }
}

function paymentRefusal(
  state: ModelState,
  { caller, customerId }: StepOf<'verify' | 'execute' | 'verify1'>,
  productId: string,
  settings: ModelSettings,
): string | null {
  if (!opens(state, caller, customerId)) return '403 CUSTOMER_NOT_ALLOWED'
  if (!settings.owns(customerId, productId)) return unknownProduct
  const mayPay = isGranted(state, caller.tpp, customerId, 'PAYMENTS', productId)
  return mayPay ? null : '403 CONSENT_MISSING PAYMENTS'
}

function fundsRefusal(state: ModelState, { productId, cents, feeCents }: Order): string | null {
  const enough = balanceOf(state, productId).available >= cents + feeCents
  return enough ? null : '412 AMOUNT_NOT_AVAILABLE moneyTransferAmount.amount'
}

function verify(state: ModelState, step: StepOf<'verify'>, settings: ModelSettings): Seen {
  const { caller, customerId, order, created } = step
  const refusal = paymentRefusal(state, step, order.productId, settings) ?? fundsRefusal(state, order)
  if (refusal) return refused(state, refusal)
  if (created === undefined) return refused(state, '200')
  const subject = { kind: 'transfer', order, stepsDone: 0 } as const
  const resource = newResource(state, { tpp: caller.tpp, customerId }, subject)
  return { outcome: '200', state: withResource(state, created, resource) }
}

/** The transfer of the address, on its account. */
function transferOf(state: ModelState, step: StepOf<'verify1' | 'execute'>, settings: ModelSettings) {
  const resource = knownResource(state, step.caller, step.resourceId, settings)
  if (resource?.customerId !== step.customerId || resource.subject.kind !== 'transfer') return undefined
  const { subject } = resource
  return subject.order.productId === step.productId ? { resource, subject } : undefined
}

function verify1(state: ModelState, step: StepOf<'verify1' | 'execute'>, settings: ModelSettings): Seen {
  const refusal = paymentRefusal(state, step, step.productId, settings)
  if (refusal) return refused(state, refusal)
  const found = transferOf(state, step, settings)
  if (!found) return refused(state, unknownResource)
  const { resource, subject } = found
  if (resource.finishedAt !== null) return refused(state, '400 STEP_NOT_ALLOWED FINISHED')
  if (resource.approachAt !== null) return refused(state, '400 STEP_NOT_ALLOWED SCA_STARTED')
  if (subject.stepsDone >= subject.order.stepsNeeded) {
    return refused(state, '400 STEP_NOT_ALLOWED STEP_UNEXPECTED')
  }
  const extended = { ...resource, subject: { ...subject, stepsDone: 1 } }
  return { outcome: '200', state: withResource(state, step.resourceId, extended) }
}

function execute(state: ModelState, step: StepOf<'verify1' | 'execute'>, settings: ModelSettings): Seen {
  const refusal = paymentRefusal(state, step, step.productId, settings)
  if (refusal) return refused(state, refusal)
  const found = transferOf(state, step, settings)
  if (!found) return refused(state, unknownResource)
  const { resource, subject } = found
  const standing = finishRefusal(state, resource, settings) ?? fundsRefusal(state, subject.order)
  if (standing) return refused(state, standing)
  const finished = withResource(state, step.resourceId, { ...resource, finishedAt: state.now })
  return { outcome: '200', state: withTransfer(finished, subject.order, settings) }
}
