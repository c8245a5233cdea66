import { holdEarlyPresses } from './early-press'

/*
 * Trusted Types: browsers that know them (`require-trusted-types-for` in lib/web/security-headers.ts) let no script of the
 * page turn text into HTML or into the address of a script, unless a policy passes it.
 */

type Rule = (text: string) => string

type TrustedTypes = {
  createPolicy(name: 'default', rules: Record<'createHTML' | 'createScript' | 'createScriptURL', Rule>): void
}

/** How React makes a script element, and the one script of the page's frame that it makes so where the server gave no frame. */
const KNOWN = ['<script></script>', holdEarlyPresses]

const known: Rule = (text) => {
  if (KNOWN.includes(text)) return text
  throw new TypeError('not a text of this app')
}

declare global {
  interface Window {
    /** Absent in browsers that do not know it. */
    trustedTypes?: TrustedTypes
  }
}

/**
 * The bundler's loader sets addresses of scripts as text; this policy passes our own built files and nothing else, and of
 * HTML and scripts the texts that are constants here. To be called once, before a script is loaded.
 */
export function trustBuiltFiles(): void {
  try {
    window.trustedTypes?.createPolicy('default', {
      createHTML: known,
      createScript: known,
      createScriptURL(address) {
        const { origin, pathname } = new URL(address, location.origin)
        if (origin === location.origin && pathname.startsWith('/_next/static/')) return address
        throw new TypeError('not a script of this app')
      },
    })
  } catch {
    // An extension has made the default policy: it decides, and the page must not fail here.
  }
}
