import { describe, expect, test } from 'vitest'
import { refusalLinks } from '@/sandbox/api/refusal-links'

describe('links of a refusal', () => {
  test.each([
    ['/psd2/v0/private/customers', 'https://bank.example/psd2/v0/private/{rel}', 'customers'],
    ['/psd2', 'https://bank.example/{rel}', 'psd2'],
    ['/psd2/', 'https://bank.example/{rel}', 'psd2/'],
    ['/a//b', 'https://bank.example/a//{rel}', 'b'],
    ['/a%2Fb/../c', 'https://bank.example/a%2Fb/../{rel}', 'c'],
    ['/{rel}/{rel}', 'https://bank.example/%7Brel%7D/{rel}', '%7Brel%7D'],
    ['/caf\u00e9/"<b>', 'https://bank.example/caf%E9/{rel}', '"<b>'],
    ['/', 'https://bank.example/{rel}', '.'],
    ['*', 'https://bank.example/{rel}', '.'],
    ['', 'https://bank.example/{rel}', '.'],
    ['https://elsewhere.example/a/b', 'https://bank.example/{rel}', '.'],
    ['//elsewhere.example/a', 'https://bank.example//elsewhere.example/{rel}', 'a'],
    [`/${'x'.repeat(1000)}`, 'https://bank.example/{rel}', '.'],
  ])('of %j', (path, group, self) => {
    expect(refusalLinks('PUT', path, 'https://bank.example')).toEqual({
      self: { href: self, method: 'PUT' },
      curies: [{ href: group, name: 'psd2' }],
    })
  })
})
