type CardUse = {
  /** The end of the card's number as the bank writes it: `*0190`. */
  card: string
  /** `YYYY-MM-DD` as the text says it, which may be no day of the calendar. */
  day: string | null
  rest: string | null
}

const form = /^carta ([*x]{0,16}\d{3,4})(?: del (\d\d)\/(\d\d)\/(\d{4}))?(?: (\S.*))?$/i

/** Which card was used and when, where what the bank writes beside the name begins with it. */
export function cardUse(rest: string): CardUse | null {
  const [, card, day, month, year, others = null] = form.exec(rest) ?? []
  if (card === undefined) return null
  return { card, day: day === undefined ? null : `${year}-${month}-${day}`, rest: others }
}
