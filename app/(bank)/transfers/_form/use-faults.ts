'use client'

import { useCallback, useEffect, useRef, useState } from 'react'
import {
  type FieldFault,
  type TransferDraft,
  type TransferField,
  transferFields,
} from '@/lib/contracts/transfers'
import type { Locale } from '@/lib/domain/locale'
import { type OrderRules, readOrder } from '@/lib/domain/transfers/transfer-order'
import { useFaultWords } from './fault-words'

/**
 * What is wrong with which field, in words, as far as it is time to say so: of a field that was left, of all once the
 * form was sent; that nothing is in a field only then. What the bank said stands until the field is changed.
 */
export function useFaults(
  draft: TransferDraft,
  rules: OrderRules,
  locale: Locale,
  told: readonly FieldFault[],
) {
  const wordsOf = useFaultWords()
  const [left, setLeft] = useState<ReadonlySet<TransferField>>(new Set())
  const [isSent, setIsSent] = useState(false)
  // The draft that the bank spoke about: the one of the moment in which its words came.
  const [spoken, setSpoken] = useState({ told, of: draft })
  if (spoken.told !== told) setSpoken({ told, of: draft })

  const reading = readOrder(draft, rules, locale)
  const own: readonly FieldFault[] =
    reading.kind === 'faults' ? reading.faults.map((fault) => ({ ...fault, bankWords: null })) : []

  const faultIn = (field: TransferField): FieldFault | undefined => {
    const said = draft[field] === spoken.of[field] ? told.find((fault) => fault.field === field) : undefined
    if (said !== undefined) return said
    const found = own.find((fault) => fault.field === field)
    if (found === undefined || isSent) return found
    return left.has(field) && found.code !== 'empty' ? found : undefined
  }
  const shown = transferFields.flatMap((field) => faultIn(field) ?? [])

  const leave = useWhenReleased((field: TransferField) => setLeft((before) => new Set(before).add(field)))
  return {
    /** Of our own reading: the bank is not asked while there is one. */
    isWrong: own.length > 0,
    list: shown.map((fault) => ({ field: fault.field, words: wordsOf(fault) })),
    isTold: shown.some((fault) => told.includes(fault)),
    /** Whether the bank was asked, as far as the faults tell. */
    lead: leadOf(shown.filter((fault) => told.includes(fault))),
    wordsFor: (field: TransferField) => {
      const fault = faultIn(field)
      return fault === undefined ? undefined : wordsOf(fault)
    },
    leave,
    send: () => setIsSent(true),
  }
}

function leadOf(told: readonly FieldFault[]): 'bankLead' | 'plainLead' | 'lead' {
  if (told.some(({ code }) => code === 'bank')) return 'bankLead'
  // Known by the bank's word, of now or of long ago.
  return told.some(({ code }) => code === 'closed' || code === 'refused') ? 'plainLead' : 'lead'
}

/**
 * A field is left when something else is pressed. What is said of it then moves the page, and a button would be gone
 * from under the finger before it is released: so it waits for that.
 */
function useWhenReleased(leave: (field: TransferField) => void): (field: TransferField) => void {
  const isDown = useRef(false)
  const waiting = useRef<TransferField[]>([])
  const act = useRef(leave)
  act.current = leave

  useEffect(() => {
    const down = () => {
      isDown.current = true
    }
    const up = () => {
      isDown.current = false
      // After the click, which comes after this.
      setTimeout(() => {
        for (const field of waiting.current.splice(0)) act.current(field)
      })
    }
    const released = ['pointerup', 'pointercancel'] as const
    document.addEventListener('pointerdown', down, true)
    for (const event of released) document.addEventListener(event, up, true)
    return () => {
      document.removeEventListener('pointerdown', down, true)
      for (const event of released) document.removeEventListener(event, up, true)
    }
  }, [])

  return useCallback((field) => {
    if (isDown.current) waiting.current.push(field)
    else act.current(field)
  }, [])
}
