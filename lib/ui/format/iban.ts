const shortestMaskable = 12

/**
 * What a customer recognises an IBAN by, without showing it whole: country, check digits and the last four.
 * A text too short to hide anything is hidden but for its last two characters.
 */
export function maskIban(iban: string): string {
  const compact = iban.replace(/\s/g, '')
  if (compact.length < shortestMaskable) return `···· ${compact.slice(-2)}`
  return `${compact.slice(0, 4)} ···· ${ibanEnd(compact)}`
}

/** The last four characters, set apart so that a screen reader spells them: `3 4 5 6`. */
export function spokenIbanEnd(iban: string): string {
  return [...ibanEnd(iban.replace(/\s/g, ''))].join(' ')
}

function ibanEnd(compact: string): string {
  return compact.length < shortestMaskable ? compact.slice(-2) : compact.slice(-4)
}
