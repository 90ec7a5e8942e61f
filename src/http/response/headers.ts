/** Headers of all API responses (wire-contract §1.5, decisions: CORS). */
import type { Language } from '../../base/i18n/language.ts'

const API_HEADERS = {
  'x-robots-tag': 'noindex',
  'x-content-type-options': 'nosniff',
  'access-control-expose-headers':
    'X-TEC-Total, X-TEC-TotalPages, X-WP-Total, X-WP-TotalPages, Link, ETag, Location, Idempotency-Replayed, Preference-Applied, X-Dry-Run',
  'access-control-allow-headers':
    'Authorization, X-WP-Nonce, Content-Disposition, Content-MD5, Content-Type, X-Event-Password, X-HTTP-Method-Override, If-Match, If-None-Match, Prefer, Idempotency-Key',
} as const

export const NO_STORE_HEADERS = {
  expires: 'Wed, 11 Jan 1984 05:00:00 GMT',
  'cache-control': 'no-cache, must-revalidate, max-age=0, no-store, private',
} as const

/** Request headers that change a response. */
const VARY = 'Origin, Accept-Encoding, Authorization, X-WP-Nonce, X-Event-Password'

/** Headers that do not depend on the Origin. */
export const commonHeaders = (isPersonal: boolean): Readonly<Record<string, string>> =>
  isPersonal ? PERSONAL_HEADERS : COMMON_HEADERS

/** Language of a response; `isNegotiated` if it was chosen by `Accept-Language` and not by the URL. */
export interface ContentLanguage {
  readonly language: Language
  readonly isNegotiated: boolean
}

/** Headers of responses that contain localized texts. */
export const languageHeaders = ({ language, isNegotiated }: ContentLanguage): Readonly<Record<string, string>> => ({
  'content-language': language,
  ...(isNegotiated && { vary: `${VARY}, Accept-Language` }),
})

/** Headers of pages, which depend on the language only. */
export const pageHeaders = ({ language, isNegotiated }: ContentLanguage): Readonly<Record<string, string>> => ({
  vary: isNegotiated ? 'Accept-Encoding, Accept-Language' : 'Accept-Encoding',
  'content-language': language,
})

const COMMON_HEADERS = { ...API_HEADERS, vary: VARY }
const PERSONAL_HEADERS = { ...COMMON_HEADERS, ...NO_STORE_HEADERS }

export interface DiscoveryLink {
  /** URL of the pages in the language of the request. */
  readonly home: string
  /** Whether `/wp-json` is served. */
  readonly hasWordpress: boolean
}

/** Link to the index of all namespaces, by which clients of WordPress discover the API, before the links of a list. */
export function linkHeader({ home, hasWordpress }: DiscoveryLink, links: string | undefined): string {
  const index = `<${home}/${hasWordpress ? 'wp-json' : 'api'}/>; rel="https://api.w.org/"`
  return links ? `${index}, ${links}` : index
}

const CORS_METHODS = { 'access-control-allow-methods': 'OPTIONS, GET, POST, PUT, PATCH, DELETE' } as const

/** `*` allows every origin without credentials; a listed origin may send credentials. */
export function corsHeaders(
  origins: readonly string[],
  origin: string | undefined,
): Readonly<Record<string, string>> | undefined {
  if (origin === undefined) return undefined
  if (origins.includes(origin)) {
    return { 'access-control-allow-origin': origin, 'access-control-allow-credentials': 'true', ...CORS_METHODS }
  }
  return origins.includes('*') ? { 'access-control-allow-origin': '*', ...CORS_METHODS } : undefined
}
