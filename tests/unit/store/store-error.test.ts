import { describe, expect, it } from 'vitest'
import { StoreError } from '@/lib/store'
import { problemOf } from '@/lib/web/problem'

describe('a database that cannot be had, or not in time', () => {
  it.each([
    '57014',
    '57P03',
    '53300',
    '08006',
    '40P01',
    '55P03',
    'ECONNREFUSED',
    'NO_CONNECTION',
    'P1001',
    'BUSY',
  ])('%s is a 503 that says when to try again, and marks the page that it ended', (code) => {
    const error = new StoreError('movements.page', code)
    expect(problemOf(error, 'r')).toMatchObject({ status: 503, code: 'unavailable', retryAfterSeconds: 5 })
    expect(error.digest).toMatch(/^unavailable-[0-9a-f]{8}$/)
  })

  it.each(['P2002', 'P2003', '23505', '22P02', '42P01', 'TypeError', 'unknown'])(
    '%s is an error of ours',
    (code) => {
      const error = new StoreError('movements.page', code)
      expect(problemOf(error, 'r')).toMatchObject({ status: 500, code: 'internal' })
      expect(error.digest).toBeUndefined()
    },
  )
})
