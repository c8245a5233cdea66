import { OAuthRefusal } from './refusal'

const maxParameters = 40
const maxValueLength = 2000

/** Parameters of an OAuth request. Each at most once (RFC 6749, 3.1 and 3.2); an empty one counts as absent. */
export function readParameters(text: string): Map<string, string> {
  const parameters = new Map<string, string>()
  for (const [name, value] of new URLSearchParams(text)) {
    if (parameters.has(name)) throw new OAuthRefusal('invalid_request', 400, `${name} is given twice`)
    if (value.length > maxValueLength || parameters.size >= maxParameters) {
      throw new OAuthRefusal('invalid_request', 400, 'a parameter is too long, or there are too many')
    }
    parameters.set(name, value)
  }
  for (const [name, value] of parameters) if (value === '') parameters.delete(name)
  return parameters
}

/** The query of a raw target, without the question mark. */
export function queryOf(target: string): string {
  const start = target.indexOf('?')
  return start < 0 ? '' : target.slice(start + 1)
}
