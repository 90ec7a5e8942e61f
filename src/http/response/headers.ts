/** Headers of every answer: contract 1.5, decisions CORS. */
import type { Language } from '../../i18n/language.ts'

const API_HEADERS = {
  'x-robots-tag': 'noindex',
  'x-content-type-options': 'nosniff',
  'access-control-expose-headers': 'X-TEC-Total, X-TEC-TotalPages, X-WP-Total, X-WP-TotalPages, Link, ETag, Location',
  'access-control-allow-headers':
    'Authorization, X-WP-Nonce, Content-Disposition, Content-MD5, Content-Type, X-Event-Password, X-HTTP-Method-Override, If-Match, If-None-Match, Prefer',
} as const

export const NO_STORE_HEADERS = {
  expires: 'Wed, 11 Jan 1984 05:00:00 GMT',
  'cache-control': 'no-cache, must-revalidate, max-age=0, no-store, private',
} as const

/** How long a shared cache may hand out what has become too old, while it asks anew; in lifetimes. */
const STALE_LIFETIMES = 6

/** Browsers ask each time, by ETag; shared caches keep for `seconds` what callers without credentials get. */
export function publicCacheControl(seconds: number): Readonly<Record<string, string>> {
  const stale = seconds * STALE_LIFETIMES
  return { 'cache-control': `public, max-age=0, s-maxage=${seconds}, stale-while-revalidate=${stale}` }
}

/** What an answer to anybody depends on beside its address: with credentials it would be another. */
const VARY = 'Origin, Accept-Encoding, Authorization, X-Event-Password'

/** Headers of an answer that do not depend on where its caller's page came from. */
export const commonHeaders = (isPersonal: boolean): Readonly<Record<string, string>> =>
  isPersonal ? PERSONAL_HEADERS : COMMON_HEADERS

/** The language an answer is in, and whether the caller's header chose it rather than the address. */
export interface ContentLanguage {
  readonly language: Language
  readonly isNegotiated: boolean
}

/** Of answers that hold texts in a language; the others are the same in all of them. */
export const languageHeaders = ({ language, isNegotiated }: ContentLanguage): Readonly<Record<string, string>> => ({
  'content-language': language,
  ...(isNegotiated && { vary: `${VARY}, Accept-Language` }),
})

/** Of pages, which show the same to all who speak a language. */
export const pageHeaders = ({ language, isNegotiated }: ContentLanguage): Readonly<Record<string, string>> => ({
  vary: isNegotiated ? 'Accept-Encoding, Accept-Language' : 'Accept-Encoding',
  'content-language': language,
})

const COMMON_HEADERS = { ...API_HEADERS, vary: VARY }
const PERSONAL_HEADERS = { ...COMMON_HEADERS, ...NO_STORE_HEADERS }

export interface DiscoveryLink {
  /** Where its pages lie. */
  readonly home: string
  /** Whether the index of the compatibility mount is there to be found. */
  readonly hasWordpress: boolean
}

/** Where clients find the index of all namespaces; links of a list stand beside it. */
export function linkHeader({ home, hasWordpress }: DiscoveryLink, links: string | undefined): string {
  const index = `<${home}/${hasWordpress ? 'wp-json' : 'api'}/>; rel="https://api.w.org/"`
  return links ? `${index}, ${links}` : index
}

const CORS_METHODS = { 'access-control-allow-methods': 'OPTIONS, GET, POST, PUT, PATCH, DELETE' } as const

/** Any origin may read without credentials; a listed one may send them. */
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
