'use client'

import { useRouter } from 'next/navigation'
import { type FormEvent, useEffect, useRef, useTransition } from 'react'
import { filterFields, movementAddress, type TypedFilters } from '@/lib/contracts/movement-address'

/** From the last key to the search. */
const pauseMs = 250

/**
 * A form of filters whose values are kept in the page's address. A text is searched for as it is typed, after a
 * pause; the rest when the form is sent. The browser keeps what stands in the fields: a key costs nothing here, and
 * the framework follows the newest address only.
 *
 * @param typed the filters of the address, as the page was made for it
 */
export function useFilterForm(productId: string, typed: TypedFilters, onSent: () => void) {
  const router = useRouter()
  const [isPending, startTransition] = useTransition()
  const input = useRef<HTMLInputElement>(null)
  const pause = useRef<ReturnType<typeof setTimeout>>(undefined)
  /**
   * What was searched for while typing and not answered yet, and the last that was: an answer to one of these must not
   * change what stands in the field.
   */
  const sent = useRef<string[]>([])
  const newest = useRef(typed)
  const isHere = useRef(false)
  const text = typed.text ?? ''

  useEffect(() => {
    const forget = () => {
      sent.current = []
    }
    // A link that leads elsewhere is not followed by a search that leads back.
    const stay = (event: MouseEvent) => {
      if (event.target instanceof Element && event.target.closest('a[data-in-place]'))
        clearTimeout(pause.current)
    }
    window.addEventListener('popstate', forget)
    document.addEventListener('click', stay)
    return () => {
      window.removeEventListener('popstate', forget)
      document.removeEventListener('click', stay)
      clearTimeout(pause.current)
    }
  }, [])

  useEffect(() => {
    newest.current = typed
  }, [typed])

  // The text was changed elsewhere: by Back, or by taking a filter away.
  useEffect(() => {
    const isTyped = !isHere.current && document.activeElement === input.current
    isHere.current = true
    // Somebody was faster than the scripts of the page.
    if (isTyped && input.current?.value.trim() !== text) {
      input.current?.dispatchEvent(new Event('input', { bubbles: true }))
      return
    }
    const place = sent.current.lastIndexOf(text)
    if (place >= 0) sent.current = sent.current.slice(place)
    else {
      sent.current = []
      if (input.current !== null) input.current.value = text
    }
  }, [text])

  const go = (filters: TypedFilters, way: 'push' | 'replace') => {
    const address = movementAddress(productId, filters)
    startTransition(() => router[way](address, { scroll: false }))
  }

  const onInput = () => {
    clearTimeout(pause.current)
    pause.current = setTimeout(() => {
      const value = input.current?.value.trim() ?? ''
      // One step back leads to before the search, not through its letters.
      const way = sent.current.length > 0 ? 'replace' : 'push'
      sent.current.push(value)
      go({ ...newest.current, text: value || undefined }, way)
    }, pauseMs)
  }

  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    clearTimeout(pause.current)
    const form = new FormData(event.currentTarget)
    const filters: TypedFilters = { trend: typed.trend }
    for (const field of filterFields) {
      const value = form.get(field)
      if (typeof value === 'string' && value.trim() !== '') filters[field] = value.trim()
    }
    sent.current = []
    go(filters, 'push')
    onSent()
  }

  return { input, isPending, onInput, onSubmit }
}
