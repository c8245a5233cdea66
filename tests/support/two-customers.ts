import { randomBytes } from 'node:crypto'
import { z } from 'zod'
import { type OwnIds, ownCalls } from './own-addresses'
import { type SeededRandom, seededRandom } from './random'
import { asRouterAsks, beginChange, finishChange, signIn, type Visitor } from './visitor'

/*
 * Two customers of one server at work at the same time, in random order, and whether anything of the one is in an
 * answer to the other.
 */

/** A customer of the sandbox at work in the app. */
export type Party = {
  username: string
  visitor: Visitor
  products: string[]
  authorizationId: string
  transferId: string
  /** What nobody else may read: ids, IBANs, what the bank says of the person. It only grows. */
  marks: Set<string>
}

type Answered = { reader: Party; what: string; path: string; text: string }

export type Report = { interleavings: number; answers: number; withOwnMarks: number; leaks: string[] }

const accountList = z.object({
  customer: z.string(),
  accounts: z.array(z.object({ productId: z.string(), iban: z.string() })),
})
const customerDetails = z.object({
  details: z.object({ fields: z.array(z.object({ value: z.unknown() })) }).nullable(),
})

/** Signs in, shares the first account, and leaves a second request at the bank. */
export async function startParty(username: string, visitor: Visitor): Promise<Party> {
  const party: Party = {
    ...{ username, visitor, products: [], authorizationId: '', transferId: '' },
    marks: new Set(),
  }
  await settleIn(party)
  return party
}

async function settleIn(party: Party): Promise<void> {
  const { visitor, username, marks } = party
  await signIn(visitor, username)
  const { customer, accounts } = accountList.parse(await (await visitor.get('/api/accounts')).json())
  party.products = accounts.map(({ productId }) => productId)
  for (const text of [customer, ...party.products, ...accounts.map(({ iban }) => iban)]) mark(marks, text)
  await change(party, 'grant', party.products[0] ?? '')
  await visitor.post(`/api/accounts/${party.products[0]}/refresh`, {})
  const { details } = customerDetails.parse(await (await visitor.get('/api/customer')).json())
  // A name or a town may be another's too; numbers and addresses of mail may not.
  for (const { value } of details?.fields ?? [])
    if (/\d.*\d|@/.test(String(value))) mark(marks, String(value))
  await leaveAtBank(party)
  await beginTransfer(party)
}

/** A draft, which says whom they mean to pay. */
async function beginTransfer(party: Party): Promise<void> {
  const payeeName = `Payee ${randomBytes(6).toString('hex')}`
  const texts = { payeeName, iban: '', amount: '1,00', currency: '', date: '', note: 'x' }
  const answer = await party.visitor.post('/api/transfers', {
    formToken: randomBytes(24).toString('base64url'),
    draft: { ...texts, productId: party.products[0], isUrgent: false },
  })
  party.transferId = z.object({ transferId: z.string() }).parse(await answer.json()).transferId
  for (const text of [party.transferId, payeeName]) mark(party.marks, text)
}

function mark(marks: Set<string>, text: string): void {
  if (text.length >= 8) marks.add(text)
}

async function change(party: Party, direction: 'grant' | 'revoke', productId: string): Promise<void> {
  const scopes = [{ category: 'ACCOUNT_INFO', productIds: [productId] }]
  const { authorization } = await beginChange(party.visitor, direction, scopes)
  mark(party.marks, authorization.authorizationId)
  const state = await finishChange(party.visitor, party.username, authorization)
  // One that was left at the bank for so long that it lapsed there stands in the way of the next.
  if (state === 'at_bank')
    await party.visitor.post(`/api/authorizations/${authorization.authorizationId}/abandon`, {})
}

async function leaveAtBank(party: Party): Promise<void> {
  const scopes = [{ category: 'PAYMENTS', productIds: [party.products[0] ?? ''] }]
  const { authorization } = await beginChange(party.visitor, 'grant', scopes)
  party.authorizationId = authorization.authorizationId
  for (const text of [authorization.authorizationId, authorization.bankUrl ?? '']) mark(party.marks, text)
}

/** A customer changes something, one thing at a time, while both read. */
const changes: Record<string, (party: Party) => Promise<unknown>> = {
  share: (party) => change(party, 'grant', party.products.at(-1) ?? ''),
  takeBack: (party) => change(party, 'revoke', party.products.at(-1) ?? ''),
  refresh: (party) => party.visitor.post(`/api/accounts/${party.products[0]}/refresh`, {}),
  drop: async (party) => {
    await party.visitor.post(`/api/authorizations/${party.authorizationId}/abandon`, {})
    await leaveAtBank(party)
  },
  forget: async (party) => {
    await party.visitor.post('/api/forget', { mode: 'after_revocation' })
    await party.visitor.post('/api/forget', { mode: 'here_only' })
    await settleIn(party)
  },
}

/**
 * Each interleaving is two or three requests of both at the same time, with their own ids and the other's; every
 * twentieth has a change of either customer beside it.
 * @param kinds what is read: in one process there are no pages
 */
export async function interleave(
  parties: readonly [Party, Party],
  options: { interleavings: number; seed: number; kinds: readonly ('page' | 'read')[]; changes: boolean },
): Promise<Report> {
  const any = seededRandom(options.seed)
  const answers: Answered[] = []
  for (let index = 0; index < options.interleavings; index += 1) {
    const reads = Array.from({ length: any.between(2, 3) }, (_, place) => {
      const reader = parties[place % 2 === 0 ? 0 : 1] ?? parties[0]
      return read(any, reader, any.pick(parties), options.kinds)
    })
    const works: Promise<unknown>[] = reads.map(async (asked) => answers.push(await asked))
    if (options.changes && any.chance(1 / 20)) {
      const name = any.chance(0.05) ? 'forget' : any.pick(['share', 'takeBack', 'refresh', 'refresh', 'drop'])
      works.push(changes[name]?.(any.pick(parties)) ?? Promise.resolve())
    }
    await Promise.all(works)
  }
  return reportOn(parties, answers, options.interleavings)
}

async function read(
  any: SeededRandom,
  reader: Party,
  owner: Party,
  kinds: readonly string[],
): Promise<Answered> {
  const { authorizationId, transferId } = owner
  const ids: OwnIds = { productId: any.pick(owner.products), authorizationId, transferId }
  const call = any.pick(ownCalls(ids).filter(({ kind }) => kinds.includes(kind)))
  const isByRouter = call.kind === 'page' && any.chance(0.5)
  const [address, headers] = isByRouter ? asRouterAsks(call.path) : [call.path]
  const response = await reader.visitor.get(address, headers)
  const text = `${[...response.headers].join('\n')}\n${await response.text()}`
  if (response.status >= 500) throw new Error(`${call.path} is answered ${response.status}`)
  return { reader, what: `${call.kind} ${call.pattern}`, path: call.path, text }
}

function reportOn(
  [one, other]: readonly [Party, Party],
  answers: readonly Answered[],
  interleavings: number,
): Report {
  const leaks: string[] = []
  let withOwnMarks = 0
  for (const { reader, what, path, text } of answers) {
    const [own, others] = reader === one ? [one.marks, other.marks] : [other.marks, one.marks]
    if ([...own].some((own) => text.includes(own))) withOwnMarks += 1
    for (const foreign of others) {
      // An id of the address that was asked for may come back in the answer; nothing was learned by that.
      if (own.has(foreign) || path.includes(foreign)) continue
      if (text.includes(foreign)) leaks.push(`${reader.username}: ${what}: ${foreign}`)
    }
  }
  return { interleavings, answers: answers.length, withOwnMarks, leaks }
}
