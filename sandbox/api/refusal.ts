import type { HeaderLine } from '../http/message'
import type { Language } from './language'

/**
 * Every refusal of the API: its HTTP status, its code, and its text. The spec fixes TPP_SIGN_VFY, CUSTOMER_SCA_EXPIRED
 * and ARC04 and leaves the others "not shown": those are this bank's own.
 */
export const refusals = {
  TPP_CERT_MISSING: [403, 'A client certificate is required', 'È richiesto un certificato client'],
  TPP_CERT_UNTRUSTED: [
    403,
    'The client certificate is not trusted',
    'Il certificato client non è attendibile',
  ],
  TPP_CERT_NOT_QWAC: [
    403,
    'The client certificate is not a qualified website certificate',
    'Il certificato client non è un certificato qualificato di sito web',
  ],
  TPP_CERT_NOT_PSD2: [
    403,
    'The client certificate carries no valid PSD2 statement',
    'Il certificato client non contiene una dichiarazione PSD2 valida',
  ],
  TPP_NOT_REGISTERED: [
    403,
    'The provider or its certificate is not in the register',
    'Il prestatore o il suo certificato non è nel registro',
  ],
  TPP_APP_FOREIGN: [
    403,
    'The application belongs to another provider',
    "L'applicazione appartiene a un altro prestatore",
  ],
  TPP_SEAL_EXPIRED: [
    403,
    'The seal certificate is out of its validity',
    'Il certificato di sigillo è fuori dal suo periodo di validità',
  ],
  TPP_ROLE_MISSING: [
    403,
    'The role of the provider does not allow this call',
    'Il ruolo del prestatore non consente questa chiamata',
  ],
  TPP_SIGN_VFY: [
    412,
    'Request signature verification failed',
    'Verifica della firma della richiesta non riuscita',
  ],
  HEADER_MISSING: [417, 'A required header is missing', "Manca un'intestazione obbligatoria"],
  HEADER_REPEATED: [417, 'A header is given more than once', "Un'intestazione è presente più di una volta"],
  HEADER_INVALID: [417, 'A header is not valid', "Un'intestazione non è valida"],
  DATE_SKEW: [
    417,
    'The request date is too far from now',
    'La data della richiesta è troppo lontana da adesso',
  ],
  BODY_NOT_ALLOWED: [417, 'This method carries no body', 'Questo metodo non prevede un corpo'],
  REQUEST_ID_REUSED: [
    417,
    'The request id was used before',
    "L'identificativo della richiesta è già stato usato",
  ],
  FIELD_INVALID: [417, 'A field is not valid', 'Un campo non è valido'],
  BODY_TOO_LARGE: [413, 'The request body is too large', 'Il corpo della richiesta è troppo grande'],
  NOT_FOUND: [404, 'There is nothing at this address', 'A questo indirizzo non c’è nulla'],
  METHOD_NOT_ALLOWED: [405, 'The method is not allowed here', 'Il metodo non è consentito qui'],
  TOKEN_MISSING: [401, 'A security token is required', 'È richiesto un token di sicurezza'],
  TOKEN_INVALID: [401, 'The security token passed is not valid', 'Il token di sicurezza non è valido'],
  CUSTOMER_NOT_ALLOWED: [
    403,
    'The security token does not open this customer',
    'Il token di sicurezza non dà accesso a questo cliente',
  ],
  CUSTOMER_ONLINE_ONLY: [
    403,
    'This call needs the customer online',
    'Questa chiamata richiede la presenza del cliente',
  ],
  BODY_UNREADABLE: [400, 'The request body is not JSON', 'Il corpo della richiesta non è JSON'],
  STEP_NOT_ALLOWED: [
    400,
    'This step does not fit the state of the operation',
    "Questo passo non è coerente con lo stato dell'operazione",
  ],
  SCA_NOT_AUTHORIZED: [
    403,
    'The customer has not authorized the operation',
    "Il cliente non ha autorizzato l'operazione",
  ],
  CONSENT_MISSING: [
    403,
    'The customer has not consented to this call',
    'Il cliente non ha dato il consenso a questa chiamata',
  ],
  CUSTOMER_SCA_EXPIRED: [
    403,
    'The customer has not authenticated in the last 90 days',
    'Il cliente non si autentica da oltre 90 giorni',
  ],
  PSD2_SCA_REQUIRED: [
    403,
    'The customer must authenticate for this call',
    'Il cliente deve autenticarsi per questa chiamata',
  ],
  RESOURCE_UNKNOWN: [
    412,
    'There is no such operation, or it is over',
    "L'operazione non esiste o è conclusa",
  ],
  CONSENT_UNKNOWN: [412, 'There is no such consent to take back', 'Non esiste un consenso da revocare'],
  AMOUNT_NOT_AVAILABLE: [
    412,
    'The amount is not available on the account',
    "L'importo non è disponibile sul conto",
  ],
  SWIFT_CONTRACT_MISSING: [
    412,
    'The contract for transfers abroad has not been signed',
    'Il contratto per i bonifici esteri non è stato firmato',
  ],
  CATEGORY_NOT_ALLOWED: [
    417,
    'The product does not allow this category',
    'Il prodotto non consente questa categoria',
  ],
  REDIRECT_URI_NOT_REGISTERED: [
    417,
    'The return address is not registered for the application',
    "L'indirizzo di ritorno non è registrato per l'applicazione",
  ],
  LIMIT_EXCEEDED: [
    420,
    'The number of calls allowed for now is used up',
    'Il numero di chiamate consentite per ora è esaurito',
  ],
  CHARACTER_NOT_ALLOWED: [
    422,
    'The request contains a character that is not allowed',
    'La richiesta contiene un carattere non consentito',
  ],
  ARC04: [500, 'Invalid productId specified', 'Invalid productId specified'],
  INTERNAL: [500, 'Generic server error', 'Errore generico del server'],
} as const satisfies Record<string, readonly [status: number, en: string, it: string]>

export type RefusalCode = keyof typeof refusals

export function refusalText(code: RefusalCode, language: Language): string {
  const [, en, it] = refusals[code]
  return language === 'it' ? it : en
}

/**
 * A call is refused. `detail` is told to the caller (a header's or field's name, never its value), and so is the
 * `resourceId` of what the customer must do first; `reason` goes to the journal alone.
 */
export class ApiRefusal extends Error {
  readonly status: number

  constructor(
    readonly code: RefusalCode,
    readonly told: { detail?: string; headers?: readonly HeaderLine[]; resourceId?: string } = {},
    readonly reason = told.detail ?? '',
  ) {
    super(code)
    this.status = refusals[code][0]
  }
}
