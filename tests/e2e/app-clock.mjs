// Preloaded into what Playwright starts: the app's clock can be set ahead, for minutes that nobody wants to wait for.
// The app itself knows nothing of it; the bank has a clock of its own, set by its control.
import { createServer } from 'node:http'
import path from 'node:path'

const port = Number(process.env.APP_CLOCK_PORT)
const [, program = ''] = process.argv
if (port > 0 && program.endsWith(path.join('lib', 'start.ts'))) serveClock(port)

function serveClock(port) {
  const RealDate = Date
  let aheadMs = 0
  const now = () => RealDate.now() + aheadMs
  globalThis.Date = new Proxy(RealDate, {
    construct: (target, given, made) => Reflect.construct(target, given.length === 0 ? [now()] : given, made),
    apply: () => new RealDate(now()).toString(),
    get: (target, name) => (name === 'now' ? now : Reflect.get(target, name)),
  })
  createServer((request, response) => {
    aheadMs = 1_000 * Number(new URL(request.url ?? '/', 'http://localhost').searchParams.get('aheadSeconds'))
    response.end()
  })
    .listen(port, '127.0.0.1')
    .unref()
}
