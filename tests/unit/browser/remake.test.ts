import { readdirSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

it('one file alone has pages made anew, so that none can load itself without end', () => {
  const files = ['app', 'lib'].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.tsx?$/.test(name))
      .map((name) => `${folder}/${name}`),
  )
  expect(files.length).toBeGreaterThan(100)
  const refreshing = files.filter((file) =>
    /\brouter\.refresh\b|\{[^}]*\brefresh\b[^}]*\} = useRouter/.test(readFileSync(file, 'utf8')),
  )
  expect(refreshing).toEqual(['lib/browser/remake.ts'])
})
