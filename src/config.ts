import { readFileSync } from 'node:fs'
import { redactSecrets } from './base/text/redact.ts'
import { addMediaCredentials, parseMediaUrl } from './calendar/images/media-url.ts'
import { ACCOUNT_SETTINGS } from './features/accounts/account-settings.ts'
import { assertOidcComplete, OIDC_SETTINGS } from './features/accounts/oidc-settings.ts'
import { BACKUP_SETTINGS } from './features/backup/backup-settings.ts'
import { DIGEST_SETTINGS } from './features/digests/digest-settings.ts'
import { MONITORING_SETTINGS } from './features/monitoring/monitoring-settings.ts'
import { CACHE_SETTINGS } from './features/shared-caches/shared-cache-settings.ts'
import { LIMIT_SETTINGS } from './http/settings/limit-settings.ts'
import { LIVE_SETTINGS, MAP_SETTINGS, VIDEO_SETTINGS } from './http/settings/page-settings.ts'
import { PRIVATE_HOST_SETTINGS } from './http/settings/private-host-settings.ts'
import { SERVER_SETTINGS } from './http/settings/server-settings.ts'
import type { ConfigSetting } from './http/settings/setting-types.ts'
import { CALENDAR_SETTINGS, readFixedSettings, SITE_SETTINGS } from './http/settings/site-settings.ts'
import { POSTGRES_SETTINGS, STORAGE_SETTINGS } from './http/settings/storage-settings.ts'
import { MAIL_SETTINGS } from './kernel/settings/mail-settings.ts'
import type { Site } from './kernel/site.ts'
import { buildSite, type FixedSettings, resolveSettings, type SiteSources } from './kernel/site-settings.ts'
import { isLongEnough, SHORTEST_PASSWORD } from './kernel/user.ts'
import { THEME_SETTINGS } from './pages/theme/theme-settings.ts'

export interface SettingGroup {
  readonly title: string
  /** An introduction in Markdown for docs/configuration.md. */
  readonly text: string
  readonly settings: Readonly<Record<string, ConfigSetting<unknown>>>
}

/** The settings as operators read them; docs/configuration.md, `.env.example` and `--help` are generated from it. */
export const SETTING_GROUPS: readonly SettingGroup[] = [
  { title: 'Server', text: 'See [Deploy](guides/deploying.md).', settings: SERVER_SETTINGS },
  {
    title: 'Site',
    text: 'Administrators can change these settings [in the admin](guides/administration.md#settings), unless they are set here.',
    settings: SITE_SETTINGS,
  },
  { title: 'Calendar', text: '', settings: CALENDAR_SETTINGS },
  {
    title: 'Database and images',
    text: 'See [Scale to PostgreSQL](guides/scaling-to-postgresql.md#database-url) for all forms of URLs.',
    settings: STORAGE_SETTINGS,
  },
  {
    title: 'PostgreSQL',
    text: 'Used only with a PostgreSQL `DATABASE_URL`. See [Scale to PostgreSQL](guides/scaling-to-postgresql.md).',
    settings: POSTGRES_SETTINGS,
  },
  { title: 'Backups', text: 'See [Back up and restore](guides/backing-up.md).', settings: BACKUP_SETTINGS },
  {
    title: 'Mail and digests',
    text: 'See [Weekly digests](guides/digests.md).',
    settings: { ...MAIL_SETTINGS, ...DIGEST_SETTINGS },
  },
  {
    title: 'Accounts and security',
    text: 'See [Authentication](guides/authentication.md).',
    settings: ACCOUNT_SETTINGS,
  },
  {
    title: 'Sign-in with OpenID Connect',
    text: 'See [Authentication](guides/authentication.md).',
    settings: OIDC_SETTINGS,
  },
  {
    title: 'Design and maps',
    text: 'See [Themes](guides/themes.md).',
    settings: { ...THEME_SETTINGS, ...MAP_SETTINGS, ...LIVE_SETTINGS, ...VIDEO_SETTINGS },
  },
  {
    title: 'Private hosts',
    text: 'Hosts that the service may reach although they are not public, as `host` or `host:port`, separated by commas. [Each purpose has its own list](guides/deploying.md#security).',
    settings: PRIVATE_HOST_SETTINGS,
  },
  { title: 'Caches', text: 'See [Shared caches](guides/shared-caches.md).', settings: CACHE_SETTINGS },
  { title: 'Limits', text: 'See [Monitor](guides/monitoring.md#limits).', settings: LIMIT_SETTINGS },
  { title: 'Log, metrics and traces', text: 'See [Monitor](guides/monitoring.md).', settings: MONITORING_SETTINGS },
]

/** Every setting of the service, in the order of the groups. */
export const SETTINGS = {
  ...SERVER_SETTINGS,
  ...SITE_SETTINGS,
  ...CALENDAR_SETTINGS,
  ...STORAGE_SETTINGS,
  ...POSTGRES_SETTINGS,
  ...BACKUP_SETTINGS,
  ...MAIL_SETTINGS,
  ...DIGEST_SETTINGS,
  ...ACCOUNT_SETTINGS,
  ...OIDC_SETTINGS,
  ...THEME_SETTINGS,
  ...MAP_SETTINGS,
  ...LIVE_SETTINGS,
  ...VIDEO_SETTINGS,
  ...PRIVATE_HOST_SETTINGS,
  ...CACHE_SETTINGS,
  ...LIMIT_SETTINGS,
  ...MONITORING_SETTINGS,
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

declare module './http/feature-host.ts' {
  interface FeatureConfig extends Config {}
}

type Environment = Readonly<Record<string, string | undefined>>

/** Throws an `Error` with a line for every invalid value. */
export function readConfig(environment: Environment): Config {
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
  assertPageSizes(values as unknown as SettingValues, environment)
  return deriveConfig(values as unknown as SettingValues, readFixedSettings(environment))
}

export const isSettingName = (name: string): name is SettingName => Object.hasOwn(SETTINGS, name)

export const SETTING_NAMES: readonly SettingName[] = Object.keys(SETTINGS).filter(isSettingName)

/** Error message for a setting, without secrets. */
export function describeInvalidValue(name: SettingName, rawValue: string): string {
  const { expected, explain, secret }: ConfigSetting<unknown> = SETTINGS[name]
  const reason = explain?.(rawValue)
  const value = secret ? '' : `: ${JSON.stringify(redactSecrets(rawValue))}`
  return `Invalid value for ${name}${value}${reason ? `: ${reason}` : ''}. Expected ${expected}.`
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

/** A lower MAX_PER_PAGE limits the default of PER_PAGE. */
function assertPageSizes({ PER_PAGE, MAX_PER_PAGE }: SettingValues, environment: Environment): void {
  if (environment['PER_PAGE']?.trim() && PER_PAGE > MAX_PER_PAGE)
    throw new Error(
      `PER_PAGE is ${PER_PAGE}, which is more than MAX_PER_PAGE, ${MAX_PER_PAGE}. Raise MAX_PER_PAGE too.`,
    )
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
