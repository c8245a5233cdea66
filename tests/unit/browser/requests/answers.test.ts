import { describe, expect, it } from 'vitest'
import { readForgetAnswer } from '@/lib/browser/session/forget'
import { readAsked } from '@/lib/browser/watch/details'

describe('what became of asking for details', () => {
  it.each(['fresh', 'closed', 'not_shared'])('%s', (kind) =>
    expect(readAsked({ reading: { kind } })).toEqual({ kind }),
  )

  it('kept is a problem, by its name; one that is not known yet is still one', () => {
    expect(readAsked({ reading: { kind: 'kept', problem: 'bank_unreachable' } })).toMatchObject({
      kind: 'problem',
      problem: { code: 'bank_unreachable' },
    })
    expect(readAsked({ reading: { kind: 'kept', problem: 'novel' } })).toMatchObject({
      problem: { code: 'bank_error' },
    })
    expect(readAsked({ reading: { kind: 'kept', problem: null } })).toEqual({ kind: 'fresh' })
  })

  it('an approval has an id that can stand in an address', () => {
    const reading = { kind: 'sca_required', authorizationId: 'a1-b2' }
    expect(readAsked({ reading })).toEqual(reading)
    expect(readAsked({ reading: { ...reading, authorizationId: '../evil' } })).toBeUndefined()
  })

  it.each([null, 'fresh', {}, { reading: null }, { reading: {} }, { reading: { kind: 'novel' } }])(
    'is none: %j',
    (body) => expect(readAsked(body)).toBeUndefined(),
  )
})

describe('what became of forgetting', () => {
  it.each([
    [{ kind: 'forgotten', erased: {}, bankList: 'empty' }, { kind: 'forgotten' }],
    [
      { kind: 'still_shared', scopes: [] },
      { kind: 'still_shared', isListed: true },
    ],
    [
      { kind: 'still_shared', scopes: null },
      { kind: 'still_shared', isListed: false },
    ],
    [{ kind: 'still_shared' }, undefined],
    [{ kind: 'novel' }, undefined],
    [null, undefined],
    ['forgotten', undefined],
  ])('%j', (body, read) => expect(readForgetAnswer(body)).toEqual(read))
})
