import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'

const lines = readFileSync('sandbox/CONFORMANCE.md', 'utf8').split('\n')
const rows = lines
  .filter((line) => line.startsWith('| ') && !/^\| (the interface|---) /.test(line))
  .map((line) => {
    const [, sentence = '', tests = ''] = line.split(/(?<!\\)\|/)
    return { sentence: sentence.trim(), tests: tests.trim() }
  })

function pathOf(file: string): string {
  return `tests/${file.includes('/') ? '' : 'integration/sandbox/'}${file}.test.ts`
}

/** Titles of tests and groups: a text before a function, as the first argument or the first after a table. */
function titlesOf(path: string): string[] {
  const titles = readFileSync(path, 'utf8').matchAll(
    /\(\s*(?:'((?:[^'\\\n]|\\.)*)'|"((?:[^"\\\n]|\\.)*)"|`((?:[^`\\]|\\.)*)`),\s*(?:async )?\(/g,
  )
  return [...titles].map(([, single, double, template]) =>
    (single ?? double ?? template ?? '').replace(/\\(.)/g, '$1'),
  )
}

const titles = new Map<string, string[]>()

function hasTest(file: string, beginning: string): boolean {
  const path = pathOf(file)
  if (!existsSync(path)) return false
  const known = titles.get(path) ?? titlesOf(path)
  titles.set(path, known)
  return known.some((title) => title.startsWith(beginning))
}

describe('the table in sandbox/CONFORMANCE.md', () => {
  it('goes through the whole interface', () => {
    expect(lines.filter((line) => line.startsWith('## ')).length).toBeGreaterThanOrEqual(24)
    expect(rows.length).toBeGreaterThanOrEqual(150)
  })

  it('is linked from the README', () => {
    expect(readFileSync('sandbox/README.md', 'utf8')).toContain('](CONFORMANCE.md)')
  })

  it.each(rows)('$sentence', ({ tests }) => {
    const named = tests.split('<br>').map((cell) => /^`([\w/-]+)`: (\S.*)$/.exec(cell))
    for (const [place, match] of named.entries()) {
      const [, file = '', beginning = ''] = match ?? []
      expect(match !== null && hasTest(file, beginning), `test ${place + 1} of: ${tests}`).toBe(true)
    }
  })
})
