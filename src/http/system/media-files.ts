/** Files of pictures, at the address of each mount; links that are on the web already go on working. */
import type { IncomingHttpHeaders } from 'node:http'
import type { Readable } from 'node:stream'
import { findTypeByKey, isMediaKey } from '../../domain/model/media.ts'
import type { Services } from '../../usecases/services.ts'
import { isNotModified } from '../response/conditional.ts'

export interface MediaFileResponse {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: Readable | ''
}

interface MediaFileRequest {
  readonly method: string
  readonly headers: IncomingHttpHeaders
}

const PATH_PATTERNS = { own: /^\/uploads\/(.+)$/, wordpress: /^(?:\/wp-content)?\/uploads\/(.+)$/ }

/** Undefined for an address that is no file. A key never gets other bytes, so what was fetched is good for ever. */
export async function findMediaFile(
  { services, withWordpress }: { readonly services: Services; readonly withWordpress: boolean },
  path: string,
  { method, headers }: MediaFileRequest,
): Promise<MediaFileResponse | undefined> {
  const key = PATH_PATTERNS[withWordpress ? 'wordpress' : 'own'].exec(path)?.[1]
  const type = key !== undefined && isMediaKey(key) ? findTypeByKey(key) : undefined
  if (key === undefined || type === undefined) return undefined
  const file = await services.files.read(key)
  if (!file) return undefined
  const etag = `"${key}"`
  const cacheHeaders = { ...IMMUTABLE_HEADERS, etag }
  const isUnchanged = isNotModified(headers, { etag, lastModified: undefined })
  if (isUnchanged || method === 'HEAD') file.stream.destroy()
  if (isUnchanged) return { status: 304, headers: cacheHeaders, body: '' }
  const described = { ...cacheHeaders, 'content-type': type, 'content-length': String(file.size) }
  return { status: 200, headers: described, body: method === 'HEAD' ? '' : file.stream }
}

/** Any site may show a picture; nothing in one may run. */
const IMMUTABLE_HEADERS = {
  'cache-control': 'public, max-age=31536000, immutable',
  'access-control-allow-origin': '*',
  'cross-origin-resource-policy': 'cross-origin',
  'content-security-policy': "default-src 'none'; sandbox",
  'x-content-type-options': 'nosniff',
} as const
