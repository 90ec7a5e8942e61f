/** Places of backups: one file, or a folder or bucket with any number of them. */
import { basename, dirname, resolve } from 'node:path'
import { addMediaCredentials, parseMediaUrl } from '../../../calendar/images/media-url.ts'
import { openBucketStore } from './bucket-store.ts'
import { openFolderStore } from './folder-store.ts'
import type { ObjectStore } from './object-store.ts'

export const BACKUP_TARGET_FORMATS = 'FOLDER, FILE.tar.gz, FILE.tar.gz.enc or s3://KEY:SECRET@HOST:PORT/BUCKET/PREFIX'

export interface BackupTarget {
  readonly store: ObjectStore
  /** Name of the only archive, which contains the images; undefined for a folder or bucket of archives. */
  readonly file: string | undefined
}

export interface BucketCredentials {
  readonly AWS_ACCESS_KEY_ID: string
  readonly AWS_SECRET_ACCESS_KEY: string
}

const FILE_PATTERN = /\.tar\.gz(?:\.enc)?$/

export const isBackupTarget = (text: string): boolean => !text.startsWith('s3:') || parseMediaUrl(text) !== undefined

/** Nothing is accessed. Throws a plain `Error` without the URL, which may contain a password. */
export function openBackupTarget(text: string, credentials: BucketCredentials): BackupTarget {
  if (text.startsWith('s3:')) return openBucketTarget(text, credentials)
  const path = resolve(text.replace(/^file:/, ''))
  return FILE_PATTERN.test(path)
    ? { store: openFolderStore(dirname(path)), file: basename(path) }
    : { store: openFolderStore(path), file: undefined }
}

/** The name of an archive may follow the prefix. */
function openBucketTarget(text: string, credentials: BucketCredentials): BackupTarget {
  const location = parseMediaUrl(addCredentials(text, credentials))
  if (location?.kind !== 's3') throw new Error(`The backup URL is not valid. Expected ${BACKUP_TARGET_FORMATS}.`)
  if (location.accessKeyId === '')
    throw new Error('The backup URL contains no credentials. Set both AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY.')
  const folders = location.prefix.split('/').slice(0, -1)
  const last = folders.at(-1)
  if (last === undefined || !FILE_PATTERN.test(last)) return { store: openBucketStore(location), file: undefined }
  const prefix = folders.slice(0, -1).map((folder) => `${folder}/`)
  return { store: openBucketStore({ ...location, prefix: prefix.join('') }), file: last }
}

function addCredentials(text: string, credentials: BucketCredentials): string {
  const { AWS_ACCESS_KEY_ID: id, AWS_SECRET_ACCESS_KEY: secret } = credentials
  const location = parseMediaUrl(text)
  const needsCredentials = location?.kind === 's3' && location.accessKeyId === '' && id !== '' && secret !== ''
  return needsCredentials ? addMediaCredentials(text, id, secret) : text
}
