import { ownCalls } from '@/tests/support/own-addresses'
import { interleave, startParty } from '@/tests/support/two-customers'
import { asRouterAsks, createVisitor, overHttp } from '@/tests/support/visitor'
import { appUrl } from './ports'
import { expect, test } from './support'

test('OA-9: every page without a session, and with another customer’s id, shows nothing of a customer', async () => {
  const newVisitor = () => createVisitor(appUrl, overHttp)
  const [his, hers] = [await startParty('matteo', newVisitor()), await startParty('aisha', newVisitor())]
  const { authorizationId, transferId, products } = hers
  const ids = { productId: products[0] ?? '', authorizationId, transferId }
  const secrets = [...hers.marks].filter((mark) => !Object.values(ids).includes(mark))
  let withOwnMarks = 0
  for (const { path, isById } of ownCalls(ids).filter(({ kind }) => kind === 'page')) {
    for (const [address, headers] of [[path], asRouterAsks(path)] as const) {
      const [own, foreign, none] = [hers.visitor, his.visitor, newVisitor()].map((visitor) =>
        visitor.get(address, headers),
      )
      expect([address, (await own)?.status]).toEqual([address, 200])
      if (isById && headers === undefined) expect([path, (await foreign)?.status]).toEqual([path, 404])
      const shown = await Promise.all([own, foreign, none].map(async (answer) => (await answer)?.text()))
      expect([path, secrets.filter((secret) => shown[1]?.includes(secret))]).toEqual([path, []])
      expect([path, secrets.filter((secret) => shown[2]?.includes(secret))]).toEqual([path, []])
      if (secrets.some((secret) => shown[0]?.includes(secret))) withOwnMarks += 1
    }
  }
  // Her own pages do show her something: the marks are the right ones.
  expect(withOwnMarks).toBeGreaterThan(10)
})

test('OA-9: two customers at work at the same time find nothing of each other in any page', async () => {
  test.setTimeout(300_000)
  const him = await startParty('matteo', createVisitor(appUrl, overHttp))
  const her = await startParty('aisha', createVisitor(appUrl, overHttp))
  const options = { interleavings: 150, seed: 20_261_129, kinds: ['page', 'read'], changes: true } as const
  const report = await interleave([him, her], options)
  expect(report.leaks).toEqual([])
  expect(report.withOwnMarks).toBeGreaterThan(report.answers / 3)
})
