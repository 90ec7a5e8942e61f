import { availableParallelism } from 'node:os'
import { resolve } from 'node:path'
import { isCurrency } from './calendar/currencies.ts'
import type { Site } from './calendar/site.ts'
import { parseMediaUrl, withMediaKeys } from './media/media-url.ts'
import { normalHost } from './net/target.ts'
import { isLanguage, LANGUAGES, type Language } from './text/language.ts'
import { say } from './text/say.ts'
import { isTimeZone } from './text/zone.ts'

/** One setting: read from the environment or `.env`. `parse` returns undefined for a value that makes no sense. */
interface Setting<T> {
  readonly default: string
  readonly describe: string
  readonly parse: (text: string) => T | undefined
  /** Its value is never repeated, not even when it makes no sense. */
  readonly secret?: true
}

const MOST_WORKERS = 64

const text = (text: string): string => text
const whole = (least: number, most: number) => (text: string) => {
  const number = Number(text)
  return /^\d+$/.test(text) && number >= least && number <= most ? number : undefined
}
/** A number of processes, or `auto`: one for every core. */
function workers(text: string): number | undefined {
  return text === 'auto' ? Math.min(availableParallelism(), MOST_WORKERS) : whole(1, MOST_WORKERS)(text)
}

const oneOf =
  <T extends string>(...words: readonly T[]) =>
  (text: string): T | undefined =>
    words.find((word) => word === text)

/** As clients and headers write it: lower case, Punycode, without the port that its scheme implies. */
function address(text: string): string | undefined {
  if (text === '') return ''
  return URL.canParse(text) && /^https?:/.test(text) ? new URL(text).href.replace(/\/+$/, '') : undefined
}

/** An address that carries no name and password, which `fetch` would refuse at every request. */
function plainAddress(text: string): string | undefined {
  const found = address(text)
  return found && new URL(found).username + new URL(found).password !== '' ? undefined : found
}

/** Where a map gets its pictures, by zoom and place. */
function tiles(text: string): string | undefined {
  if (text === '') return ''
  return /^https?:\/\/\S+$/.test(text) && ['{z}', '{x}', '{y}'].every((part) => text.includes(part)) ? text : undefined
}

/** A file of SQLite, or a database of a PostgreSQL server. */
function databaseAddress(text: string): string | undefined {
  if (text === '' || /^sqlite:.+/.test(text)) return text
  return /^postgres(?:ql)?:\/\/[^/]*\/./.test(text) && URL.canParse(text) ? text : undefined
}

const list = (text: string): readonly string[] =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean)

/** Some of those there are, each once. */
function languages(text: string): readonly [Language, ...Language[]] | undefined {
  const entries = list(text.toLowerCase())
  const [first, ...others] = [...new Set(entries.filter(isLanguage))]
  return first === undefined || others.length + 1 < entries.length ? undefined : [first, ...others]
}

function hosts(text: string): readonly string[] | undefined {
  const entries = list(text)
  const known = entries.map(normalHost).filter((host) => host !== undefined)
  return known.length === entries.length ? known : undefined
}

/** Every setting of the service; docs/configuration.md is made from this table. */
export const SETTINGS = {
  PORT: { default: '8080', describe: 'Port to listen on; 0 takes any free one', parse: whole(0, 65_535) },
  HOST: { default: '127.0.0.1', describe: 'Address to listen on', parse: text },
  WORKERS: {
    default: '1',
    describe:
      'Processes that share the port, on one machine; one of them does what happens without a request. auto: one for every core',
    parse: workers,
  },
  PUBLIC_URL: {
    default: '',
    describe: 'Address under which clients reach the service; by default where it listens',
    parse: address,
  },
  DATABASE_URL: {
    default: '',
    describe:
      'sqlite:PATH or postgres://USER:PASSWORD@HOST:PORT/DATABASE?sslmode=verify-full (docs/operations.md has more); by default calends.db in DATA_DIR',
    parse: databaseAddress,
    secret: true,
  },
  DATABASE_REPLICA_URL: {
    default: '',
    describe:
      'Streaming replica of a PostgreSQL DATABASE_URL, which answers what callers without credentials read while it misses nothing',
    parse: (text: string) => (text === '' || text.startsWith('postgres') ? databaseAddress(text) : undefined),
    secret: true,
  },
  DATABASE_TIMEOUT: {
    default: '30',
    describe:
      'Seconds after which a statement of a PostgreSQL server is given up and the request answered with 503; connections and the turn to write are waited for as long, 10 at most',
    parse: whole(1, 3600),
  },
  DATABASE_CONNECTIONS: {
    default: '10',
    describe:
      'Most connections of a process to a PostgreSQL server; one more listens for what others write. Each of WORKERS has its own',
    parse: whole(2, 1000),
  },
  DATA_DIR: {
    default: './data',
    describe: 'Folder of everything the service keeps',
    parse: (dir: string) => resolve(dir),
  },
  MEDIA_URL: {
    default: '',
    describe:
      'Where pictures are kept: file:/FOLDER or s3://KEY:SECRET@HOST:PORT/BUCKET/PREFIX?region=us-east-1&tls=on; by default uploads in DATA_DIR',
    parse: (text: string) => (text === '' || parseMediaUrl(text) !== undefined ? text : undefined),
    secret: true,
  },
  AWS_ACCESS_KEY_ID: { default: '', describe: 'Key of an s3 MEDIA_URL that has none in it', parse: text },
  AWS_SECRET_ACCESS_KEY: { default: '', describe: 'Secret of an s3 MEDIA_URL that has none in it', parse: text },
  SITE_NAME: { default: 'Calends', describe: 'Name of the site', parse: text },
  SITE_TIMEZONE: {
    default: 'UTC',
    describe: 'Time zone of the site, by name (Europe/Paris) or offset (UTC+2)',
    parse: (zone: string) => (isTimeZone(zone) ? zone : undefined),
  },
  LANGUAGES: {
    default: LANGUAGES.join(','),
    describe: `Languages of messages, descriptions and pages, of ${LANGUAGES.join(', ')}; the first is the one of the site`,
    parse: languages,
  },
  PER_PAGE: { default: '50', describe: 'Records on a page when the caller does not say', parse: whole(1, 1000) },
  MAX_PER_PAGE: { default: '100', describe: 'Most records on a page', parse: whole(1, 1000) },
  CURRENCY_SYMBOL: { default: '$', describe: 'Currency symbol of prices that have none', parse: text },
  CURRENCY_CODE: {
    default: 'USD',
    describe: 'ISO 4217 code of prices that have none',
    parse: (code: string) => (isCurrency(code) ? code : undefined),
  },
  CURRENCY_POSITION: {
    default: 'prefix',
    describe: 'Whether the symbol stands before (prefix) or after (postfix) the amount',
    parse: oneOf('prefix', 'postfix'),
  },
  DAY_CUTOFF: {
    default: '00:00',
    describe: 'When a day begins, HH:MM',
    parse: (time: string) => (/^(?:[01]\d|2[0-3]):[0-5]\d$/.test(time) ? time : undefined),
  },
  CACHE_MEGABYTES: {
    default: '64',
    describe: 'Memory for answers and texts of records that are kept until something is written; 0 keeps nothing',
    parse: whole(0, 65_536),
  },
  CDN_SECONDS: {
    default: '10',
    describe: 'How long a shared cache in front of the service may keep what anybody may read; 0 forbids it',
    parse: whole(0, 31_536_000),
  },
  MAX_STREAMS: {
    default: '32',
    describe:
      'Feeds that a process sends at the same time, each of which takes up to 2 MB while its client reads it. Others wait for up to 10 seconds, then get 503',
    parse: whole(1, 100_000),
  },
  CORS_ORIGINS: {
    default: '*',
    describe: 'Origins whose pages may call, separated by commas; * for all, without credentials',
    parse: list,
  },
  TRUST_PROXY: {
    default: 'off',
    describe: 'on: take the address of the caller from X-Forwarded-For, as the one proxy in front wrote it',
    parse: (word: string) => (word === 'on' ? true : word === 'off' ? false : undefined),
  },
  RATE_LIMIT_SIGN_IN: {
    default: '50',
    describe:
      'Failed sign-ins in 15 minutes, per address and per account, and wrong passwords of a page, per address, on all nodes of a database together, before more are refused; 0 for no limit',
    parse: whole(0, 1_000_000),
  },
  SECURITY_CONTACT: {
    default: '',
    describe:
      'Whom to tell of a weakness, for /.well-known/security.txt: mailto:, https: or tel:; by default the address of the site',
    parse: (text: string) =>
      text === '' || /^(?:mailto:[^\s@]+@[^\s@]+|https:\/\/\S+|tel:\+?[\d-]+)$/.test(text) ? text : undefined,
  },
  IMAGE_FETCH_ALLOW: {
    default: '',
    describe:
      'Hosts, as host or host:port, separated by commas, that pictures may be fetched from although they are not public',
    parse: hosts,
  },
  GEOCODER_URL: {
    default: '',
    describe:
      "Geocoder that answers as Nominatim's search does (https://nominatim.example/search), asked for coordinates of venues; none by default",
    parse: plainAddress,
  },
  MAP_TILES_URL: {
    default: '',
    describe:
      'Pictures that maps on pages are made of (https://tiles.example/{z}/{x}/{y}.png), which visitors fetch themselves; without it there are no maps',
    parse: tiles,
  },
  MAP_TILES_ATTRIBUTION: {
    default: '© OpenStreetMap contributors',
    describe: 'Whom maps thank for their pictures',
    parse: text,
  },
  THEME_DIR: {
    default: '',
    describe: "Folder that changes the looks of pages (docs/site.md); by default they are the service's own",
    parse: (dir: string) => (dir === '' ? '' : resolve(dir)),
  },
  LOG_LEVEL: {
    default: 'info',
    describe: 'fatal, error, warn, info, debug, trace or silent',
    parse: oneOf('fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'),
  },
  WORDPRESS_MOUNT: {
    default: 'on',
    describe: 'off: serve only /api, not the addresses that clients of the reference call',
    parse: (word: string) => (word === 'on' ? true : word === 'off' ? false : undefined),
  },
} as const satisfies Record<string, Setting<unknown>>

export type SettingName = keyof typeof SETTINGS
type Values = { readonly [K in SettingName]: NonNullable<ReturnType<(typeof SETTINGS)[K]['parse']>> }

export interface Config extends Values {
  readonly databaseUrl: string
  /** With its keys: nothing to be logged. */
  readonly mediaUrl: string
  readonly site: Site
}

/** Throws an `Error` naming every setting whose value makes no sense, a line each. */
export function readConfig(environment: Readonly<Record<string, string | undefined>>): Config {
  const values: Record<string, unknown> = {}
  const wrong: string[] = []
  for (const [name, setting] of Object.entries<Setting<unknown>>(SETTINGS)) {
    const given = environment[name]?.trim() || setting.default
    const value = setting.parse(given)
    if (value === undefined)
      wrong.push(`${name}=${setting.secret ? '...' : given} makes no sense. ${setting.describe}.`)
    else values[name] = value
  }
  if (wrong.length > 0) throw new Error(wrong.join('\n'))
  return derive(values as unknown as Values)
}

/** Throws when pictures are to be kept in a bucket and there are no keys to it. */
function mediaUrlOf({ MEDIA_URL, DATA_DIR, AWS_ACCESS_KEY_ID: id, AWS_SECRET_ACCESS_KEY: secret }: Values): string {
  if (MEDIA_URL === '') return `file:${DATA_DIR}/uploads`
  const place = parseMediaUrl(MEDIA_URL)
  if (place?.kind !== 's3' || place.accessKeyId !== '') return MEDIA_URL
  if (id === '' || secret === '')
    throw new Error('MEDIA_URL has no KEY:SECRET@, and AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY are not both set')
  return withMediaKeys(MEDIA_URL, id, secret)
}

function derive(values: Values): Config {
  if (values.DATABASE_REPLICA_URL !== '' && !values.DATABASE_URL.startsWith('postgres'))
    throw new Error('DATABASE_REPLICA_URL is set, and DATABASE_URL is no PostgreSQL server')
  return {
    ...values,
    databaseUrl: values.DATABASE_URL || `sqlite:${values.DATA_DIR}/calends.db`,
    mediaUrl: mediaUrlOf(values),
    site: {
      name: values.SITE_NAME,
      languages: values.LANGUAGES,
      zone: values.SITE_TIMEZONE,
      dayCutoff: values.DAY_CUTOFF,
      perPage: Math.min(values.PER_PAGE, values.MAX_PER_PAGE),
      maxPerPage: values.MAX_PER_PAGE,
      currency: {
        symbol: values.CURRENCY_SYMBOL,
        code: values.CURRENCY_CODE,
        position: values.CURRENCY_POSITION,
        free: say(values.LANGUAGES[0], 'word.free'),
      },
    },
  }
}
