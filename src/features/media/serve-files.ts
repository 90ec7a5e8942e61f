/** Files of images, at the upload path of each mount. URLs of The Events Calendar keep working. */
import { findTypeByKey, isMediaKey } from '../../calendar/images/image.ts'
import { isReadRequest } from '../../http/request-context.ts'
import { isNotModified } from '../../http/response/conditional.ts'
import { createPlainResponse } from '../../http/response/http-response.ts'
import type { RouteFinder } from '../../http/served-route.ts'

const PATH_PATTERNS = { own: /^\/uploads\/(.+)$/, wordpress: /^(?:\/wp-content)?\/uploads\/(.+)$/ }

/** Opens the file: a missing one is a page that does not exist. */
export const findMediaRoute: RouteFinder = async (context) => {
  const { services, withWordpress } = context.app
  if (!isReadRequest(context)) return undefined
  const key = PATH_PATTERNS[withWordpress ? 'wordpress' : 'own'].exec(context.path)?.[1]
  const type = key !== undefined && isMediaKey(key) ? findTypeByKey(key) : undefined
  if (key === undefined || type === undefined) return undefined
  const file = await services.files.read(key)
  if (!file) return undefined
  return {
    kind: 'system',
    name: 'media file',
    setsOwnCors: true,
    handle: async ({ request }) => {
      const etag = `"${key}"`
      const cacheHeaders = { ...IMMUTABLE_HEADERS, etag }
      const isUnchanged = isNotModified(request.headers, { etag, lastModified: undefined })
      const isBodiless = isUnchanged || request.method === 'HEAD'
      if (isBodiless) file.stream.destroy()
      if (isUnchanged) return createPlainResponse(304, cacheHeaders, undefined)
      const headers = { ...cacheHeaders, 'content-type': type, 'content-length': String(file.size) }
      return createPlainResponse(200, headers, isBodiless ? undefined : file.stream)
    },
  }
}

/** A key never gets other content. Any site may embed an image, and nothing in it may execute. */
const IMMUTABLE_HEADERS = {
  'cache-control': 'public, max-age=31536000, immutable',
  'access-control-allow-origin': '*',
  'cross-origin-resource-policy': 'cross-origin',
  'content-security-policy': "default-src 'none'; sandbox",
  'x-content-type-options': 'nosniff',
} as const
