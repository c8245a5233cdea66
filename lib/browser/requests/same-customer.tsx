'use client'

import { createContext, useContext, useEffect } from 'react'

/*
 * The frame of the signed-in area stays while its pages change. When somebody else has signed in from
 * another tab meanwhile, the server makes the next page for them: the frame then has to go as well.
 */

const FrameCustomer = createContext<string | undefined>(undefined)

/** Says for whom the frame was made. */
export const FrameCustomerProvider = FrameCustomer.Provider

/** Stands in every page of the signed-in area, with the customer the page was made for. */
export function SameCustomer({ customer }: { customer: string }) {
  const frame = useContext(FrameCustomer)
  useEffect(() => {
    if (frame !== undefined && frame !== customer) void startOver()
  }, [frame, customer])
  return null
}

/** Loads the document again, so that nothing in this tab's memory remains. Never resolves. */
export function startOver(): Promise<never> {
  window.location.reload()
  return new Promise(() => undefined)
}
