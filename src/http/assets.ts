/** Files that pages are made of: served by name, compressed once, at addresses that change with what they hold. */
import { createHash } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { isKnown } from './conditional.ts'
import { type Encoding, encode, encodingOf, LEAST_BYTES } from './encoding.ts'

export interface AssetAnswer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: Buffer | ''
}

interface AssetRequest {
  readonly method: string
  readonly headers: IncomingHttpHeaders
}

export interface Assets {
  /** Address of a file, from the root of the site. */
  readonly address: (name: string) => string
  /** Undefined for an address that is no file. */
  readonly find: (path: string, request: AssetRequest) => Promise<AssetAnswer | undefined>
}

interface Kind {
  readonly type: string
  readonly isText: boolean
}

const text = (type: string): Kind => ({ type, isText: true })
const binary = (type: string): Kind => ({ type, isText: false })

const KINDS: Readonly<Record<string, Kind>> = {
  css: text('text/css; charset=UTF-8'),
  js: text('text/javascript; charset=UTF-8'),
  json: text('application/json'),
  svg: text('image/svg+xml'),
  txt: text('text/plain; charset=UTF-8'),
  avif: binary('image/avif'),
  gif: binary('image/gif'),
  ico: binary('image/x-icon'),
  jpeg: binary('image/jpeg'),
  jpg: binary('image/jpeg'),
  png: binary('image/png'),
  webp: binary('image/webp'),
  otf: binary('font/otf'),
  ttf: binary('font/ttf'),
  woff: binary('font/woff'),
  woff2: binary('font/woff2'),
}

const UNKNOWN = binary('application/octet-stream')

const kindOf = (name: string): Kind => KINDS[name.slice(name.lastIndexOf('.') + 1).toLowerCase()] ?? UNKNOWN

interface Asset extends Kind {
  readonly hash: string
  readonly plain: Buffer
  readonly encoded: Partial<Record<Encoding, Promise<Buffer>>>
}

const FOLDER = '/assets/'

/** `files` gives each file's bytes by its name, and is asked once, by the first who wants them. Nothing else is served. */
export function createAssets(files: ReadonlyMap<string, () => Buffer>): Assets {
  const known = new Map<string, Asset>()
  const assetOf = (name: string): Asset | undefined => {
    const read = files.get(name)
    const asset = known.get(name) ?? (read && assetWith(name, read()))
    if (asset) known.set(name, asset)
    return asset
  }
  return {
    address: (name) => `${FOLDER}${encodeURI(name)}?v=${assetOf(name)?.hash ?? ''}`,
    find: async (path, request) => {
      const asset = path.startsWith(FOLDER) ? assetOf(decoded(path.slice(FOLDER.length))) : undefined
      const open = path === OPEN_FILE ? assetOf(path.slice(1)) : undefined
      if (open) return answer(open, request, OPEN)
      return asset && answer(asset, request, LASTING)
    },
  }
}

/** What is badly encoded is no name of a file. */
function decoded(name: string): string {
  try {
    return decodeURIComponent(name)
  } catch {
    return ''
  }
}

function assetWith(name: string, plain: Buffer): Asset {
  const hash = createHash('sha256').update(plain).digest('base64url').slice(0, 12)
  return { ...kindOf(name), hash, plain, encoded: {} }
}

async function answer(asset: Asset, { method, headers }: AssetRequest, kept: Headers): Promise<AssetAnswer> {
  const etag = `W/"${asset.hash}"`
  const common = { ...kept, etag }
  if (isKnown(headers, { etag, lastModified: undefined })) return { status: 304, headers: common, body: '' }
  const isWorthIt = asset.isText && asset.plain.length >= LEAST_BYTES
  const encoding = isWorthIt ? encodingOf(headers['accept-encoding']) : undefined
  const body = encoding ? await encodedOf(asset, encoding) : asset.plain
  const own = { 'content-type': asset.type, 'content-length': String(body.length) }
  const described = { ...common, ...own, ...(encoding && { 'content-encoding': encoding }) }
  return { status: 200, headers: described, body: method === 'HEAD' ? '' : body }
}

/** Whoever asks meanwhile waits for the same. */
function encodedOf({ plain, encoded }: Asset, encoding: Encoding): Promise<Buffer> {
  const made = encoded[encoding] ?? encode(plain, encoding)
  encoded[encoding] = made
  return made
}

type Headers = Readonly<Record<string, string>>

/** Frames in a sandbox have no origin of their own: to them these files are those of another site. */
const COMMON = {
  vary: 'Accept-Encoding',
  'x-content-type-options': 'nosniff',
  'access-control-allow-origin': '*',
  'cross-origin-resource-policy': 'cross-origin',
} as const

/** Other sites hold this address in their pages, so it cannot change with what lies there. */
const OPEN_FILE = '/embed.js'
const OPEN = { ...COMMON, 'cache-control': 'public, max-age=600, stale-while-revalidate=86400' } as const

/** An address names what it holds, so browsers need not ask again. */
const LASTING = { ...COMMON, 'cache-control': 'public, max-age=31536000, immutable' } as const
