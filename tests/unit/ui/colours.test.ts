import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const files = ['app', 'lib/ui'].flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name))
    .map((name) => join(folder, name)),
)

/** Colours that Tailwind brings and our theme takes away: a class with one of them draws nothing, and says nothing. */
const taken =
  /(?:bg|text|border|divide|outline|ring|fill|stroke|decoration|accent|placeholder)-(?:black|white|(?:slate|gray|zinc|neutral|stone|red|orange|amber|yellow|lime|green|emerald|teal|cyan|sky|blue|indigo|violet|purple|pink|rose)-\d+)\b/g

it('no class names a colour that the theme does not have', () => {
  expect(readFileSync('app/globals.css', 'utf8')).toContain('--color-*: initial;')
  expect(files.length).toBeGreaterThan(100)
  const found = files.flatMap((file) =>
    (readFileSync(file, 'utf8').match(taken) ?? []).map((name) => `${file}: ${name}`),
  )
  expect(found).toEqual([])
})
