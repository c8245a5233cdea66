import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { callContext, type HostileBank, refusalOf, startHostileBank } from '@/tests/support/hostile-bank'
import { type Answer, envelope, withHeader } from '@/tests/support/sealed-answer'

let bank: HostileBank
beforeAll(async () => {
  bank = await startHostileBank()
})
afterAll(() => bank.close())
beforeEach(() => {
  bank.requests.length = 0
})

const CUSTOMER = envelope({ customerid: '10023456' })

describe('the request headers of the spec', () => {
  test('are all sent, the optional ones when they are known', async () => {
    bank.answer((request) => bank.seal(request, { body: CUSTOMER }))
    const context = {
      ...callContext(),
      acceptLanguage: 'it-IT, en;q=0.5',
      psuIpAddress: '2001:db8::1',
      viewId: 'accounts',
      session: { apitrackId: 'track-1', onApitrackId: () => {} },
    }
    await bank.client().client.getCustomerId(context)
    const sent = Object.fromEntries(bank.requests[0]?.headers ?? [])
    expect(sent).toMatchObject({
      Authorization: `Bearer ${context.accessToken}`,
      'TPP-Transaction-ID': context.transactionId,
      'TPP-Request-ID': expect.stringMatching(/^[0-9a-f-]{36}$/),
      'TPP-Certificate': bank.pki.qseal.x509.raw.toString('base64'),
      Signature: expect.stringContaining('keyId="prova-app",algorithm="rsa-sha256"'),
      Date: expect.stringMatching(/ GMT$/),
      'Content-Type': 'application/json',
      Accept: 'application/json',
      'Accept-Language': 'it-IT, en;q=0.5',
      'SVC-Trace-Id': 'viewId=accounts',
      'svc-apitrack-id': 'track-1',
      'PSU-IP-Address': '2001:db8::1',
    })
    expect(sent).not.toHaveProperty('Digest')
  })

  test('carry the prefix that is configured', async () => {
    bank.answer((request) => {
      const answer = bank.seal(request, { body: CUSTOMER })
      const headers = answer.headers.map(([name, value]): [string, string] => [
        name.replace('SVC', 'XYZ'),
        value,
      ])
      return { ...answer, headers }
    })
    const { client } = bank.client({ headerPrefix: 'XYZ' })
    // Found under the other prefix, but signed over svc-response-id.
    expect(await refusalOf(client.getCustomerId(callContext()))).toMatchObject({ reason: 'signature_names' })
  })
})

describe('svc-apitrack-id', () => {
  const trackedBy = async (answer: (sealed: Answer) => Answer) => {
    bank.answer((request) => {
      const extraHeaders: [string, string][] = [['svc-apitrack-id', 'track-1']]
      return answer(bank.seal(request, { body: CUSTOMER, extraHeaders }))
    })
    const reported: string[] = []
    const session = { onApitrackId: (id: string) => reported.push(id) }
    await bank
      .client()
      .client.getCustomerId({ ...callContext(), session })
      .catch(() => undefined)
    return reported
  }

  test('of a verified answer is reported', async () => {
    expect(await trackedBy((sealed) => sealed)).toEqual(['track-1'])
  })

  test('of an answer that does not verify is not', async () => {
    expect(await trackedBy((sealed) => withHeader(sealed, 'Signature', undefined))).toEqual([])
  })

  test('that is none is not', async () => {
    expect(await trackedBy((sealed) => withHeader(sealed, 'svc-apitrack-id', 'two words'))).toEqual([])
  })
})
