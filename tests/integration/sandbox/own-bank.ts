import type { Browser } from './journey'
import { fieldsOfForm } from './sca'

/** Logs in to the bank's own page, by `username` and `password` or by `pick`; gives the answer to that. */
export async function logInToBank(
  browser: Browser,
  pagesUrl: string,
  fields: Record<string, string>,
): Promise<Response> {
  const page = await (await browser.get(`${pagesUrl}/my`)).text()
  return browser.post(`${pagesUrl}/my/login`, { ...fieldsOfForm(page, '/my/login'), ...fields })
}
