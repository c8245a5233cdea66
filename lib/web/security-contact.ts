import { getServer, type Server } from '@/lib/server'

/** RFC 9116 asks for less than a year, so that an address that nobody reads any more does not stay valid. */
const VALID_DAYS = 180
const DAY_MS = 24 * 60 * 60 * 1000

/** `/.well-known/security.txt` (RFC 9116): where to report a weakness of this site. */
export async function securityContact(): Promise<Response> {
  const { config, flows } = await getServer()
  return contactAnswer(config, flows.now())
}

export function contactAnswer(
  { SECURITY_CONTACT: contacts, APP_URL }: Pick<Server['config'], 'SECURITY_CONTACT' | 'APP_URL'>,
  now: Date,
): Response {
  if (contacts === undefined) return new Response(null, { status: 404 })
  const expires = new Date(now.getTime() + VALID_DAYS * DAY_MS)
  const lines = [
    ...contacts.map((contact) => `Contact: ${contact}`),
    `Expires: ${expires.toISOString().replace(/\.\d+Z$/, 'Z')}`,
    'Preferred-Languages: en, it',
    `Canonical: ${APP_URL}/.well-known/security.txt`,
  ]
  return new Response(`${lines.join('\n')}\n`, { headers: { 'content-type': 'text/plain; charset=utf-8' } })
}
