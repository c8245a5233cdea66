import { parseHttpDate } from '../../http/http-date'
import { singleHeader } from '../../http/message'
import { sha256Digest } from '../../http/seal'
import type { Check } from '../call'
import { ApiRefusal } from '../refusal'

/** Nothing is read past the bound, and nothing unsigned is smuggled along on a GET. */
export const boundedBody: Check = {
  name: 'bounded body',
  run: ({ request }) => {
    if (request.bodyTooLarge) throw new ApiRefusal('BODY_TOO_LARGE', { headers: [['Connection', 'close']] })
    if (request.method === 'GET' && request.body.length > 0) throw new ApiRefusal('BODY_NOT_ALLOWED')
  },
}

/** Date within the permitted skew, either side. The spec leaves the skew "not shown". */
export const recentDate: Check = {
  name: 'recent date',
  run: ({ request, bank }) => {
    const date = parseHttpDate(singleHeader(request, 'Date') ?? '')
    const skewMs = Math.abs(bank.clock.wall().getTime() - (date?.getTime() ?? Number.NaN))
    if (!(skewMs <= bank.settings.maxSkewSeconds * 1000))
      throw new ApiRefusal('DATE_SKEW', { detail: 'Date' })
  },
}

/** Digest is that of the raw bytes received. A mismatch is a failed verification: the signature covers the Digest. */
export const bodyDigest: Check = {
  name: 'digest of the body',
  run: ({ request }) => {
    const digest = singleHeader(request, 'Digest')
    if (digest !== undefined && digest !== sha256Digest(request.body)) {
      throw new ApiRefusal('TPP_SIGN_VFY', {}, 'Digest is not that of the body')
    }
  },
}
