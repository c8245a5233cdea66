import { describe, expect, test } from 'vitest'
import { readLinks } from '@/lib/bank/reading/hal'
import { checkedPath, readTransferStep, stepPath } from '@/lib/bank/reading/transfer-step'

const base = { origin: 'https://bank.example', path: '/psd2/v0' }
const id = '0b6e7c1e-4f7a-4c0e-8f55-1d2e3f4a5b6c'
const group = '/psd2/v0/private/customers/1/products/A/moneyTransfer'
const linksTo = (href: string, method = 'PUT') =>
  readLinks({
    next: { href, method },
    curies: [{ href: `${base.origin}${group}/{rel}`, name: 'moneyTransfer' }],
  })
const step = (href: string, method?: string, after = 0) =>
  readTransferStep(linksTo(href, method), id, after, base)

describe('the next step', () => {
  test('is execute', () => {
    expect(step(`${id}/execute`)).toEqual({ kind: 'execute', resourceId: id, path: `${group}/${id}/execute` })
    expect(step(`${id.toUpperCase()}/execute`).kind).toBe('execute')
  })
  test('is a further verify with its number', () => {
    expect(step(`${id}/verify1`)).toEqual({
      kind: 'verify',
      resourceId: id,
      number: 1,
      path: `${group}/${id}/verify1`,
    })
    expect(step(`${id}/verify3`, 'PUT', 2)).toMatchObject({ kind: 'verify', number: 3 })
  })
  test.each<[string, string, string?, number?]>([
    ['of another method', `${id}/execute`, 'POST'],
    ['of another resource', '1b6e7c1e-4f7a-4c0e-8f55-1d2e3f4a5b6c/execute'],
    ['with another name', `${id}/sign`],
    ['with a query', `${id}/execute?x=1`],
    ['that lies deeper', `${id}/execute/now`],
    ['verify without a number', `${id}/verify`],
    ['verify0', `${id}/verify0`],
    ['verify with a large number', `${id}/verify1000`],
    ['that goes back', `${id}/verify1`, 'PUT', 2],
    ['that stays', `${id}/verify1`, 'PUT', 1],
  ])('%s is unknown and never execute', (_, href, method, after) => {
    expect(step(href, method, after)).toEqual({ kind: 'unknown' })
  })
  test('that is missing is unknown', () => {
    expect(readTransferStep(undefined, id, 0, base)).toEqual({ kind: 'unknown' })
  })
  test('on another origin is refused', () => {
    const curies = [{ href: `https://evil.example${group}/{rel}`, name: 'x' }]
    const links = readLinks({ next: { href: `${id}/execute`, method: 'PUT' }, curies })
    expect(() => readTransferStep(links, id, 0, base)).toThrow(/^link_refused/)
  })
})

describe('a stored step', () => {
  const stored = { kind: 'execute', resourceId: id, path: `${group}/${id}/execute` } as const

  test('leads where it did', () => {
    expect(stepPath(stored, base)).toBe(stored.path)
    expect(stepPath({ ...stored, kind: 'verify', number: 2, path: `${group}/${id}/verify2` }, base)).toBe(
      `${group}/${id}/verify2`,
    )
  })
  test.each([
    `${group}/${id}/verify1`,
    `${group}/1b6e7c1e-4f7a-4c0e-8f55-1d2e3f4a5b6c/execute`,
    `/other/${id}/execute`,
    `${group}/../${id}/execute`,
    `${group}/%2e%2e/${id}/execute`,
    `@evil.example${group}/${id}/execute`,
    `//evil.example${group}/${id}/execute`,
    `${group}/${id}/execute#x`,
    `${group}/a b/${id}/execute`,
    '',
  ])('with the path %j is not taken', (path) => {
    expect(() => stepPath({ ...stored, path }, base)).toThrow(TypeError)
  })
})

test.each([
  '/psd2/v0x/doc',
  'https://bank.example/psd2/v0/doc',
  '.evil.example/psd2/v0/doc',
  ':1@evil.example/psd2/v0/x',
])('the path %j is not under the base address', (path) =>
  expect(() => checkedPath(path, base, 'documentPath')).toThrow(/^documentPath is not/),
)
