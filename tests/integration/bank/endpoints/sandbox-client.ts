import { randomUUID } from 'node:crypto'
import { type BankClientConfig, type BankExchange, createBankClient } from '@/lib/bank'
import { prepareSettings } from '@/lib/bank/settings'
import { createSealTrust } from '@/lib/bank/trust/seal-trust'
import { createApiCall } from '@/lib/bank/wire/api-call'
import { createExchange } from '@/lib/bank/wire/exchange'
import { createTransport } from '@/lib/bank/wire/transport'
import type { Kit } from '@/sandbox/kit'

/** What a TPP makes of the kit that the sandbox gives it. */
function configFrom(kit: Kit, overrides: Partial<BankClientConfig> = {}): BankClientConfig {
  return {
    baseUrl: kit.baseUrl,
    authorizeUrl: kit.authorizeUrl,
    tokenUrl: kit.tokenUrl,
    authorizeMode: 'signed',
    environment: 'sandbox',
    headerPrefix: kit.headerPrefix,
    requestTargetCase: 'lower',
    tlsCa: kit.tlsCa,
    sealCa: kit.sealCa,
    sealSubject: kit.sealSubject,
    qwac: { certificate: kit.qwac.cert, key: kit.qwac.key },
    qseal: { certificate: kit.qseal.cert, key: kit.qseal.key },
    application: kit.applications.authorization_code,
    batchApplication: kit.applications.client_credentials,
    ...overrides,
  }
}

export function clientOf(kit: Kit, overrides: Partial<BankClientConfig> = {}) {
  const exchanges: BankExchange[] = []
  const client = createBankClient(configFrom(kit, overrides), {
    now: () => new Date(),
    newId: randomUUID,
    observe: (exchange) => exchanges.push(exchange),
  })
  return { client, exchanges }
}

/** The way endpoints call, for any method and path. Close the transport when done. */
export function apiCallOf(kit: Kit, overrides: Partial<BankClientConfig> = {}) {
  const settings = prepareSettings(configFrom(kit, overrides), new Date())
  const transport = createTransport(settings)
  const sealTrust = createSealTrust(settings.sealAnchors, settings.sealSubject)
  const deps = {
    settings,
    transport,
    sealTrust,
    now: () => new Date(),
    newId: randomUUID,
    observe: undefined,
  }
  return { call: createApiCall(createExchange(deps), settings), close: () => transport.close() }
}
