/** Selects the archives that are retained: the newest of each of the last hours, days, weeks, months and years. */
import type { ArchiveName } from './repository.ts'

const UNITS = ['h', 'd', 'w', 'm', 'y'] as const
type Unit = (typeof UNITS)[number]

/** Number of periods by unit. */
export type RetentionRule = Readonly<Partial<Record<Unit, number>>>

const isUnit = (text: string | undefined): text is Unit => UNITS.some((unit) => unit === text)

/** Parses `7d,4w,12m`. Undefined if invalid. */
export function parseRetentionRule(text: string): RetentionRule | undefined {
  const rule: Partial<Record<Unit, number>> = {}
  for (const part of text.split(',')) {
    const [, count, unit] = /^\s*([1-9]\d{0,4})([hdwmy])\s*$/.exec(part) ?? []
    if (!isUnit(unit) || rule[unit] !== undefined) return undefined
    rule[unit] = Number(count)
  }
  return rule
}

/** The period of a time, in UTC; weeks begin on Monday. */
function getPeriod(unit: Unit, time: number): string {
  const date = new Date(time)
  if (unit === 'w') date.setUTCDate(date.getUTCDate() - ((date.getUTCDay() + 6) % 7))
  const length = { y: 4, m: 7, w: 10, d: 10, h: 13 }[unit]
  return date.toISOString().slice(0, length)
}

/** Archives that the rule does not retain. The newest one is always retained. `archives` must be sorted, newest first. */
export function findExpiredArchives(archives: readonly ArchiveName[], rule: RetentionRule): readonly ArchiveName[] {
  const retained = new Set(archives.slice(0, 1))
  for (const unit of UNITS) {
    const periods = new Set<string>()
    for (const archive of archives) {
      const period = getPeriod(unit, archive.created)
      if (periods.has(period)) continue
      if (periods.size >= (rule[unit] ?? 0)) break
      periods.add(period)
      retained.add(archive)
    }
  }
  return archives.filter((archive) => !retained.has(archive))
}
