/** Files that pages are made of: served by name, compressed once, at addresses that change with what they hold. */
import { createHash } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { type Encoding, encode, MIN_BYTES_TO_ENCODE, selectEncoding } from '../response/compression.ts'
import { isNotModified } from '../response/conditional.ts'

export interface AssetResponse {
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
  readonly getUrl: (name: string) => string
  /** Undefined for an address that is no file. */
  readonly find: (path: string, request: AssetRequest) => Promise<AssetResponse | undefined>
}

interface AssetType {
  readonly contentType: string
  readonly isText: boolean
}

const textType = (contentType: string): AssetType => ({ contentType, isText: true })
const binaryType = (contentType: string): AssetType => ({ contentType, isText: false })

const ASSET_TYPES: Readonly<Record<string, AssetType>> = {
  css: textType('text/css; charset=UTF-8'),
  js: textType('text/javascript; charset=UTF-8'),
  json: textType('application/json'),
  svg: textType('image/svg+xml'),
  txt: textType('text/plain; charset=UTF-8'),
  avif: binaryType('image/avif'),
  gif: binaryType('image/gif'),
  ico: binaryType('image/x-icon'),
  jpeg: binaryType('image/jpeg'),
  jpg: binaryType('image/jpeg'),
  png: binaryType('image/png'),
  webp: binaryType('image/webp'),
  otf: binaryType('font/otf'),
  ttf: binaryType('font/ttf'),
  woff: binaryType('font/woff'),
  woff2: binaryType('font/woff2'),
}

const DEFAULT_ASSET_TYPE = binaryType('application/octet-stream')

const findAssetType = (name: string): AssetType =>
  ASSET_TYPES[name.slice(name.lastIndexOf('.') + 1).toLowerCase()] ?? DEFAULT_ASSET_TYPE

interface Asset extends AssetType {
  readonly hash: string
  readonly plain: Buffer
  readonly encoded: Partial<Record<Encoding, Promise<Buffer>>>
}

const ASSETS_PREFIX = '/assets/'

/** `files` gives each file's bytes by its name, and is asked once, by the first who wants them. Nothing else is served. */
export function createAssets(files: ReadonlyMap<string, () => Buffer>): Assets {
  const loadedAssets = new Map<string, Asset>()
  const loadAsset = (name: string): Asset | undefined => {
    const read = files.get(name)
    const asset = loadedAssets.get(name) ?? (read && createAsset(name, read()))
    if (asset) loadedAssets.set(name, asset)
    return asset
  }
  return {
    getUrl: (name) => `${ASSETS_PREFIX}${encodeURI(name)}?v=${loadAsset(name)?.hash ?? ''}`,
    find: async (path, request) => {
      const asset = path.startsWith(ASSETS_PREFIX) ? loadAsset(decodeName(path.slice(ASSETS_PREFIX.length))) : undefined
      const embedScript = path === EMBED_SCRIPT_PATH ? loadAsset(path.slice(1)) : undefined
      if (embedScript) return createAssetResponse(embedScript, request, EMBED_SCRIPT_HEADERS)
      return asset && createAssetResponse(asset, request, IMMUTABLE_HEADERS)
    },
  }
}

/** What is badly encoded is no name of a file. */
function decodeName(name: string): string {
  try {
    return decodeURIComponent(name)
  } catch {
    return ''
  }
}

function createAsset(name: string, plain: Buffer): Asset {
  const hash = createHash('sha256').update(plain).digest('base64url').slice(0, 12)
  return { ...findAssetType(name), hash, plain, encoded: {} }
}

async function createAssetResponse(
  asset: Asset,
  { method, headers }: AssetRequest,
  cacheHeaders: AssetHeaders,
): Promise<AssetResponse> {
  const etag = `W/"${asset.hash}"`
  const common = { ...cacheHeaders, etag }
  if (isNotModified(headers, { etag, lastModified: undefined })) return { status: 304, headers: common, body: '' }
  const isWorthIt = asset.isText && asset.plain.length >= MIN_BYTES_TO_ENCODE
  const encoding = isWorthIt ? selectEncoding(headers['accept-encoding']) : undefined
  const body = encoding ? await getEncoded(asset, encoding) : asset.plain
  const own = { 'content-type': asset.contentType, 'content-length': String(body.length) }
  const described = { ...common, ...own, ...(encoding && { 'content-encoding': encoding }) }
  return { status: 200, headers: described, body: method === 'HEAD' ? '' : body }
}

/** Whoever asks meanwhile waits for the same. */
function getEncoded({ plain, encoded }: Asset, encoding: Encoding): Promise<Buffer> {
  const result = encoded[encoding] ?? encode(plain, encoding)
  encoded[encoding] = result
  return result
}

type AssetHeaders = Readonly<Record<string, string>>

/** Frames in a sandbox have no origin of their own: to them these files are those of another site. */
const COMMON_HEADERS = {
  vary: 'Accept-Encoding',
  'x-content-type-options': 'nosniff',
  'access-control-allow-origin': '*',
  'cross-origin-resource-policy': 'cross-origin',
} as const

/** Other sites hold this address in their pages, so it cannot change with what lies there. */
const EMBED_SCRIPT_PATH = '/embed.js'
const EMBED_SCRIPT_HEADERS = {
  ...COMMON_HEADERS,
  'cache-control': 'public, max-age=600, stale-while-revalidate=86400',
} as const

/** An address names what it holds, so browsers need not ask again. */
const IMMUTABLE_HEADERS = { ...COMMON_HEADERS, 'cache-control': 'public, max-age=31536000, immutable' } as const
