import type { CallSettings } from '../../bank'
import { type FaultEffect, type FaultRow, operationIs } from './effect'

function tokenForm(form: CallSettings['tokenForm']): Pick<FaultRow, 'effect' | 'at'> {
  return { at: operationIs('token'), effect: { kind: 'settings', settings: { tokenForm: form } } }
}

function certificateForm(form: CallSettings['certificateForm']): FaultEffect {
  return { kind: 'settings', settings: { certificateForm: form } }
}

/** The bank does otherwise than usual, by the interface or against it. */
export const behaviourFaults = {
  'partial-consent': {
    about: 'a consent request has no effect for `category` (the last that it names)',
    at: operationIs('consent-request'),
    effect: { kind: 'behaviour' },
  },
  'lost-callback': {
    about: 'after SCA the browser is not sent back to the application',
    effect: { kind: 'page', page: 'sca' },
  },
  'token-envelope': { about: 'tokens inside the envelope', ...tokenForm('envelope') },
  'token-302': { about: 'tokens in the Location of a 302', ...tokenForm('redirect-302') },
  'token-307': { about: 'token endpoint answers 307', ...tokenForm('redirect-307') },
  'certificate-pem-escaped': {
    about: 'SVC-Certificate as PEM with \\n',
    effect: certificateForm('pem-escaped'),
  },
  'certificate-pem-blanks': {
    about: 'SVC-Certificate as PEM with blanks',
    effect: certificateForm('pem-blanks'),
  },
  'certificate-pem-url-encoded': {
    about: 'SVC-Certificate as URL-encoded PEM',
    effect: certificateForm('pem-url-encoded'),
  },
} as const satisfies Record<string, FaultRow>
