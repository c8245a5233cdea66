import { ecKey, type Minted, mintCertificate, rsaKey } from './mint-certificate'

/** All certificates of a bank and its TPP, with a few that look right and are not. Minted at run time. */
export type BankPki = {
  root: Minted
  serverCertificate: Minted
  tppCa: Minted
  qwac: Minted
  qseal: Minted
  /** The seal certificate and subject that a client is configured to expect. */
  seal: Minted
  sealSubject: string
  /** Perfect but for the CA it is issued under. */
  strangerCa: Minted
  strangerSeal: Minted
  /** Issued under the bank's CA, another subject. */
  neighbourSeal: Minted
}

let minted: BankPki | undefined

/** The same PKI for every test of one file: RSA keys take time to make. */
export function bankPki(): BankPki {
  minted ??= mintBankPki()
  return minted
}

function mintBankPki(): BankPki {
  const root = mintCertificate({ subject: [['CN', 'Test Root']], key: rsaKey(), ca: true })
  const tppCa = mintCertificate({
    subject: [['CN', 'Test TPP CA']],
    key: rsaKey(),
    issuer: root,
    ca: true,
    pathLength: 0,
  })
  const strangerCa = mintCertificate({ subject: [['CN', 'Test Root']], key: rsaKey(), ca: true })
  const sealOf = (commonName: string, issuer: Minted) =>
    mintCertificate({
      subject: [
        ['C', 'IT'],
        ['O', 'Banca di Prova'],
        ['CN', commonName],
      ],
      key: rsaKey(),
      issuer,
      qcTypes: ['eseal'],
    })
  const tpp = (commonName: string, qcType: 'web' | 'eseal') =>
    mintCertificate({
      subject: [
        ['O', 'Prova TPP'],
        ['organizationIdentifier', 'PSDIT-BI-12345'],
        ['CN', commonName],
      ],
      key: rsaKey(),
      issuer: tppCa,
      qcTypes: [qcType],
    })
  return {
    root,
    tppCa,
    serverCertificate: mintCertificate({
      subject: [['CN', 'localhost']],
      key: ecKey(),
      issuer: root,
      dnsNames: ['localhost'],
    }),
    qwac: tpp('Prova QWAC', 'web'),
    qseal: tpp('Prova QSealC', 'eseal'),
    seal: sealOf('Sigillo', root),
    sealSubject: 'CN=Sigillo, O=Banca di Prova',
    strangerCa,
    strangerSeal: sealOf('Sigillo', strangerCa),
    neighbourSeal: sealOf('Altro sigillo', root),
  }
}
