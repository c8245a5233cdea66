import type { FaultRow } from './effect'
import * as wire from './wire'

/** The answer is right, and is delivered badly. */
export const deliveryFaults = {
  slow: { about: 'waits `delayMs` (3 s), then answers', effect: { kind: 'wire', write: wire.slow } },
  'slow-body': { about: 'body in ten pieces over `delayMs`', effect: { kind: 'wire', write: wire.slowBody } },
  'stalled-body': {
    about: 'half of the body, then silence',
    effect: { kind: 'wire', write: wire.stalledBody },
  },
  'reset-after-request': {
    about: 'connection cut once the request is read; nothing is done',
    effect: { kind: 'drop' },
  },
  'reset-before-headers': {
    about: 'the call is carried out, its answer lost',
    effect: { kind: 'wire', write: wire.resetBeforeHeaders },
  },
  'execute-answer-lost': {
    about: 'an operation is executed, its answer lost',
    at: ({ operation }) => operation.endsWith('-execute'),
    effect: { kind: 'wire', write: wire.resetBeforeHeaders },
  },
  'reset-after-headers': {
    about: 'connection cut after headers and `bytes` (half) of the body',
    effect: { kind: 'wire', write: wire.resetAfterHeaders },
  },
} as const satisfies Record<string, FaultRow>
