import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'

const run = promisify(execFile)

const texts = z.array(z.string())
const found = z.object({
  zone: z.string(),
  offset: z.number(),
  bankDays: texts,
  aroundClockChanges: z.array(texts),
  daysRead: texts,
  daysWritten: texts,
  daysShown: texts,
  moments: texts,
  ages: texts,
  headings: z.array(texts),
  files: texts,
})

/** What the program's own code makes of days and moments in a process that lives in this time zone. */
async function inTimeZone(zone: string) {
  const { stdout } = await run(process.execPath, ['--import', 'tsx', 'tests/support/in-time-zone.tsx'], {
    env: { ...process.env, TZ: zone },
    maxBuffer: 10 * 1024 * 1024,
  })
  return found.parse(JSON.parse(stdout))
}

describe('DAT-1: days, amounts and moments are the same wherever the server stands', () => {
  it.each([
    ['UTC', 0],
    ['Europe/Rome', -120],
    ['America/New_York', 240],
    ['Asia/Tokyo', -540],
  ])('in %s', async (zone, offset) => {
    const { files, ...said } = await inTimeZone(zone)
    const changes = ['28 March 2027', '25 October', '29 March']
    expect(said).toEqual({
      zone,
      offset,
      bankDays: ['2026-11-27', '2026-11-28', '2026-07-01', '2026-07-02'],
      aroundClockChanges: [
        ['2026-03-28', '2026-03-30', '2027-03-29'],
        ['2026-10-24', '2026-10-26', '2027-10-25'],
        ['2027-03-27', '2027-03-29', '2028-03-27'],
      ],
      daysRead: ['2019-12-30', '2026-04-03', '2026-03-29', '2026-10-25'],
      daysWritten: ['30/12/2019', '29/03/2026', '25/10/2026', '28/03/2027'],
      daysShown: [
        '29 March 2026',
        '25 October 2026',
        '28 March 2027',
        '29 marzo 2026',
        '25 ottobre 2026',
        '28 marzo 2027',
      ],
      moments: [
        '25 Oct 2026, 02:30',
        '25 Oct 2026, 02:30',
        '29 Mar 2026, 01:59',
        '29 Mar 2026, 03:00',
        '25 ott 2026, 02:30',
        '25 ott 2026, 02:30',
        '29 mar 2026, 01:59',
        '29 mar 2026, 03:00',
      ],
      ages: ['1 day ago', '11 hours ago'],
      headings: [
        ['Today (27 November 2026)', 'Yesterday (26 November 2026)', '25 November', ...changes],
        ['Today (28 November 2026)', 'Yesterday (27 November 2026)', '26 November', ...changes],
        ['Today (1 July 2026)', 'Yesterday (30 June 2026)', '29 June', ...changes],
        ['Today (2 July 2026)', 'Yesterday (1 July 2026)', '30 June', ...changes],
      ],
    })
    const [italian = '', csv = '', camt = '', ofx = ''] = files
    expect(italian.match(/\d\d\/\d\d\/\d{4};\d\d\/\d\d\/\d{4};-12,50/g)).toEqual(
      ['29/03/2026', '25/10/2026', '28/03/2027', '28/11/2026'].map((day) => `${day};${day};-12,50`),
    )
    expect(italian).toContain(';28/11/2026 10:30;')
    expect(csv.match(/(?<=^booked,)[\d-]+/gm)).toEqual([
      '2026-03-29',
      '2026-10-25',
      '2027-03-28',
      '2026-11-28',
    ])
    expect(camt.match(/(?<=<BookgDt><Dt>)[\d-]+/g)).toEqual([
      '2026-03-29',
      '2026-10-25',
      '2027-03-28',
      '2026-11-28',
    ])
    expect(ofx.match(/(?<=<DTPOSTED>)\d{8}/g)).toEqual(['20260329', '20261025', '20270328', '20261128'])
  })
})
