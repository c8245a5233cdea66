import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'

const rows = readFileSync('tests/README.md', 'utf8')
  .split('\n')
  .map((line) => /^\| ([A-Z]+-\d+) \|[^|]*\| (.+) \|$/.exec(line))
  .filter((match) => match !== null)
  .map(([, id = '', files = '']) => ({
    id,
    files: [...files.matchAll(/`([^`]+)`/g)].map(([, file]) => file),
  }))

describe('the table of cases in tests/README.md', () => {
  it('has them all', () => {
    expect(rows.length).toBeGreaterThanOrEqual(36)
    expect(new Set(rows.map(({ id }) => id)).size).toBe(rows.length)
  })

  it.each(rows)('$id is the title of a test in each file named', ({ id, files }) => {
    expect(files.length).toBeGreaterThan(0)
    for (const file of files) {
      // A title, or a row of a table of titles, begins with the id.
      const title = new RegExp(`['"\`]${id}\\b`)
      expect(title.test(readFileSync(`tests/${file}`, 'utf8')), `${file} has no test of ${id}`).toBe(true)
    }
  })
})
