import { isAbsolute, resolve } from 'node:path'

export interface DiskLocation {
  readonly kind: 'disk'
  readonly folder: string
}

export interface S3Location {
  readonly kind: 's3'
  /** Scheme, host, port and bucket, in path style, which all S3-compatible services support. */
  readonly endpoint: string
  /** Empty, or ends with a slash. */
  readonly prefix: string
  readonly region: string
  /** Empty, like `secretAccessKey`, if the URL contains no credentials. */
  readonly accessKeyId: string
  readonly secretAccessKey: string
}

export type MediaLocation = DiskLocation | S3Location

const BUCKET_PATTERN = /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/
const FOLDER_PATTERN = /^(?!\.+$)[\w.-]+$/
const OPTION_PATTERNS: Readonly<Record<string, RegExp>> = { region: /^[a-z0-9-]+$/, tls: /^(?:on|off)$/ }

/**
 * Parses `file:/abs/folder` (the path is not percent-encoded) or
 * `s3://KEY:SECRET@host:port/bucket/prefix?region=us-east-1&tls=on`. Key and secret are percent-encoded and optional
 * together; the prefix may have any depth; the values shown for region and tls are the defaults. Undefined if invalid.
 */
export function parseMediaUrl(url: string): MediaLocation | undefined {
  const read = readMediaUrl(url)
  return 'problem' in read ? undefined : read
}

/** The part of an invalid URL that is wrong, without its value, which may be a part of the secret. */
export function explainMediaUrl(url: string): string | undefined {
  const read = readMediaUrl(url)
  return 'problem' in read ? read.problem : undefined
}

interface InvalidUrl {
  readonly problem: string
}

function readMediaUrl(url: string): MediaLocation | InvalidUrl {
  if (url.startsWith('file:')) return readDiskUrl(url.slice('file:'.length))
  if (!url.startsWith('s3://')) return { problem: 'it begins with neither file: nor s3://' }
  const problem = findEncodingProblem(url)
  return problem === undefined ? readS3Url(new URL(url)) : { problem }
}

/** A secret with a slash ends the server, and the rest of it seems to be the bucket. */
function findEncodingProblem(url: string): string | undefined {
  if (!URL.canParse(url))
    return 'HOST:PORT is invalid, or KEY or SECRET is not percent-encoded, such as %2F for a slash'
  const { pathname, search, hash, username, password } = new URL(url)
  const isEncoded = [username, password].every((text) => decodeComponent(text) !== undefined)
  if (!isEncoded || /@/.test(`${pathname}${search}${hash}`))
    return 'KEY or SECRET is not percent-encoded, such as %2F for a slash'
  return undefined
}

/** Adds credentials to an S3 URL without credentials. */
export const addMediaCredentials = (url: string, accessKeyId: string, secretAccessKey: string): string =>
  url.replace('s3://', () => `s3://${encodeURIComponent(accessKeyId)}:${encodeURIComponent(secretAccessKey)}@`)

/** The URL of a store next to another one: the name of its folder or prefix ends with `.suffix`. */
export function getSiblingUrl(url: string, suffix: string): string {
  const [place = '', query] = url.split('?')
  const sibling = `${place.replace(/\/+$/, '')}.${suffix}`
  return query === undefined ? sibling : `${sibling}?${query}`
}

const readDiskUrl = (folder: string): DiskLocation | InvalidUrl =>
  isAbsolute(folder) ? { kind: 'disk', folder: resolve(folder) } : { problem: 'the folder is no absolute path' }

function readS3Url(url: URL): S3Location | InvalidUrl {
  const [bucket = '', ...folders] = url.pathname.replace(/^\//, '').replace(/\/$/, '').split('/')
  const [accessKeyId = '', secretAccessKey = ''] = [decodeComponent(url.username), decodeComponent(url.password)]
  const wrongOption = [...url.searchParams].find(([name, value]) => !OPTION_PATTERNS[name]?.test(value))?.[0]
  if (url.host === '') return { problem: 'HOST is missing' }
  if (url.hash !== '') return { problem: 'it has a fragment after #' }
  if ((accessKeyId === '') !== (secretAccessKey === '')) return { problem: 'KEY or SECRET is missing' }
  if (!BUCKET_PATTERN.test(bucket))
    return { problem: 'BUCKET is not 3 to 63 lower-case letters, digits, dots and hyphens' }
  if (!folders.every((folder) => FOLDER_PATTERN.test(folder)))
    return { problem: 'PREFIX contains other characters than letters, digits, dots, hyphens and underscores' }
  if (wrongOption !== undefined)
    return { problem: `the option ${wrongOption} is not region or tls, or has no valid value` }
  const scheme = url.searchParams.get('tls') === 'off' ? 'http' : 'https'
  return {
    kind: 's3',
    endpoint: `${scheme}://${url.host}/${bucket}`,
    prefix: folders.map((folder) => `${folder}/`).join(''),
    region: url.searchParams.get('region') ?? 'us-east-1',
    accessKeyId,
    secretAccessKey,
  }
}

function decodeComponent(text: string): string | undefined {
  try {
    return decodeURIComponent(text)
  } catch {
    return undefined
  }
}
