'use client'

import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'

/**
 * One cache per page in the browser (and one per request on the server). No retries here: the bank client
 * has already retried what may be retried. `always`: our own requests name the missing network at once,
 * where the library would wait for it in silence.
 */
export function QueryProvider({ children }: { children: ReactNode }) {
  const [client] = useState(
    () =>
      new QueryClient({
        defaultOptions: {
          queries: { retry: false, networkMode: 'always', refetchOnReconnect: true },
        },
      }),
  )
  return <QueryClientProvider client={client}>{children}</QueryClientProvider>
}
