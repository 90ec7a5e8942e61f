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
  if (url.startsWith('file:')) return parseDiskUrl(url.slice('file:'.length))
  return url.startsWith('s3://') && URL.canParse(url) ? parseS3Url(new URL(url)) : undefined
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

const parseDiskUrl = (folder: string): DiskLocation | undefined =>
  isAbsolute(folder) ? { kind: 'disk', folder: resolve(folder) } : undefined

function parseS3Url(url: URL): S3Location | undefined {
  const [bucket = '', ...folders] = url.pathname.replace(/^\//, '').replace(/\/$/, '').split('/')
  const [accessKeyId, secretAccessKey] = [decodeComponent(url.username), decodeComponent(url.password)]
  const options = [...url.searchParams]
  const isValid =
    url.host !== '' &&
    url.hash === '' &&
    BUCKET_PATTERN.test(bucket) &&
    folders.every((folder) => FOLDER_PATTERN.test(folder)) &&
    options.every(([name, value]) => OPTION_PATTERNS[name]?.test(value))
  if (!isValid || accessKeyId === undefined || secretAccessKey === undefined) return undefined
  if ((accessKeyId === '') !== (secretAccessKey === '')) return undefined
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
