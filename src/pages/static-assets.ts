/** Static files of pages, at URLs that contain a hash of their content. */
import { createHash } from 'node:crypto'
import type { Fragment } from '../calendar/fragments/json-fragment.ts'
import type { Assets } from '../http/app-context.ts'
import { isReadRequest } from '../http/request-context.ts'
import { createHttpResponse, type HttpResponse } from '../http/response/http-response.ts'
import type { RouteFinder } from '../http/served-route.ts'

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

interface Asset extends AssetType, Fragment {}

const ASSETS_PREFIX = '/assets/'

/** Returns the content of a file that is computed from its name; undefined for other names. */
export type GenerateAsset = (name: string) => Buffer | undefined

/** `files` reads the content of each file by its name; a file is read once, on first use. */
export function createAssets(
  files: ReadonlyMap<string, () => Buffer>,
  generate: GenerateAsset = () => undefined,
): Assets {
  const loadedAssets = new Map<string, Asset>()
  const responses = new Map<string, HttpResponse>()
  const loadAsset = (name: string): Asset | undefined => {
    const read = files.get(name)
    const asset = loadedAssets.get(name) ?? (read && createAsset(name, read()))
    if (asset) loadedAssets.set(name, asset)
    return asset
  }
  /** Generated files are not stored, because clients choose their names. */
  const generateAsset = (name: string): Asset | undefined => {
    const bytes = generate(name)
    return bytes && createAsset(name, bytes)
  }
  const findResponse = (name: string, headers: AssetHeaders): HttpResponse | undefined => {
    const asset = loadAsset(name)
    const generated = asset ? undefined : generateAsset(name)
    if (generated) return createAssetResponse(generated, headers)
    if (!asset) return undefined
    const key = `${headers['cache-control']} ${name}`
    const response = responses.get(key) ?? createAssetResponse(asset, headers)
    // A response contains its compressed representations.
    responses.set(key, response)
    return response
  }
  return {
    getUrl: (name) => `${ASSETS_PREFIX}${encodeURI(name)}?v=${(loadAsset(name) ?? generateAsset(name))?.tag ?? ''}`,
    find: (path) => {
      if (path === EMBED_SCRIPT_PATH) return findResponse(path.slice(1), EMBED_SCRIPT_HEADERS)
      if (!path.startsWith(ASSETS_PREFIX)) return undefined
      return findResponse(decodeName(path.slice(ASSETS_PREFIX.length)), IMMUTABLE_HEADERS)
    },
  }
}

export const findAssetRoute: RouteFinder = (context) => {
  const response = isReadRequest(context) ? context.app.assets.find(context.path) : undefined
  return response && { kind: 'system', name: 'asset', setsOwnCors: true, handle: async () => response }
}

/** Returns an empty name, which no file has, for invalid percent-encoding. */
function decodeName(name: string): string {
  try {
    return decodeURIComponent(name)
  } catch {
    return ''
  }
}

function createAsset(name: string, bytes: Buffer): Asset {
  const tag = createHash('sha256').update(bytes).digest('base64url').slice(0, 12)
  return { ...findAssetType(name), bytes, tag }
}

const createAssetResponse = (asset: Asset, headers: AssetHeaders): HttpResponse =>
  createHttpResponse({
    status: 200,
    headers,
    contentType: asset.contentType,
    body: asset,
    isRead: true,
    isCompressible: asset.isText,
    isStatic: true,
  })

type AssetHeaders = Readonly<Record<string, string>>

/** Sandboxed frames have an opaque origin, so these files are cross-origin for them. */
const COMMON_HEADERS = {
  vary: 'Accept-Encoding',
  'x-content-type-options': 'nosniff',
  'access-control-allow-origin': '*',
  'cross-origin-resource-policy': 'cross-origin',
} as const

/** Other sites embed this URL, so it cannot contain a hash. */
const EMBED_SCRIPT_PATH = '/embed.js'
const EMBED_SCRIPT_HEADERS = {
  ...COMMON_HEADERS,
  'cache-control': 'public, max-age=600, stale-while-revalidate=86400',
} as const

/** The URL changes with the content, so browsers need not revalidate. */
const IMMUTABLE_HEADERS = { ...COMMON_HEADERS, 'cache-control': 'public, max-age=31536000, immutable' } as const
