/** The recurrence rules (RFC 5545) that the form offers by controls; every other rule is edited as text. */

export const FREQUENCIES = ['DAILY', 'WEEKLY', 'MONTHLY', 'YEARLY'] as const
export type Frequency = (typeof FREQUENCIES)[number]

export const WEEKDAYS = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'] as const

export interface SimpleRule {
  readonly frequency: Frequency
  readonly interval: number
  /** Weekdays of a weekly rule; empty for the weekday of the start. */
  readonly weekdays: readonly string[]
  /** Weekday of a monthly rule, for example `1FR` or `-1SU`; empty for the day of the month. */
  readonly position: string
  /** Last day, `YYYY-MM-DD`; empty without one. */
  readonly until: string
  /** Number of dates; 0 without a limit. */
  readonly count: number
}

export const WEEKLY: SimpleRule = {
  ...{ frequency: 'WEEKLY', interval: 1, weekdays: [], position: '', until: '', count: 0 },
}

export function formatRule({ frequency, interval, weekdays, position, until, count }: SimpleRule): string {
  const days = frequency === 'WEEKLY' ? weekdays.join() : frequency === 'MONTHLY' ? position : ''
  const parts = [
    `FREQ=${frequency}`,
    interval > 1 && `INTERVAL=${interval}`,
    days && `BYDAY=${days}`,
    until ? `UNTIL=${until.replaceAll('-', '')}T235959` : count > 0 && `COUNT=${count}`,
  ]
  return parts.filter(Boolean).join(';')
}

const toNumber = (text: string | undefined, fallback: number): number => Number(text) || fallback

/** Undefined for a rule that the controls cannot show. */
export function parseRule(rrule: string): SimpleRule | undefined {
  const parts = new Map(
    rrule
      .replace(/^RRULE:/i, '')
      .split(';')
      .map((part): [string, string] => {
        const [name = '', value = ''] = part.split('=')
        return [name.toUpperCase(), value.toUpperCase()]
      }),
  )
  const frequency = FREQUENCIES.find((one) => one === parts.get('FREQ'))
  const until = /^(\d{4})(\d\d)(\d\d)/.exec(parts.get('UNTIL') ?? '')
  const days = parts.get('BYDAY') ?? ''
  if (!frequency) return undefined
  const rule: SimpleRule = {
    frequency,
    interval: toNumber(parts.get('INTERVAL'), 1),
    weekdays: frequency === 'WEEKLY' && days ? days.split(',') : [],
    position: frequency === 'MONTHLY' ? days : '',
    until: until ? until.slice(1).join('-') : '',
    count: toNumber(parts.get('COUNT'), 0),
  }
  const KNOWN = ['FREQ', 'INTERVAL', 'BYDAY', 'UNTIL', 'COUNT', 'WKST']
  const isSimple = [...parts.keys()].every((name) => KNOWN.includes(name)) && isKnownPosition(rule.position)
  return isSimple && (days === '' || frequency === 'WEEKLY' || frequency === 'MONTHLY') ? rule : undefined
}

const isKnownPosition = (position: string): boolean => position === '' || /^(?:[1-4]|-1)[A-Z]{2}$/.test(position)

const getWeekday = (day: string): string => WEEKDAYS[(new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7] ?? 'MO'

/** The positions of a day in its month: `2TU`, and `-1TU` if it is the last one. */
export function listPositions(day: string): string[] {
  const date = new Date(`${day}T00:00:00Z`)
  if (Number.isNaN(date.getTime())) return []
  const weekday = getWeekday(day)
  const number = Math.ceil(date.getUTCDate() / 7)
  const isLast = new Date(date.getTime() + 7 * 86_400_000).getUTCMonth() !== date.getUTCMonth()
  return [...(number <= 4 ? [`${number}${weekday}`] : []), ...(isLast ? [`-1${weekday}`] : [])]
}
