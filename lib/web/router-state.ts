import type { IncomingHttpHeaders } from 'node:http'
import { parseAndValidateFlightRouterState } from 'next/dist/server/app-render/parse-and-validate-flight-router-state'

const header = 'next-router-state-tree'

/**
 * Takes away what a browser says it already has of a page, where that cannot be read: a proxy cut it short, or it is of
 * another version. Next would answer 500, and the browser would load the document; without it the whole page is sent.
 */
export function dropUnreadableRouterState(headers: IncomingHttpHeaders): void {
  try {
    parseAndValidateFlightRouterState(headers[header])
  } catch {
    delete headers[header]
  }
}
