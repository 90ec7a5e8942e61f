/** Types of settings: how a value is parsed, and how the error for an invalid one describes it. */
import { availableParallelism } from 'node:os'
import { normalizeHost } from '../../base/net/parse-url.ts'

export interface SettingType<T> {
  /** Completes "Expected ..." in error messages. */
  readonly expected: string
  /** Returns undefined for an invalid value. */
  readonly parse: (text: string) => T | undefined
  /** Names the part of an invalid value that is wrong, without secrets. */
  readonly explain?: (text: string) => string | undefined
}

/** One setting: read from the environment or `.env`. */
export interface ConfigSetting<T> extends SettingType<T> {
  readonly default: string
  readonly describe: string
  /** The value is never printed, not even when it is invalid. */
  readonly secret?: true
  /** One of the settings that an operator should look at first. */
  readonly essential?: true
}

const MAX_WORKERS = 64

export const anyText: SettingType<string> = { expected: 'any text', parse: (text) => text }

export const integer = (min: number, max: number): SettingType<number> => ({
  expected: `an integer from ${min} to ${max}`,
  parse: (text) => {
    const number = Number(text)
    return /^\d+$/.test(text) && number >= min && number <= max ? number : undefined
  },
})

export const workerCount: SettingType<number> = {
  expected: `auto or an integer from 1 to ${MAX_WORKERS}`,
  parse: (text) =>
    text === 'auto' ? Math.min(availableParallelism(), MAX_WORKERS) : integer(1, MAX_WORKERS).parse(text),
}

const MAX_DAYS = 36_500

/** A number of days; infinite for `forever`. */
export const days: SettingType<number> = {
  expected: `a number of days from 1d to ${MAX_DAYS}d, or forever`,
  parse: (text) => {
    if (text === 'forever') return Number.POSITIVE_INFINITY
    return text.endsWith('d') ? integer(1, MAX_DAYS).parse(text.slice(0, -1)) : undefined
  },
}

export const choice = <T extends string>(...words: readonly T[]): SettingType<T> => ({
  expected: `${words.slice(0, -1).join(', ')} or ${words.at(-1)}`,
  parse: (text) => words.find((word) => word === text),
})

export const onOff: SettingType<boolean> = {
  expected: 'on or off',
  parse: (word) => (word === 'on' ? true : word === 'off' ? false : undefined),
}

export const splitList = (text: string): readonly string[] =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean)

/** Normalized as in headers of clients: lower case, Punycode, without the default port and a trailing slash. */
function parseHttpUrl(text: string): string | undefined {
  if (text === '') return ''
  return URL.canParse(text) && /^https?:/.test(text) ? new URL(text).href.replace(/\/+$/, '') : undefined
}

/** Rejects URLs with user name or password, which `fetch` does not support. */
export const httpUrlWithoutCredentials: SettingType<string> = {
  expected: 'an http or https URL without user name and password',
  parse: (text) => {
    const url = parseHttpUrl(text)
    return url && new URL(url).username + new URL(url).password !== '' ? undefined : url
  },
}

/** Hosts in the form of `normalizeHost`. */
export const hosts: SettingType<readonly string[]> = {
  expected: 'hosts as host or host:port, separated by commas',
  parse: (text) => {
    const entries = splitList(text)
    const known = entries.map(normalizeHost).filter((host) => host !== undefined)
    return known.length === entries.length ? known : undefined
  },
}

const UNIT_SECONDS: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3600, d: 86_400 }

/** A time of at least `min` seconds, such as 30m, 24h or 7d, in milliseconds; 0 for the empty text. */
export const duration = (min: number): SettingType<number> => ({
  expected: `a time of at least ${min} seconds, such as 30m, 24h or 7d`,
  parse: (text) => {
    if (text === '') return 0
    const [, count, unit = ''] = /^(\d{1,6})([smhd])$/.exec(text) ?? []
    const seconds = Number(count) * (UNIT_SECONDS[unit] ?? Number.NaN)
    return seconds >= min ? seconds * 1000 : undefined
  },
})
