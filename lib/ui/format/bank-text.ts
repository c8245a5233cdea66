/**
 * Characters that nobody sees but that change what is seen around them: controls, and those that turn the direction of
 * a text. Letters of languages written from right to left are kept.
 */
const unseen = /[^\P{Cc}\n\t]|[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/gu

/** A text of the bank's own as a page may show it: nothing is hidden in it, and nothing of it reaches outside. */
export function visibleText(text: string): string {
  return text.replace(/\r\n?/g, '\n').replace(unseen, '\ufffd')
}
