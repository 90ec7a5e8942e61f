import { isAbsolute, resolve } from 'node:path'

export interface DiskPlace {
  readonly kind: 'disk'
  readonly folder: string
}

export interface S3Place {
  readonly kind: 's3'
  /** Scheme, host, port and bucket, in path style, which every service of this kind understands. */
  readonly endpoint: string
  /** Empty, or ends in a slash. */
  readonly prefix: string
  readonly region: string
  /** Both empty when the address has none. */
  readonly accessKeyId: string
  readonly secretAccessKey: string
}

export type MediaPlace = DiskPlace | S3Place

const BUCKET = /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/
const FOLDER = /^(?!\.+$)[\w.-]+$/
const OPTIONS: Readonly<Record<string, RegExp>> = { region: /^[a-z0-9-]+$/, tls: /^(?:on|off)$/ }

/**
 * Reads `file:/abs/folder` (what follows `file:` is the path as it stands) or
 * `s3://KEY:SECRET@host:port/bucket/prefix?region=us-east-1&tls=on`: key and secret percent-encoded, both or neither;
 * prefix of any depth or none; region and tls as shown when left out. Undefined for everything else.
 */
export function parseMediaUrl(url: string): MediaPlace | undefined {
  if (url.startsWith('file:')) return diskPlace(url.slice('file:'.length))
  return url.startsWith('s3://') && URL.canParse(url) ? s3Place(new URL(url)) : undefined
}

/** An address of S3 that has no keys, with these. */
export const withMediaKeys = (url: string, accessKeyId: string, secretAccessKey: string): string =>
  url.replace('s3://', () => `s3://${encodeURIComponent(accessKeyId)}:${encodeURIComponent(secretAccessKey)}@`)

const diskPlace = (folder: string): DiskPlace | undefined =>
  isAbsolute(folder) ? { kind: 'disk', folder: resolve(folder) } : undefined

function s3Place(url: URL): S3Place | undefined {
  const [bucket = '', ...folders] = url.pathname.replace(/^\//, '').replace(/\/$/, '').split('/')
  const [accessKeyId, secretAccessKey] = [decoded(url.username), decoded(url.password)]
  const options = [...url.searchParams]
  const fits =
    url.host !== '' &&
    url.hash === '' &&
    BUCKET.test(bucket) &&
    folders.every((folder) => FOLDER.test(folder)) &&
    options.every(([name, value]) => OPTIONS[name]?.test(value))
  if (!fits || accessKeyId === undefined || secretAccessKey === undefined) return undefined
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

function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text)
  } catch {
    return undefined
  }
}
