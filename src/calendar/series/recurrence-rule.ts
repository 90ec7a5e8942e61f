/** Recurrence rules (RFC 5545, section 3.3.10) on dates: the time of day is that of the first occurrence. */
import type { MessageKey } from '../../base/i18n/messages/catalog.ts'
import type { FieldError } from '../../kernel/problem.ts'

/** A series has at most this many occurrences, past ones included. */
export const MAX_OCCURRENCES = 1000

/** Parts of a rule by name, in upper case. */
export type RuleParts = ReadonlyMap<string, string>

export type RuleResult = { readonly parts: RuleParts } | { readonly error: FieldError }

/** Lists are checked element by element. */
const PART_PATTERNS: Readonly<Record<string, RegExp>> = {
  FREQ: /^(?:DAILY|WEEKLY|MONTHLY|YEARLY)$/,
  INTERVAL: /^[1-9]\d{0,2}$/,
  COUNT: /^(?:[1-9]\d{0,2}|1000)$/,
  UNTIL: /^\d{4}(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])(?:T(?:[01]\d|2[0-3])[0-5]\d[0-5]\dZ?)?$/,
  WKST: /^(?:MO|TU|WE|TH|FR|SA|SU)$/,
  BYDAY: /^(?:[+-]?(?:[1-9]|[1-4]\d|5[0-3]))?(?:MO|TU|WE|TH|FR|SA|SU)$/,
  BYMONTH: /^(?:[1-9]|1[0-2])$/,
  BYMONTHDAY: /^[+-]?(?:[1-9]|[12]\d|3[01])$/,
  BYYEARDAY: /^[+-]?(?:[1-9]|[1-9]\d|[12]\d\d|3[0-5]\d|36[0-6])$/,
  BYWEEKNO: /^[+-]?(?:[1-9]|[1-4]\d|5[0-3])$/,
  BYSETPOS: /^[+-]?(?:[1-9]|[1-9]\d|[12]\d\d|3[0-5]\d|36[0-6])$/,
}

/** Parts that select times of day. */
const TOO_FINE = /^(?:FREQ=(?:HOURLY|MINUTELY|SECONDLY)|BY(?:HOUR|MINUTE|SECOND)=.*)$/

export const MAX_RULE_LENGTH = 1000

export function createRecurrenceError(message: MessageKey, values: Readonly<Record<string, string>> = {}) {
  return { error: { kind: 'invalid', message, values } } as const
}

/** Parses the value of an RRULE. The error names the part that is invalid, or finer than daily. */
export function parseRule(text: string): RuleResult {
  const parts = new Map<string, string>()
  if (text.length > MAX_RULE_LENGTH) return createRecurrenceError('error.too_long', { limit: String(MAX_RULE_LENGTH) })
  for (const part of text.toUpperCase().split(';')) {
    if (TOO_FINE.test(part)) return createRecurrenceError('error.recurrence_too_fine', { part })
    const [name = '', value = '', ...rest] = part.split('=')
    const pattern = Object.hasOwn(PART_PATTERNS, name) ? PART_PATTERNS[name] : undefined
    const elements = name.startsWith('BY') ? value.split(',') : [value]
    if (!pattern || rest.length > 0 || parts.has(name) || !elements.every((element) => pattern.test(element)))
      return createRecurrenceError('error.recurrence_part', { part })
    parts.set(name, value)
  }
  const conflict = findConflict(parts)
  return conflict ? createRecurrenceError('error.recurrence_conflict', { parts: conflict }) : { parts }
}

/** Combinations that RFC 5545 forbids, and those of BYDAY that rrule-temporal expands to other dates. */
function findConflict(parts: RuleParts): string | undefined {
  const frequency = parts.get('FREQ')
  if (frequency === undefined) return 'FREQ'
  const has = (name: string) => parts.has(name)
  if (has('COUNT') && has('UNTIL')) return 'COUNT, UNTIL'
  if (has('BYWEEKNO') && frequency !== 'YEARLY') return `FREQ=${frequency}, BYWEEKNO`
  if (has('BYYEARDAY') && frequency !== 'YEARLY') return `FREQ=${frequency}, BYYEARDAY`
  if (has('BYMONTHDAY') && frequency === 'WEEKLY') return 'FREQ=WEEKLY, BYMONTHDAY'
  if (has('BYSETPOS') && !['BYDAY', 'BYMONTH', 'BYMONTHDAY', 'BYYEARDAY', 'BYWEEKNO'].some(has)) return 'BYSETPOS'
  const isOrdinal = /\d/.test(parts.get('BYDAY') ?? '')
  if (isOrdinal && (frequency === 'DAILY' || frequency === 'WEEKLY')) return `FREQ=${frequency}, BYDAY`
  if (has('BYYEARDAY') && has('BYDAY')) return 'BYYEARDAY, BYDAY'
  const limiting = ['BYWEEKNO', 'BYMONTHDAY'].find(has)
  return isOrdinal && frequency === 'YEARLY' && limiting !== undefined ? `${limiting}, BYDAY` : undefined
}

/** Reads a stored rule, which was parsed before. */
export const readRule = (rrule: string): RuleParts =>
  new Map(rrule.split(';').map((part) => [part.slice(0, part.indexOf('=')), part.slice(part.indexOf('=') + 1)]))

export const formatRule = (parts: RuleParts): string => [...parts].map(([name, value]) => `${name}=${value}`).join(';')

/** The rule without COUNT, ending on `date` (`YYYY-MM-DD`) at the latest. */
export function endRule(rrule: string, date: string): string {
  const parts = new Map(readRule(rrule))
  parts.delete('COUNT')
  parts.set('UNTIL', date.replaceAll('-', ''))
  return formatRule(parts)
}
