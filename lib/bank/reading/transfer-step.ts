import { bankLimits } from '@/lib/domain/bank-limits'
import { type Links, type LinkTarget, pathUnderBase, resolveLink } from './hal'

/**
 * What `_links.next` of a transaction resource asks for (spec.md "Other rules", generic payment pattern). Plain data,
 * to be stored with the transfer and handed back; the address in it is the bank's and is checked again before use.
 */
export type TransferStep = ExecuteStep | VerifyStep | UnknownStep

export type ExecuteStep = { kind: 'execute'; resourceId: string; path: string }

/** More data, with `PUT .../{resourceId}/verify<N>`. */
export type VerifyStep = { kind: 'verify'; resourceId: string; number: number; path: string }

/** No `next`, or one that this client does not know: stop, for executing would skip what the bank asks for. */
export type UnknownStep = { kind: 'unknown' }

type Base = { origin: string; path: string }

/**
 * Reads the next step of a resource.
 * @param after number of the `verify<N>` that was answered, 0 for the first verify: a step must go forward
 * @throws ProtocolFault link_refused
 */
export function readTransferStep(
  links: Links | undefined,
  resourceId: string,
  after: number,
  base: Base,
): TransferStep {
  const next = resolveLink(links, 'next', base)
  if (next?.method !== 'PUT' || next.path.length > bankLimits.path) return { kind: 'unknown' }
  const name = stepName(next, resourceId)
  if (name === 'execute') return { kind: 'execute', resourceId, path: next.path }
  const number = Number(/^verify([1-9]\d{0,2})$/.exec(name ?? '')?.[1] ?? 0)
  return number > after ? { kind: 'verify', resourceId, number, path: next.path } : { kind: 'unknown' }
}

/**
 * The request target of a step that was stored.
 * @throws TypeError when it does not lead to that step of that resource under the base address
 */
export function stepPath(step: ExecuteStep | VerifyStep, base: Base): string {
  const expected = step.kind === 'execute' ? 'execute' : `verify${step.number}`
  if (stepName(step, step.resourceId) !== expected || !isUnderBase(step.path, base)) {
    throw new TypeError('step.path does not lead to that step')
  }
  return step.path
}

/** @throws TypeError naming the parameter */
export function checkedPath(path: string, base: Base, parameter: string): string {
  if (!isUnderBase(path, base)) throw new TypeError(`${parameter} is not under the bank's base address`)
  return path
}

function isUnderBase(path: string, base: Base): boolean {
  try {
    return pathUnderBase(base.origin + path, base) === path
  } catch {
    return false
  }
}

/** The last segment of `…/{resourceId}/{name}`; undefined for another resource, or with a query. */
function stepName({ path }: Pick<LinkTarget, 'path'>, resourceId: string): string | undefined {
  const [name, id] = path.split('/').reverse()
  return id?.toLowerCase() === resourceId.toLowerCase() ? name : undefined
}
