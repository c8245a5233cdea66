import { verify, X509Certificate } from 'node:crypto'
import type { Agent } from 'node:https'
import type { Kit } from '@/sandbox/kit'
import { refusalOf } from '@/tests/integration/sandbox/journey'
import {
  callBank,
  provenText,
  type RawAnswer,
  type RawCall,
  sealOf,
} from '@/tests/integration/sandbox/raw-client'

/** What must not be, has been; the message says what. */
export class Violation extends Error {}

/** One provider's calls, on connections that are kept, each answer proved to be the bank's before it counts. */
export type ProvenClient = {
  kit: Kit
  call(call: RawCall): Promise<RawAnswer>
  /** The answer of a call that must succeed. */
  succeed(call: RawCall): Promise<RawAnswer>
}

/** `onCall` learns of each call as it is sent. */
export function createProvenClient(kit: Kit, agent: Agent, onCall = () => {}): ProvenClient {
  const authority = new X509Certificate(kit.sealCa).publicKey
  let known = ''
  const requireSeal = (answer: RawAnswer) => {
    const text = answer.header('svc-certificate') ?? ''
    if (text !== known && !sealOf(answer).verify(authority))
      throw new Violation('a seal of another authority')
    known = text
    return sealOf(answer).publicKey
  }
  const call = async (wanted: RawCall) => {
    const answering = callBank(kit, wanted, agent)
    onCall()
    const answer = await answering
    const { text, signature } = provenText(kit, wanted, answer)
    if (!verify('sha256', text, requireSeal(answer), signature))
      throw new Violation('an answer is not sealed')
    return answer
  }
  return {
    kit,
    call,
    succeed: async (wanted) => {
      const answer = await call(wanted)
      if (answer.status !== 200) {
        throw new Violation(`${wanted.method ?? 'GET'} ${wanted.path} is answered ${refusalOf(answer)}`)
      }
      return answer
    },
  }
}
