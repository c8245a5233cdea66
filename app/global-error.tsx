'use client'

import './globals.css'

/**
 * The last resort, when not even the layout could be made: no messages and no language are known here, so
 * it speaks both and carries its words itself. Trying again loads the document, as in `_parts/crash.tsx`.
 */
export default function GlobalError() {
  return (
    <html lang="en">
      <body>
        <title>Sportello</title>
        <main className="mx-auto max-w-[35rem] px-4 pt-20">
          <h1 className="text-title font-semibold">Sportello cannot be shown right now</h1>
          <p lang="it" className="mt-2 text-soft">
            Sportello non si può mostrare in questo momento
          </p>
          <button
            type="button"
            onClick={() => window.location.reload()}
            className="mt-5 min-h-12 font-semibold text-accent"
          >
            Try again · <span lang="it">Riprova</span>
          </button>
        </main>
      </body>
    </html>
  )
}
