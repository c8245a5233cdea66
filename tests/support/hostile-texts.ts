/** What slow expressions are slow at; each is repeated up to the longest text that its reader looks at. */
const hostileParts = {
  amount: { parts: ['1.', '1 ', "1'", '.', ' ', '\u200b', 'a', '€', '٣', '000.'], longest: 60 },
  day: { parts: ['1', '1/', ' ', 'a', 'lun ', '1 a', '\u200b', 'ﷺ', 'dec '], longest: 40 },
  iban: { parts: ['IT', '-', 'A-', 'IBAN', '\u200b', '1'], longest: 200 },
  bankText: {
    parts: ['e\u0301', '\u0301', '/', '/ ', '👨\u200d', '\u200d', '🇮', 'ﷺ', ' ', '\ud800', '\u{e0020}'],
    longest: 2_000,
  },
} as const

export function hostileTexts(of: keyof typeof hostileParts): string[] {
  const { parts, longest } = hostileParts[of]
  return parts.map((part) => part.repeat(longest).slice(0, longest))
}
