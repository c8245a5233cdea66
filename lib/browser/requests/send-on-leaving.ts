/** POST of a JSON body to our own API by a page that is being left: it outlives the page, and nobody hears the answer. */
export function sendOnLeaving(path: string, body: object): void {
  const headers = { 'content-type': 'application/json' }
  fetch(path, { method: 'POST', headers, body: JSON.stringify(body), keepalive: true }).catch(() => undefined)
}
