/** Every setting that has no default, with values that need no bank. */
export const completeSettings = {
  APP_URL: 'http://localhost:3000',
  NEXTAUTH_SECRET: 'a'.repeat(32),
  TOKEN_KEYS: `k1:${'A'.repeat(43)}=`,
  BANK_ENVIRONMENT: 'sandbox',
  BANK_BASE_URL: 'https://bank.example/psd2/v0',
  BANK_AUTHORIZE_URL: 'https://bank.example/auth/oauth/v2/authorize',
  BANK_TOKEN_URL: 'https://bank.example/auth/oauth/v2/token',
  BANK_SEAL_CA: 'ca.pem',
  BANK_SEAL_SUBJECT: 'CN=Bank',
  TPP_QWAC_CERT: 'qwac.pem',
  TPP_QWAC_KEY: 'qwac.key',
  TPP_QSEAL_CERT: 'qseal.pem',
  TPP_QSEAL_KEY: 'qseal.key',
  TPP_APP_NAME: 'sportello',
  TPP_CLIENT_ID: 'id',
  TPP_CLIENT_SECRET: 'secret',
}
