import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

const draft = {
  productId: '1',
  payeeName: 'Mario Rossi',
  iban: 'IT60X0542811101000000123456',
  amount: '12,00',
  currency: 'EUR',
  date: '',
  isUrgent: false,
  note: 'affitto',
}

let kept: Map<string, string>
beforeEach(() => {
  vi.resetModules()
  kept = new Map()
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  })
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.resetModules()
})

async function openTab() {
  const { leaveDraft } = await import('@/lib/browser/transfers/left-draft')
  const { onSessionEnded, tellSessionEnded } = await import('@/lib/browser/requests/session-end')
  return {
    leave: () => leaveDraft({ customer: 'c', transferId: null, draft }),
    onSessionEnded,
    tellSessionEnded,
  }
}

describe('what was typed, when the customer signs out', () => {
  it('is gone from the tab, and the form that is left then leaves nothing', async () => {
    const { leave, tellSessionEnded } = await openTab()
    leave()
    expect(kept.size).toBe(1)
    tellSessionEnded()
    expect([...kept]).toEqual([])
    leave()
    expect([...kept]).toEqual([])
  })

  it('is gone from a tab that hears it from another', async () => {
    const { leave, onSessionEnded } = await openTab()
    leave()
    const heard = vi.fn()
    const stop = onSessionEnded(heard)
    const other = new BroadcastChannel('sportello-session')
    other.postMessage('ended')
    await vi.waitFor(() => expect(heard).toHaveBeenCalledOnce())
    expect([...kept]).toEqual([])
    leave()
    expect([...kept]).toEqual([])
    stop()
    other.close()
  })

  it('does not stop a sign-out where the browser keeps nothing', async () => {
    vi.stubGlobal('sessionStorage', undefined)
    const { leave, tellSessionEnded } = await openTab()
    leave()
    expect(tellSessionEnded).not.toThrow()
  })
})
