/** Settings of the database and of image files; part of `SETTINGS`. */
import { resolve } from 'node:path'
import { explainMediaUrl, parseMediaUrl } from '../../calendar/images/media-url.ts'
import { anyText, type ConfigSetting, integer, type SettingType } from './setting-types.ts'

export const DATABASE_URL_FORMATS = 'sqlite:PATH or postgres://USER:PASSWORD@HOST:PORT/DATABASE'
const MEDIA_URL_FORMATS = 'file:/FOLDER or s3://KEY:SECRET@HOST:PORT/BUCKET/PREFIX'

/** A SQLite file or a PostgreSQL database. */
function parseDatabaseUrl(text: string): string | undefined {
  if (text === '' || /^sqlite:.+/.test(text)) return text
  return /^postgres(?:ql)?:\/\/[^/]*\/./.test(text) && URL.canParse(text) ? text : undefined
}

const postgresUrl: SettingType<string> = {
  expected: 'postgres://USER:PASSWORD@HOST:PORT/DATABASE',
  parse: (text) => (text === '' || text.startsWith('postgres') ? parseDatabaseUrl(text) : undefined),
}

export const STORAGE_SETTINGS = {
  DATA_DIR: {
    default: './data',
    describe: 'Folder for the SQLite database, uploaded images and temporary files',
    expected: 'a folder in which the service can create files',
    essential: true,
    parse: (dir: string) => resolve(dir),
  },
  DATABASE_URL: {
    default: '',
    describe: `${DATABASE_URL_FORMATS}?sslmode=verify-full; by default calends.db in DATA_DIR`,
    expected: DATABASE_URL_FORMATS,
    parse: parseDatabaseUrl,
    secret: true,
  },
  MEDIA_URL: {
    default: '',
    describe: `Storage for images: ${MEDIA_URL_FORMATS}?region=us-east-1&tls=on; by default uploads in DATA_DIR`,
    expected: MEDIA_URL_FORMATS,
    parse: (text: string) => (text === '' || parseMediaUrl(text) !== undefined ? text : undefined),
    explain: explainMediaUrl,
    secret: true,
  },
  AWS_ACCESS_KEY_ID: {
    default: '',
    describe: 'Access key ID for s3 URLs without credentials in MEDIA_URL, BACKUP_TO and REPLICATE_TO',
    ...anyText,
  },
  AWS_SECRET_ACCESS_KEY: {
    default: '',
    describe: 'Secret access key for the same URLs',
    ...anyText,
    secret: true,
  },
} as const satisfies Record<string, ConfigSetting<unknown>>

export const POSTGRES_SETTINGS = {
  DATABASE_REPLICA_URL: {
    default: '',
    describe: 'Streaming replica, used for reads without credentials while it has every known change',
    ...postgresUrl,
    secret: true,
  },
  DATABASE_LISTEN_URL: {
    default: '',
    describe:
      'Direct connection to the server, for notifications and polling, if DATABASE_URL leads through a pooler; by default DATABASE_URL',
    ...postgresUrl,
    secret: true,
  },
  DATABASE_CONNECTIONS: {
    default: '10',
    describe: 'Maximum number of connections of each process; one more listens for changes of other processes',
    ...integer(2, 1000),
  },
  DATABASE_TIMEOUT: {
    default: '30',
    describe:
      'Limit in seconds for a statement, after which the request fails with 503; waiting for a connection or the write lock has the same limit, at most 10',
    ...integer(1, 3600),
  },
  DATABASE_OUTAGE_SECONDS: {
    default: '60',
    describe:
      'Seconds for which reads continue while the primary is unavailable, from caches and an up-to-date replica. 0: reads fail like writes',
    ...integer(0, 3600),
  },
} as const satisfies Record<string, ConfigSetting<unknown>>
