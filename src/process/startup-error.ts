/** Turns failures of the system at startup into messages that name the setting to change. */
import { type Config, describeInvalidValue, type SettingName } from '../config.ts'

/** A failure that the value of a setting causes, such as a folder that cannot be read. */
export const createSettingError = (name: SettingName, value: string, cause: unknown): Error =>
  new Error(describeInvalidValue(name, value), { cause })

const getErrorCode = (error: unknown): string => (error instanceof Error && 'code' in error ? String(error.code) : '')

const UNUSABLE_PATH_CODES =
  /^(?:EACCES|EEXIST|EISDIR|ELOOP|ENAMETOOLONG|ENOENT|ENOTDIR|EPERM|EROFS|SQLITE_(?:CANTOPEN|PERM|READONLY)\w*)$/

/** Names DATA_DIR or DATABASE_URL when a SQLite file cannot be created or opened. Returns other failures unchanged. */
export function toDatabaseError(error: unknown, { databaseUrl, DATABASE_URL, DATA_DIR }: Config): unknown {
  const code = getErrorCode(error)
  if (!databaseUrl.startsWith('sqlite:')) return error
  const file = databaseUrl.slice('sqlite:'.length)
  if (UNUSABLE_PATH_CODES.test(code)) {
    if (DATABASE_URL === '') return createSettingError('DATA_DIR', DATA_DIR, error)
    return new Error(`The database file ${file} of DATABASE_URL cannot be opened or created.`, { cause: error })
  }
  if (code.startsWith('SQLITE_')) return new Error(`The database file ${file} cannot be opened.`, { cause: error })
  return error
}

const UNAVAILABLE_HOST_CODES = ['EADDRNOTAVAIL', 'ENOTFOUND', 'EAI_AGAIN', 'EINVAL']

interface ListenSettings {
  readonly HOST: string
  /** Setting of the port. */
  readonly name: 'PORT' | 'METRICS_PORT'
  readonly port: number
}

/** Names the port or HOST when the service cannot listen. Returns other failures unchanged. */
export function toListenError(error: unknown, { HOST, name, port }: ListenSettings): unknown {
  const code = getErrorCode(error)
  if (code === 'EADDRINUSE') {
    const advice = `Set ${name} to another port${name === 'PORT' ? ', or to 0 to select a free one' : ''}.`
    return new Error(`Port ${port} on ${HOST} is already in use. ${advice}`, { cause: error })
  }
  if (code === 'EACCES') {
    const advice = `Set ${name} to a port from 1024 to 65535.`
    return new Error(`The service is not permitted to listen on port ${port}. ${advice}`, { cause: error })
  }
  return UNAVAILABLE_HOST_CODES.includes(code) ? createSettingError('HOST', HOST, error) : error
}
