import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { isLongEnough, SHORTEST_PASSWORD } from './domain/model/user.ts'
import { buildSite, type FixedSettings, resolveSettings, type SiteSources } from './domain/settings/site-settings.ts'
import type { Site } from './domain/site.ts'
import { addMediaCredentials, parseMediaUrl } from './media/stores/media-url.ts'
import { BACKUP_SETTINGS } from './settings/backup-settings.ts'
import { DIGEST_SETTINGS } from './settings/digest-settings.ts'
import { LIVE_SETTINGS } from './settings/live-settings.ts'
import { MAIL_SETTINGS } from './settings/mail-settings.ts'
import { MONITORING_SETTINGS } from './settings/monitoring-settings.ts'
import { assertOidcComplete, OIDC_SETTINGS } from './settings/oidc-settings.ts'
import {
  anyText,
  type ConfigSetting,
  choice,
  days,
  hosts,
  integer,
  onOff,
  splitList,
  workerCount,
} from './settings/setting-types.ts'
import { SHARED_CACHE_SETTINGS } from './settings/shared-cache-settings.ts'
import { readFixedSettings, SITE_SETTINGS } from './settings/site-settings.ts'
import { SOURCE_SETTINGS } from './settings/source-settings.ts'
import { SUBMISSION_SETTINGS } from './settings/submission-settings.ts'
import { THEME_SETTINGS } from './settings/theme-settings.ts'
import { WEBHOOK_SETTINGS } from './settings/webhook-settings.ts'
import { redactSecrets } from './text/redact.ts'

/** Normalized as in headers of clients: lower case, Punycode, without the default port and a trailing slash. */
function parseHttpUrl(text: string): string | undefined {
  if (text === '') return ''
  return URL.canParse(text) && /^https?:/.test(text) ? new URL(text).href.replace(/\/+$/, '') : undefined
}

/** Rejects URLs with user name or password, which `fetch` does not support. */
function parseHttpUrlWithoutCredentials(text: string): string | undefined {
  const url = parseHttpUrl(text)
  return url && new URL(url).username + new URL(url).password !== '' ? undefined : url
}

/** URL template of map tiles. */
function parseTilesUrl(text: string): string | undefined {
  if (text === '') return ''
  return /^https?:\/\/\S+$/.test(text) && ['{z}', '{x}', '{y}'].every((part) => text.includes(part)) ? text : undefined
}

/** A SQLite file or a PostgreSQL database. */
function parseDatabaseUrl(text: string): string | undefined {
  if (text === '' || /^sqlite:.+/.test(text)) return text
  return /^postgres(?:ql)?:\/\/[^/]*\/./.test(text) && URL.canParse(text) ? text : undefined
}

const parseServerUrl = (text: string): string | undefined =>
  text === '' || text.startsWith('postgres') ? parseDatabaseUrl(text) : undefined

export const DATABASE_URL_FORMATS = 'sqlite:PATH or postgres://USER:PASSWORD@HOST:PORT/DATABASE'
const MEDIA_URL_FORMATS = 'file:/FOLDER or s3://KEY:SECRET@HOST:PORT/BUCKET/PREFIX'

/** Every setting of the service; docs/configuration.md is generated from this table. */
export const SETTINGS = {
  PORT: { default: '8080', describe: 'Port to listen on; 0 selects a free port', ...integer(0, 65_535) },
  HOST: {
    default: '127.0.0.1',
    describe: 'Address to listen on; 0.0.0.0 accepts connections from other machines',
    expected: 'an IP address or host name of this machine',
    parse: anyText.parse,
  },
  WORKERS: {
    default: '1',
    describe: 'Number of processes that share the port, or auto for one per CPU core; one of them runs background jobs',
    ...workerCount,
  },
  PUBLIC_URL: {
    default: '',
    describe: 'URL under which clients reach the service; by default the address it listens on',
    expected: 'an http or https URL without user name and password',
    parse: parseHttpUrlWithoutCredentials,
  },
  DATABASE_URL: {
    default: '',
    describe: `${DATABASE_URL_FORMATS}?sslmode=verify-full (docs/operations.md lists all options); by default calends.db in DATA_DIR`,
    expected: DATABASE_URL_FORMATS,
    parse: parseDatabaseUrl,
    secret: true,
  },
  DATABASE_REPLICA_URL: {
    default: '',
    describe: 'Streaming replica of a PostgreSQL DATABASE_URL, used for anonymous reads while it is caught up',
    expected: 'postgres://USER:PASSWORD@HOST:PORT/DATABASE',
    parse: parseServerUrl,
    secret: true,
  },
  DATABASE_LISTEN_URL: {
    default: '',
    describe:
      'Direct connection to the server of a PostgreSQL DATABASE_URL that leads through a pooler, for notifications and polling; by default DATABASE_URL',
    expected: 'postgres://USER:PASSWORD@HOST:PORT/DATABASE',
    parse: parseServerUrl,
    secret: true,
  },
  DATABASE_OUTAGE_SECONDS: {
    default: '60',
    describe:
      'Seconds for which reads continue while PostgreSQL is unavailable: from caches, and from DATABASE_REPLICA_URL if it has every change that the node knows. 0: reads fail like writes',
    ...integer(0, 3600),
  },
  DATABASE_TIMEOUT: {
    default: '30',
    describe:
      'Limit in seconds for a statement on PostgreSQL, after which the request fails with 503; waiting for a connection or for the write lock has the same limit, 10 at most',
    ...integer(1, 3600),
  },
  DATABASE_CONNECTIONS: {
    default: '10',
    describe:
      'Maximum number of PostgreSQL connections of each process; one more listens for changes that other processes make',
    ...integer(2, 1000),
  },
  DATA_DIR: {
    default: './data',
    describe: 'Folder for the database and the uploaded images',
    expected: 'a folder in which the service can create files',
    parse: (dir: string) => resolve(dir),
  },
  MEDIA_URL: {
    default: '',
    describe: `Storage for images: ${MEDIA_URL_FORMATS}?region=us-east-1&tls=on; by default uploads in DATA_DIR`,
    expected: MEDIA_URL_FORMATS,
    parse: (text: string) => (text === '' || parseMediaUrl(text) !== undefined ? text : undefined),
    secret: true,
  },
  AWS_ACCESS_KEY_ID: {
    default: '',
    describe: 'Access key ID for an s3 MEDIA_URL or BACKUP_TO without credentials',
    ...anyText,
  },
  AWS_SECRET_ACCESS_KEY: {
    default: '',
    describe: 'Secret access key for an s3 MEDIA_URL or BACKUP_TO without credentials',
    ...anyText,
    secret: true,
  },
  ...BACKUP_SETTINGS,
  ADMIN_PASSWORD: {
    default: '',
    describe: `Password of the first administrator, at least ${SHORTEST_PASSWORD} characters; by default the service prints a link to create one in a browser`,
    expected: `at least ${SHORTEST_PASSWORD} characters`,
    parse: (password: string) => (password === '' || isLongEnough(password) ? password : undefined),
    secret: true,
  },
  ADMIN_PASSWORD_FILE: {
    default: '',
    describe: 'File with the password of the first administrator, such as a Docker secret, instead of ADMIN_PASSWORD',
    expected: 'a file that the service can read',
    parse: (file: string) => (file === '' ? '' : resolve(file)),
  },
  ...SITE_SETTINGS,
  PER_PAGE: { default: '50', describe: 'Default number of records on a page', ...integer(1, 1000) },
  MAX_PER_PAGE: { default: '100', describe: 'Maximum number of records on a page', ...integer(1, 1000) },
  SERIES_HORIZON: {
    default: '730',
    describe: 'Occurrences of series are created this many days ahead',
    ...integer(1, 3650),
  },
  DAY_CUTOFF: {
    default: '00:00',
    describe: 'Time at which a day begins, HH:MM',
    expected: 'a time from 00:00 to 23:59',
    parse: (time: string) => (/^(?:[01]\d|2[0-3]):[0-5]\d$/.test(time) ? time : undefined),
  },
  CACHE_MEGABYTES: {
    default: '64',
    describe:
      'Cache size in MB for responses and rendered records. Entries are invalidated on write. 0 disables caching',
    ...integer(0, 65_536),
  },
  ...SHARED_CACHE_SETTINGS,
  MAX_STREAMS: {
    default: '32',
    describe:
      'Maximum number of feeds that a process sends at the same time, each of which takes up to 2 MB of memory; further requests wait for up to 10 seconds, then get 503',
    ...integer(1, 100_000),
  },
  CORS_ORIGINS: {
    default: '*',
    describe: 'Origins whose pages may call the API, separated by commas; * allows all origins, without credentials',
    expected: 'origins separated by commas',
    parse: splitList,
  },
  TRUST_PROXY: {
    default: 'off',
    describe: 'on: read the client address from X-Forwarded-For, as set by the one proxy in front of the service',
    ...onOff,
  },
  RATE_LIMIT_SIGN_IN: {
    default: '50',
    describe:
      'Number of failed attempts in 15 minutes after which a client (an IPv4 address or an IPv6 /64 network) is rejected with 429: failed sign-ins, and wrong passwords of each protected record, on all nodes together; 0 disables the limits (docs/api.md)',
    ...integer(0, 1_000_000),
  },
  ...MAIL_SETTINGS,
  ...DIGEST_SETTINGS,
  ...OIDC_SETTINGS,
  SECURITY_CONTACT: {
    default: '',
    describe:
      'Contact for security reports, shown in /.well-known/security.txt, as a mailto:, https: or tel: URL; by default the URL of the site',
    expected: 'a mailto:, https: or tel: URL',
    parse: (text: string) =>
      text === '' || /^(?:mailto:[^\s@]+@[^\s@]+|https:\/\/\S+|tel:\+?[\d-]+)$/.test(text) ? text : undefined,
  },
  HISTORY_KEEP: {
    default: '365d',
    describe:
      'Days for which the history of changes and sign-ins, with IP addresses, is kept; older entries are deleted daily. forever keeps all',
    ...days,
  },
  IMAGE_FETCH_ALLOW: {
    default: '',
    describe:
      'Hosts, as host or host:port, separated by commas, from which images may be imported although they are not public',
    ...hosts,
  },
  ...SOURCE_SETTINGS,
  ...WEBHOOK_SETTINGS,
  GEOCODER_URL: {
    default: '',
    describe:
      'Search URL of a Nominatim-compatible geocoder (https://nominatim.example/search), used to look up the coordinates of venues; none by default',
    expected: 'an http or https URL without user name and password',
    parse: parseHttpUrlWithoutCredentials,
    secret: true,
  },
  MAP_TILES_URL: {
    default: '',
    describe:
      "Tiles of the maps on pages (https://tiles.example/{z}/{x}/{y}.png), loaded by visitors' browsers; no maps by default",
    expected: 'an http or https URL with {z}, {x} and {y}',
    parse: parseTilesUrl,
    secret: true,
  },
  MAP_TILES_ATTRIBUTION: {
    default: '© OpenStreetMap contributors',
    describe: 'Attribution shown on maps',
    ...anyText,
  },
  ...THEME_SETTINGS,
  LOG_LEVEL: {
    default: 'info',
    describe: 'Least severe level that is logged: fatal, error, warn, info, debug, trace or silent',
    ...choice('fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'),
  },
  LOG_FORMAT: {
    default: 'auto',
    describe: 'Format of the log: json, pretty (readable lines), or auto for pretty on a terminal and json elsewhere',
    ...choice('auto', 'json', 'pretty'),
  },
  ...MONITORING_SETTINGS,
  ...LIVE_SETTINGS,
  ...SUBMISSION_SETTINGS,
  WORDPRESS_MOUNT: {
    default: 'on',
    describe: 'off: serve only /api, not the URLs of The Events Calendar such as /wp-json',
    ...onOff,
  },
} as const satisfies Record<string, ConfigSetting<unknown>>

export type SettingName = keyof typeof SETTINGS
type SettingValues = { readonly [K in SettingName]: NonNullable<ReturnType<(typeof SETTINGS)[K]['parse']>> }

export interface Config extends SettingValues {
  readonly databaseUrl: string
  /** Contains the access keys, so it must not be logged. */
  readonly mediaUrl: string
  /** Contains the access keys, so it must not be logged. */
  readonly backupUrl: string
  readonly siteSources: SiteSources
  /** The site without the settings in the database. */
  readonly site: Site
}

/** Throws an `Error` with a line for every invalid value. */
export function readConfig(environment: Readonly<Record<string, string | undefined>>): Config {
  const values: Record<string, unknown> = {}
  const errors: string[] = []
  for (const name of SETTING_NAMES) {
    const setting: ConfigSetting<unknown> = SETTINGS[name]
    const rawValue = environment[name]?.trim() || setting.default
    const value = setting.parse(rawValue)
    if (value === undefined) errors.push(describeInvalidValue(name, rawValue))
    else values[name] = value
  }
  if (errors.length > 0) throw new Error(errors.join('\n'))
  return deriveConfig(values as unknown as SettingValues, readFixedSettings(environment))
}

export const isSettingName = (name: string): name is SettingName => Object.hasOwn(SETTINGS, name)

export const SETTING_NAMES: readonly SettingName[] = Object.keys(SETTINGS).filter(isSettingName)

/** Error message for a setting, without secrets. */
export function describeInvalidValue(name: SettingName, rawValue: string): string {
  const { expected, secret }: ConfigSetting<unknown> = SETTINGS[name]
  return `Invalid value for ${name}${secret ? '' : `: ${JSON.stringify(redactSecrets(rawValue))}`}. Expected ${expected}.`
}

/** Throws when images are stored in a bucket and its credentials are missing. */
function buildMediaUrl({
  MEDIA_URL,
  DATA_DIR,
  AWS_ACCESS_KEY_ID: id,
  AWS_SECRET_ACCESS_KEY: secret,
}: SettingValues): string {
  if (MEDIA_URL === '') return `file:${DATA_DIR}/uploads`
  const bucket = parseMediaUrl(MEDIA_URL)
  if (bucket?.kind !== 's3' || bucket.accessKeyId !== '') return MEDIA_URL
  if (id === '' || secret === '')
    throw new Error('MEDIA_URL contains no credentials. Set both AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY.')
  return addMediaCredentials(MEDIA_URL, id, secret)
}

function deriveConfig(values: SettingValues, fixed: FixedSettings): Config {
  if (values.ADMIN_PASSWORD !== '' && values.ADMIN_PASSWORD_FILE !== '')
    throw new Error('ADMIN_PASSWORD and ADMIN_PASSWORD_FILE are both set. Set one of them.')
  for (const name of ['DATABASE_LISTEN_URL', 'DATABASE_REPLICA_URL'] as const)
    if (values[name] !== '' && !values.DATABASE_URL.startsWith('postgres'))
      throw new Error(`${name} requires a PostgreSQL server in DATABASE_URL.`)
  if (values.REPLICATE_TO !== '' && values.DATABASE_URL.startsWith('postgres'))
    throw new Error('REPLICATE_TO requires a SQLite database. Replicate PostgreSQL with its own tools.')
  if (values.THEME !== 'default' && values.THEME_DIR !== '')
    throw new Error('THEME and THEME_DIR are both set. Set one of them.')
  if (values.CDN_PURGE_URL.length > 0 && values.CDN_SECONDS === 0)
    throw new Error('CDN_PURGE_URL requires shared caching, which CDN_SECONDS=0 disables.')
  assertOidcComplete(values)
  const limits = {
    dayCutoff: values.DAY_CUTOFF,
    perPage: Math.min(values.PER_PAGE, values.MAX_PER_PAGE),
    maxPerPage: values.MAX_PER_PAGE,
    seriesHorizon: values.SERIES_HORIZON,
    historyDays: values.HISTORY_KEEP,
  }
  return {
    ...values,
    databaseUrl: values.DATABASE_URL || `sqlite:${values.DATA_DIR}/calends.db`,
    mediaUrl: buildMediaUrl(values),
    backupUrl: values.BACKUP_TO || `${values.DATA_DIR}/backups`,
    siteSources: { fixed, limits },
    site: buildSite(resolveSettings(fixed, new Map()), limits),
  }
}

/**
 * The configured password of the first administrator; undefined without one. Throws an `Error` with a message for the
 * operator when its file cannot be read, or when it is too short.
 */
export function readAdminPassword({ ADMIN_PASSWORD, ADMIN_PASSWORD_FILE }: Config): string | undefined {
  if (ADMIN_PASSWORD_FILE === '') return ADMIN_PASSWORD || undefined
  const password = readSecretFile('ADMIN_PASSWORD_FILE', ADMIN_PASSWORD_FILE)
  if (isLongEnough(password)) return password
  throw new Error(
    `The password in ADMIN_PASSWORD_FILE is too short. Expected at least ${SHORTEST_PASSWORD} characters.`,
  )
}

/** Removes the line break with which editors end files. */
function readSecretFile(name: SettingName, file: string): string {
  try {
    return readFileSync(file, 'utf8').trim()
  } catch (error) {
    throw new Error(describeInvalidValue(name, file), { cause: error })
  }
}
