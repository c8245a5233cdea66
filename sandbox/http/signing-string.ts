import { type HeaderLine, headerValues } from './message'

export type RequestTargetCase = 'lower' | 'asSent'

const isAscii = /^[ -~]*$/

/** Lower-cases A to Z only: a request target is bytes, not text in some language. */
function asciiLower(text: string): string {
  return isAscii.test(text) ? text.toLowerCase() : text.replace(/[A-Z]/g, (letter) => letter.toLowerCase())
}

/** Value of the `(request-target)` line (spec, "Signing string rules" 2): the target as received, with its query. */
export function requestTargetLine(method: string, target: string, targetCase: RequestTargetCase): string {
  return `${asciiLower(method)} ${targetCase === 'lower' ? asciiLower(target) : target}`
}

/** The string to sign, one line per name, as bytes; null when a listed header is not in the message. */
export function signingString(
  names: readonly string[],
  requestTarget: string,
  message: { headers: readonly HeaderLine[] },
): Buffer | null {
  const lines: string[] = []
  for (const name of names) {
    if (name === '(request-target)') {
      lines.push(`${name}: ${requestTarget}`)
      continue
    }
    const values = headerValues(message, name)
    if (values.length === 0) return null
    lines.push(`${name}: ${values.join(', ')}`)
  }
  return Buffer.from(lines.join('\n'), 'latin1')
}
