import type { Language } from '../../api/language'

/** How transfers reach a country: `outside` SEPA, `sepa` outside the EEA, or `eea`, which is inside both. */
export type Reach = 'outside' | 'sepa' | 'eea'

export type Country = {
  /** ISO 3166-1 alpha-2. */
  code: string
  /** ISO 3166-1 numeric, three digits. */
  numeric: string
  ibanLength: number
  reach: Reach
}

/** Countries with an IBAN of their own: code, numeric code, IBAN length (ISO 13616 registry). */
const byReach: Readonly<Record<Reach, string>> = {
  eea: `AT 040 20, BE 056 16, BG 100 22, CY 196 28, CZ 203 24, DE 276 22, DK 208 18, EE 233 20, ES 724 24, FI 246 18,
    FR 250 27, GR 300 27, HR 191 21, HU 348 28, IE 372 22, IS 352 26, IT 380 27, LI 438 21, LT 440 20, LU 442 20,
    LV 428 21, MT 470 31, NL 528 18, NO 578 15, PL 616 28, PT 620 25, RO 642 24, SE 752 24, SI 705 19, SK 703 24`,
  sepa: `AD 020 24, AL 008 28, CH 756 21, GB 826 22, GI 292 23, MC 492 27, MD 498 24, ME 499 22, MK 807 19, RS 688 22,
    SM 674 27, VA 336 22`,
  outside: `AE 784 23, AZ 031 28, BA 070 20, BH 048 22, BR 076 29, CR 188 22, DO 214 28, EG 818 29, FO 234 18, GE 268 22,
    GL 304 18, GT 320 28, IL 376 23, IQ 368 23, JO 400 30, KW 414 30, KZ 398 20, LB 422 28, LC 662 32, LY 434 25,
    MR 478 27, MU 480 30, PK 586 24, PS 275 29, QA 634 29, SA 682 24, SC 690 31, ST 678 25, SV 222 28, TL 626 23,
    TN 788 24, TR 792 26, UA 804 29, VG 092 24`,
}

const reaches: readonly Reach[] = ['eea', 'sepa', 'outside']

export const countries: ReadonlyMap<string, Country> = new Map(
  reaches.flatMap((reach) =>
    byReach[reach].split(',').map((row): [string, Country] => {
      const [code = '', numeric = '', length = ''] = row.trim().split(' ')
      return [code, { code, numeric, ibanLength: Number(length), reach }]
    }),
  ),
)

/** Beneficiaries there must be named with their address, as a transfer that leaves the EEA asks for. */
export const addressRequired: ReadonlySet<string> = new Set(['CH', 'GB'])

export type CountryOption = { label: string; value: string }

function optionsIn(language: Language): readonly CountryOption[] {
  const names = new Intl.DisplayNames([language], { type: 'region' })
  const order = new Intl.Collator(language)
  return [...countries.values()]
    .map(({ code, numeric }) => ({ label: names.of(code) ?? code, value: numeric }))
    .sort((one, other) => order.compare(one.label, other.label))
}

/** `countries[]` of prepare, by name. Made once: the formatters are slow. */
export const countryOptions: Readonly<Record<Language, readonly CountryOption[]>> = {
  en: optionsIn('en'),
  it: optionsIn('it'),
}
