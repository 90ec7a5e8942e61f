/** Describes the entries of the iCalendar reader, one line per occurrence, failure and warning. Rules are expanded independently. */
import { createRequire } from 'node:module'
import { toSeconds } from '../../../../src/base/time/civil-time.ts'
import { addSeconds } from '../../../../src/base/time/parse-date.ts'
import { resolveLocal } from '../../../../src/base/time/time-zone.ts'
import type { ExternalEntry, ExternalRecord } from '../../../../src/features/imports/external/external-record.ts'
import { readIcs } from '../../../../src/features/imports/formats/ics/read-ics.ts'
import type { Json } from '../../../helper/service.ts'

const { rrulestr }: typeof import('rrule') = createRequire(import.meta.url)('rrule')

export async function readEntries(bytes: string | Uint8Array, siteZone = 'America/New_York'): Promise<ExternalEntry[]> {
  const entries: ExternalEntry[] = []
  for await (const entry of readIcs({ bytes: Buffer.from(bytes), name: 'a.ics', siteZone })) entries.push(entry)
  return entries
}

/**
 * Occurrences as start, end and title: instants in UTC, or dates of whole days. Of a series without an end, the first
 * ones. Failures and warnings begin with their line.
 */
export async function describeCalendar(bytes: string | Uint8Array, siteZone?: string): Promise<string[]> {
  return (await readEntries(bytes, siteZone)).flatMap((entry) =>
    'failure' in entry
      ? [`${entry.where.replace('a.ics:', 'failed on line ')}: ${entry.failure}`]
      : [...(entry.warnings ?? []), ...listOccurrences(entry)],
  )
}

const MOST = 30

function listOccurrences({ fields, overrides = [] }: ExternalRecord): string[] {
  const { start_date, end_date, timezone, all_day, recurrence }: Json = fields
  const own = describeOccurrence(fields)
  if (!recurrence) return [own]
  const zone = recurrence.timezone ?? timezone
  const start = toWallTime(start_date, all_day ? undefined : zone)
  const lengthZone = all_day ? 'UTC' : timezone
  const length = toSeconds(toUtc(end_date, lengthZone)) - toSeconds(toUtc(start_date, lengthZone))
  const toKey = (date: string) => (date.length > 10 ? date : `${date} ${start.slice(11)}`)
  const excluded = new Set(recurrence.exdate.map(toKey))
  const keys = [...new Set([...expandRule(recurrence.rrule, start), ...recurrence.rdate.map(toKey)])]
  const changed = new Map(overrides.map(({ date, fields: own }) => [toKey(date), describeOccurrence(own)]))
  return keys
    .filter((key) => !excluded.has(key))
    .sort()
    .slice(0, MOST)
    .map((key) => {
      const change = changed.get(key)
      if (change !== undefined) return change
      if (all_day) return describeOccurrence({ ...fields, start_date: key, end_date: addSeconds(key, length) })
      const { utc } = resolveLocal(key, zone)
      return describeOccurrence({ ...fields, start_date: `${utc}Z`, end_date: `${addSeconds(utc, length)}Z` })
    })
}

/** Wall times of the rule; of one without an end, the first ones. */
function expandRule(rrule: string, start: string): string[] {
  if (rrule === '') return [start]
  const stamp = (text: string) => text.replaceAll(/[-:]/g, '').replace(' ', 'T')
  const until = rrule.replace(/UNTIL=(\d{8})/, 'UNTIL=$1T235959Z')
  const rule = rrulestr(`DTSTART:${stamp(start)}Z\nRRULE:${until}`)
  return rule.all((_date, count) => count < MOST).map((date) => date.toISOString().slice(0, 19).replace('T', ' '))
}

const toUtc = (text: string, zone: string): string =>
  text.endsWith('Z') ? text.slice(0, -1) : resolveLocal(text, zone).utc

function toWallTime(text: string, zone: string | undefined): string {
  if (!text.endsWith('Z') || zone === undefined) return text
  const utc = text.slice(0, -1)
  return new Date(`${utc.replace(' ', 'T')}Z`).toLocaleString('sv-SE', { timeZone: zone })
}

function describeOccurrence({ title, start_date, end_date, timezone, all_day, event_status }: Json): string {
  const show = (text: string) => (all_day ? text.slice(0, 10) : toUtc(text, timezone).slice(0, 16))
  const canceled = event_status === 'canceled' ? ' (canceled)' : ''
  return `${show(start_date)} to ${show(end_date)} ${title}${canceled}`
}

export const createCalendar = (...lines: readonly string[]): string =>
  ['BEGIN:VCALENDAR', 'VERSION:2.0', ...lines, 'END:VCALENDAR', ''].join('\r\n')

/** With the UID "A" and the title "E" unless the lines state others. */
export function createEvent(...lines: readonly string[]): string {
  const states = (name: string) => lines.some((line) => new RegExp(`^${name}[:;]`).test(line))
  const defaults = [...(states('UID') ? [] : ['UID:A']), ...(states('SUMMARY') ? [] : ['SUMMARY:E'])]
  return ['BEGIN:VEVENT', ...defaults, ...lines, 'END:VEVENT'].join('\r\n')
}

/** Lines of `describeCalendar` of a calendar with one event, whose properties begin on line 6. */
export const describeEvent = (...lines: readonly string[]): Promise<string[]> =>
  describeCalendar(createCalendar(createEvent(...lines)))

/** The starts of the occurrences, and failures and warnings. */
export const listStarts = async (...lines: readonly string[]): Promise<string[]> =>
  shortenStarts(await describeEvent(...lines))

export const shortenStarts = (lines: readonly string[]): string[] =>
  lines.map((line) => (/^\d{4}-/.test(line) ? line.replace(/ to .*$/, '') : line))
