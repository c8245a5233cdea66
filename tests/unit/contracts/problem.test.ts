import { describe, expect, it } from 'vitest'
import { isReference } from '@/lib/contracts/problem'
import { newReference } from '@/lib/web/reference'

describe('a reference in an address is shown only when it has the exact form of ours', () => {
  it('every one of ours has it', () => {
    expect(Array.from({ length: 500 }, newReference).filter((made) => !isReference(made))).toEqual([])
  })

  it.each([
    'CALL-0800',
    'call-us-at-0800-123456',
    'K7P2',
    'K7P29XQ4',
    'k7p2-9xq4',
    'K7P2-9XQ',
    'K7P2-9XQ44',
    'K7P2-9XQ4\n',
    ' K7P2-9XQ4',
    'K7P2-9XQ4-K7P2',
    'K7P2_9XQ4',
    '',
    undefined,
    ['K7P2-9XQ4'],
  ])('%j has not', (written) => {
    expect(isReference(written)).toBe(false)
  })
})
