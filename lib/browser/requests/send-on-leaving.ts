/** Posts a JSON body to our API when the customer leaves the page. The request outlives the page, and its answer is ignored. */
export function sendOnLeaving(path: string, body: object): void {
  const headers = { 'content-type': 'application/json' }
  fetch(path, { method: 'POST', headers, body: JSON.stringify(body), keepalive: true }).catch(() => undefined)
}
