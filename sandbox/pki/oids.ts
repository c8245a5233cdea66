/**
 * Object identifiers of qualified certificates for PSD2: RFC 3739 (qcStatements), ETSI EN 319 412-5 (QcCompliance,
 * QcType) and ETSI TS 119 495 (PSD2 statement, roles).
 */
export const oids = {
  organizationIdentifier: '2.5.4.97',
  qcStatementsExtension: '1.3.6.1.5.5.7.1.3',
  qcCompliance: '0.4.0.1862.1.1',
  qcType: '0.4.0.1862.1.6',
  qcTypeSeal: '0.4.0.1862.1.6.2',
  qcTypeWeb: '0.4.0.1862.1.6.3',
  psd2Statement: '0.4.0.19495.2',
} as const

/** The four PSD2 roles and their identifiers (TS 119 495, 4.2). AI reads accounts, PI starts payments. */
export const roleOids = {
  PSP_AS: '0.4.0.19495.1.1',
  PSP_PI: '0.4.0.19495.1.2',
  PSP_AI: '0.4.0.19495.1.3',
  PSP_IC: '0.4.0.19495.1.4',
} as const

export type Psd2Role = keyof typeof roleOids

export const allRoles: readonly Psd2Role[] = ['PSP_AS', 'PSP_PI', 'PSP_AI', 'PSP_IC']

export type CertificateUse = 'web' | 'seal'

/** Separates `PSDIT-BI-A12345` into country, authority and provider id (TS 119 495, 5.2.1). */
export const organizationIdentifierForm = /^PSD([A-Z]{2})-([A-Z]{2,8})-([A-Za-z0-9]{1,64})$/
