import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readFile, rename, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { StartProblem } from './preflight.mjs'

/**
 * The app's settings for the sandbox's TPP kit: the same names that any bank would be set with. Every
 * setting of .env.example is named, so that a .env made for another bank has no say in the demo.
 */
export async function demoEnvironment({ kit, dataDir, appUrl, port }) {
  const secrets = await demoSecrets(path.join(dataDir, 'demo-secrets.json'))
  const online = kit.applications.authorization_code
  const batch = kit.applications.client_credentials
  return {
    APP_URL: appUrl,
    PORT: String(port),
    // The sandbox bank listens on this machine alone, and so does the demo.
    HOST: '127.0.0.1',
    KEEP_ALIVE_SECONDS: '',
    DRAIN_SECONDS: '',
    DATA_DIR: path.join(dataDir, 'app'),
    DATABASE_URL: process.env.DATABASE_URL ?? '',
    DATABASE_CONNECTIONS: '',
    DATABASE_CONNECT_SECONDS: '',
    DATABASE_STATEMENT_SECONDS: '',
    DATABASE_SILENCE_SECONDS: '',
    DATABASE_IDLE_SECONDS: '',
    DATABASE_IDLE_TRANSACTION_SECONDS: '',
    DATABASE_KEEP_ALIVE_SECONDS: '',
    NEXTAUTH_SECRET: secrets.sessionSecret,
    TOKEN_KEYS: secrets.tokenKeys,
    LOST_TOKEN_KEYS: '',
    TRUSTED_PROXIES: '0',
    TRUSTED_PROXY_ADDRESSES: '',
    FORWARDED_HEADER: '',
    LOG_LEVEL: process.env.LOG_LEVEL ?? 'info',
    SIGN_IN_ATTEMPTS_PER_MINUTE: process.env.SIGN_IN_ATTEMPTS_PER_MINUTE ?? '',
    CUSTOMER_LIMITS_FACTOR: process.env.CUSTOMER_LIMITS_FACTOR ?? '',
    CSP_REPORT_URL: '',
    SECURITY_CONTACT: '',
    REFRESH_INTERVAL_SECONDS: process.env.REFRESH_INTERVAL_SECONDS ?? '',
    DRAFT_DAYS: process.env.DRAFT_DAYS ?? '',
    BANK_NAME: 'Banca Zefiro',
    BANK_ENVIRONMENT: 'sandbox',
    BANK_BASE_URL: kit.baseUrl,
    BANK_AUTHORIZE_URL: kit.authorizeUrl,
    BANK_TOKEN_URL: kit.tokenUrl,
    BANK_AUTHORIZE_MODE: 'signed',
    BANK_BROWSER_ORIGIN: new URL(kit.browserAuthorizeUrl).origin,
    BANK_REQUEST_TARGET_CASE: 'lower',
    BANK_HEADER_PREFIX: kit.headerPrefix,
    BANK_TLS_CA: kit.tlsCa,
    BANK_SEAL_CA: kit.sealCa,
    BANK_SEAL_SUBJECT: kit.sealSubject,
    TPP_QWAC_CERT: kit.qwac.cert,
    TPP_QWAC_KEY: kit.qwac.key,
    TPP_QSEAL_CERT: kit.qseal.cert,
    TPP_QSEAL_KEY: kit.qseal.key,
    TPP_APP_NAME: online.name,
    TPP_CLIENT_ID: online.clientId,
    TPP_CLIENT_SECRET: online.clientSecret,
    TPP_BATCH_APP_NAME: batch.name,
    TPP_BATCH_CLIENT_ID: batch.clientId,
    TPP_BATCH_CLIENT_SECRET: batch.clientSecret,
    NEXT_TELEMETRY_DISABLED: '1',
  }
}

/** Made once and kept, written whole or not at all: the database cannot be read without them. */
async function demoSecrets(file) {
  if (existsSync(file)) {
    try {
      const { sessionSecret, tokenKeys } = JSON.parse(await readFile(file, 'utf8'))
      if (typeof sessionSecret === 'string' && typeof tokenKeys === 'string')
        return { sessionSecret, tokenKeys }
    } catch {
      // Falls through to the words below.
    }
    throw new StartProblem(`The file ${file} is damaged. Start afresh: npm run demo -- --reset`)
  }
  const secrets = {
    sessionSecret: randomBytes(48).toString('base64'),
    tokenKeys: `k1:${randomBytes(32).toString('base64')}`,
  }
  await writeFile(`${file}.new`, JSON.stringify(secrets, null, 2), { mode: 0o600 })
  await rename(`${file}.new`, file)
  return secrets
}
