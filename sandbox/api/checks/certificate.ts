import { oids, organizationIdentifierForm } from '../../pki/oids'
import type { CertificateFacts } from '../../pki/read-certificate'
import { type Call, type Check, found } from '../call'
import { ApiRefusal } from '../refusal'

function presented({ peer }: Call): CertificateFacts {
  return found(peer.certificate ?? undefined, 'client certificate')
}

/** Mutual TLS: the client shows a certificate (spec, "Transport and message security" 1). */
export const clientCertificatePresented: Check = {
  name: 'client certificate presented',
  run: ({ peer }) => {
    if (!peer.certificate) throw new ApiRefusal('TPP_CERT_MISSING')
  },
}

/** The chain it sent ends at the one root trusted here, and it is in time. */
export const clientCertificateTrusted: Check = {
  name: 'client certificate trusted',
  run: (call) => {
    if (!call.peer.trusted)
      throw new ApiRefusal('TPP_CERT_UNTRUSTED', {}, call.peer.problem ?? 'not verified')
    const { validFrom, validTo } = presented(call).x509
    const now = call.bank.clock.wall().getTime()
    if (now < Date.parse(validFrom) || now > Date.parse(validTo)) {
      throw new ApiRefusal('TPP_CERT_UNTRUSTED', {}, 'out of its validity')
    }
  },
}

/** Qualified, and for web sites: a seal certificate may not open the connection. */
export const qualifiedWebCertificate: Check = {
  name: 'qualified website certificate',
  run: (call) => {
    const { qualified, uses, defects } = presented(call)
    if (!qualified || !uses.includes('web')) {
      throw new ApiRefusal(
        'TPP_CERT_NOT_QWAC',
        {},
        defects.join('; ') || `no QcCompliance or QcType ${oids.qcTypeWeb}`,
      )
    }
  },
}

/** Authorisation number and PSD2 statement are there, agree with each other, and name at least one role. */
export const psd2Statement: Check = {
  name: 'PSD2 statement',
  run: (call) => {
    const { organizationIdentifier, psd2, defects } = presented(call)
    const numbered = organizationIdentifierForm.test(organizationIdentifier ?? '')
    if (!psd2 || psd2.roles.length === 0 || !numbered || defects.length > 0) {
      throw new ApiRefusal('TPP_CERT_NOT_PSD2', {}, defects.join('; ') || 'statement or number missing')
    }
  },
}

/** The number is in the register with these roles, and the certificate is one that this sandbox published. */
export const registeredTpp: Check = {
  name: 'registered provider',
  run: (call) => {
    const { organizationIdentifier, psd2, x509 } = presented(call)
    const tpp = call.bank.register.tppByNumber(organizationIdentifier ?? '')
    if (!tpp) throw new ApiRefusal('TPP_NOT_REGISTERED', {}, 'number not in the register')
    if (!tpp.qwacFingerprints.has(x509.fingerprint256)) {
      throw new ApiRefusal('TPP_NOT_REGISTERED', {}, 'certificate not published for this provider')
    }
    if (psd2?.roles.some((role) => !tpp.roles.has(role))) {
      throw new ApiRefusal('TPP_NOT_REGISTERED', {}, 'certificate claims a role that the register lacks')
    }
    call.tpp = tpp
  },
}
