import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readBankText, type TextReading, textLengths } from '@/lib/domain/bank-text'
import { hostileTexts } from '@/tests/support/hostile-texts'
import { unreadText } from '@/tests/support/unread-text'

/** One row for each text, in the notation that the head of the table explains. */
const rows = readFileSync('tests/fixtures/transfers/texts.tsv', 'utf8')
  .trimEnd()
  .split('\n')
  .slice(1)
  .map((line) => {
    const [text = '', allowed = '', answer = '', outcome = ''] = line.split('\t')
    const [typed, sent]: unknown[] = [JSON.parse(text), JSON.parse(outcome)]
    const right: unknown = answer.startsWith('[') ? JSON.parse(answer) : answer
    return { typed: String(typed), allowed: Number(allowed), right, sent: String(sent) }
  })

function written(reading: TextReading): { right: unknown; sent: string } {
  switch (reading.kind) {
    case 'text':
      return { right: '=', sent: reading.text }
    case 'empty':
      return { right: 'empty', sent: '' }
    case 'too_long':
      return { right: `too_long ${reading.found}`, sent: '' }
    case 'faults': {
      const right = reading.faults.map((fault) =>
        fault.kind === 'slash'
          ? ['/', fault.start, fault.replacement ?? null]
          : [fault.character, fault.position, fault.replacement ?? null],
      )
      return { right, sent: reading.proposal ?? '-' }
    }
  }
}

describe('DAT-6: texts for the bank', () => {
  it('has at least 200 of them', () => {
    expect(rows.length).toBeGreaterThanOrEqual(200)
  })

  it.each(rows)('$typed: $sent', ({ typed, allowed, right, sent }) => {
    expect(written(readBankText(typed, allowed))).toEqual({ right, sent })
  })

  it('names each fault where it stands', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 200 }), (text) => {
        const reading = readBankText(text, textLengths.note)
        if (reading.kind !== 'faults') return
        for (const fault of reading.faults) {
          const there = text.slice(fault.start, fault.end)
          expect(there).toBe(fault.kind === 'slash' ? '/'.repeat(there.length) : fault.character)
        }
      }),
    )
  })

  it('sends and proposes only what every bank passes on, and takes its own proposals', () => {
    fc.assert(
      fc.property(
        fc.oneof(fc.string({ unit: 'binary', maxLength: 160 }), fc.stringMatching(/^[a-zà-ü/ ]{0,150}$/)),
        (text) => {
          const reading = readBankText(text, textLengths.note)
          const out =
            reading.kind === 'text' ? reading.text : reading.kind === 'faults' ? reading.proposal : undefined
          if (out === undefined) return
          expect(out).toMatch(/^[a-zA-Z0-9/\-?:().,'+ ]{1,140}$/)
          expect(out).not.toMatch(/^\/|\/$|\/\//)
          expect(readBankText(out, textLengths.note)).toEqual({ kind: 'text', text: out })
        },
      ),
    )
  })

  it('refuses what slow expressions are slow at', () => {
    for (const text of hostileTexts('bankText')) {
      expect(readBankText(text, textLengths.note).kind).toBe(text.trim() === '' ? 'empty' : 'faults')
    }
  })

  it.each([2_001, 1_000_000])('looks at no character of a text of %d', (length) => {
    const refusal = { kind: 'too_long', allowed: textLengths.note, found: length }
    expect(readBankText(unreadText(length), textLengths.note)).toEqual(refusal)
  })
})
