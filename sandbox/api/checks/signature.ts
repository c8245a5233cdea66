import { verify } from 'node:crypto'
import { readCertificateHeader } from '../../http/certificate-header'
import { singleHeader } from '../../http/message'
import { readSignatureHeader, SignatureHeaderError } from '../../http/signature-header'
import { requestTargetLine, signingString } from '../../http/signing-string'
import { type Check, found } from '../call'
import { ApiRefusal } from '../refusal'

/** The four parameters, strictly; every defect is a failed verification. */
export const signatureParameters: Check = {
  name: 'signature parameters',
  run: (call) => {
    try {
      call.signature = readSignatureHeader(singleHeader(call.request, 'Signature') ?? '', call.request.method)
    } catch (error) {
      if (!(error instanceof SignatureHeaderError)) throw error
      throw new ApiRefusal('TPP_SIGN_VFY', {}, error.message)
    }
  },
}

/** keyId names an application of the provider at the other end of the connection. */
export const knownApplication: Check = {
  name: 'known application',
  run: (call) => {
    const application = call.bank.register.applicationByName(found(call.signature, 'signature').keyId)
    if (!application) throw new ApiRefusal('TPP_SIGN_VFY', {}, 'keyId names no application')
    if (application.tpp !== found(call.tpp, 'provider')) throw new ApiRefusal('TPP_APP_FOREIGN')
    call.application = application
  },
}

/** TPP-Certificate is the seal certificate registered for the application's provider. */
export const sealCertificate: Check = {
  name: 'seal certificate',
  run: ({ request, bank, application }) => {
    const header = singleHeader(request, 'TPP-Certificate') ?? ''
    const sent = readCertificateHeader(header, bank.settings.requestCertificateForm)
    if (!sent?.equals(found(application, 'application').tpp.seal.der)) {
      throw new ApiRefusal('TPP_SIGN_VFY', {}, 'TPP-Certificate is not the registered seal certificate')
    }
  },
}

/** The registered seal certificate is in time, as the certificate of the connection must be. */
export const sealCertificateInTime: Check = {
  name: 'seal certificate in time',
  run: ({ bank, application }) => {
    const { validFrom, validTo } = found(application, 'application').tpp.seal
    const now = bank.clock.wall()
    if (now < validFrom || now > validTo) throw new ApiRefusal('TPP_SEAL_EXPIRED', {}, 'out of its validity')
  },
}

/** The signature itself, over the request target exactly as received. */
export const requestSignature: Check = {
  name: 'request signature',
  run: ({ request, bank, signature, application }) => {
    const { headers, signature: bytes } = found(signature, 'signature')
    const target = requestTargetLine(request.method, request.target, bank.settings.requestTargetCase)
    const text = signingString(headers, target, request)
    if (!text) throw new ApiRefusal('TPP_SIGN_VFY', {}, 'a signed header is not in the request')
    const { publicKey } = found(application, 'application').tpp.seal
    // verifying RSA takes less than handing it to another thread
    if (!verify('sha256', text, publicKey, bytes)) {
      throw new ApiRefusal('TPP_SIGN_VFY', {}, 'signature does not fit')
    }
  },
}
