/** Which requests share a cached response: equal requests of viewers who may see the same. */
import type { IncomingHttpHeaders } from 'node:http'
import type { Language } from '../../base/i18n/language.ts'
import { getAccessClass } from '../../kernel/access-class.ts'
import { type Fields, isTrueWord } from '../../kernel/field.ts'
import type { Viewer } from '../../kernel/user.ts'
import type { RawInput } from '../../kernel/validate-input.ts'
import { prefersStrictHandling } from '../request/prefer-header.ts'
import type { Mount } from '../request/resolve-mount.ts'
import { ENVELOPE_PARAMETERS } from '../response/envelope.ts'

/** Whether a request has neither credentials nor a body, so that its URL and language determine the response. */
export const isPublicRead = (method: string | undefined, headers: IncomingHttpHeaders): boolean =>
  headers.authorization === undefined && isCacheableRead(method, headers)

/** Tests that viewer, URL and language determine the response: the request has no nonce, record password or body. */
export function isCacheableRead(method: string | undefined, headers: IncomingHttpHeaders): boolean {
  return headers['x-wp-nonce'] === undefined && isSignedInRead(method, headers)
}

/** The same, for a viewer whose credentials, which may include a nonce, were verified. */
export function isSignedInRead(method: string | undefined, headers: IncomingHttpHeaders): boolean {
  if (method !== 'GET' && method !== 'HEAD') return false
  return !INPUT_HEADERS.some((name) => headers[name] !== undefined) && !prefersStrictHandling(headers)
}

/** A record password, and headers of a body, whose fields would have to be part of the key. */
const INPUT_HEADERS = ['x-event-password', 'content-length', 'transfer-encoding']

/** Distinguishes the cache entries of signed-in viewers from those of anonymous ones. URLs contain no spaces. */
export const addAccessClass = (urlOrKey: string, viewer: Viewer): string =>
  viewer.id === 0 ? urlOrKey : `${getAccessClass(viewer)} ${urlOrKey}`

interface CacheKeyInput {
  /** Language of the URL, in which links are written. */
  readonly language: Language | undefined
  /** Language from `Accept-Language`, if the response depends on it. */
  readonly negotiatedLanguage?: Language | undefined
  readonly mount: Mount['name']
  readonly path: string
  readonly query: RawInput
  readonly args: Fields
}

/** Unknown parameters are not part of the key. Undefined for a query that contains a credential, or must have none. */
export function createCacheKey({
  language,
  negotiatedLanguage,
  mount,
  path,
  query,
  args,
}: CacheKeyInput): string | undefined {
  if (CREDENTIAL_PARAMETERS.some((name) => query[name] !== undefined)) return undefined
  if (isTrueWord(query['strict'])) return undefined
  const entries = Object.entries(query).filter(
    ([name]) => Object.hasOwn(args, name) || ENVELOPE_PARAMETERS.includes(name),
  )
  return `${language ?? ''} ${negotiatedLanguage ?? ''} ${mount}${path}?${JSON.stringify(entries.sort(([a], [b]) => (a < b ? -1 : 1)))}`
}

const CREDENTIAL_PARAMETERS = ['password', '_wpnonce']

interface PageCacheKeyInput {
  /** Language of the URL, in which links are written. */
  readonly language: Language | undefined
  /** Language of the texts on the page. */
  readonly pageLanguage: Language
  readonly path: string
  readonly query: RawInput
}

/** Key of a page; `parameters` are the names that pages read. */
export function createPageCacheKey(
  { language, pageLanguage, path, query }: PageCacheKeyInput,
  parameters: readonly string[],
): string {
  const entries = Object.entries(query).filter(([name]) => parameters.includes(name))
  return `${language ?? ''} ${pageLanguage} page ${path}?${JSON.stringify(entries.sort(([a], [b]) => (a < b ? -1 : 1)))}`
}
