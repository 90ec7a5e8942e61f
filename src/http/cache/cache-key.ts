/** Which requests share an answer: those that ask the same of the same place, with no credentials. */
import type { IncomingHttpHeaders } from 'node:http'
import type { Fields } from '../../domain/fields/field.ts'
import type { RawInput } from '../../domain/fields/validate-input.ts'
import type { Language } from '../../i18n/language.ts'
import { prefersStrictHandling } from '../request/prefer-header.ts'
import type { Mount } from '../request/resolve-mount.ts'
import { ENVELOPE_PARAMETERS } from '../response/envelope.ts'

/** Nothing but the address says what is asked for, and by nobody in particular. */
export function isPublicRead(method: string | undefined, headers: IncomingHttpHeaders): boolean {
  if (method !== 'GET' && method !== 'HEAD') return false
  return !PERSONAL_HEADERS.some((name) => headers[name] !== undefined) && !prefersStrictHandling(headers)
}

/** Credentials, and signs of a body, which says more than the address does. */
const PERSONAL_HEADERS = ['authorization', 'x-wp-nonce', 'x-event-password', 'content-length', 'transfer-encoding']

interface CacheKeyInput {
  /** Of the address, which links follow. */
  readonly language: Language | undefined
  /** That the answer is in, where it is the caller's wish. */
  readonly negotiatedLanguage: Language | undefined
  readonly mount: Mount['name']
  readonly path: string
  readonly query: RawInput
  readonly args: Fields
}

/** What nobody reads of a query tells no answers apart; undefined where it holds a credential. */
export function createCacheKey({
  language,
  negotiatedLanguage,
  mount,
  path,
  query,
  args,
}: CacheKeyInput): string | undefined {
  if (CREDENTIAL_PARAMETERS.some((name) => query[name] !== undefined)) return undefined
  const entries = Object.entries(query).filter(
    ([name]) => Object.hasOwn(args, name) || ENVELOPE_PARAMETERS.includes(name),
  )
  return `${language ?? ''} ${negotiatedLanguage ?? ''} ${mount}${path}?${JSON.stringify(entries.sort(([a], [b]) => (a < b ? -1 : 1)))}`
}

const CREDENTIAL_PARAMETERS = ['password', '_wpnonce']

interface PageCacheKeyInput {
  /** Of the address, which the links of the page follow. */
  readonly language: Language | undefined
  /** In which it is written. */
  readonly pageLanguage: Language
  readonly path: string
  readonly query: RawInput
}

/** The same for pages, which show the same to all. */
export function createPageCacheKey(
  { language, pageLanguage, path, query }: PageCacheKeyInput,
  parameters: readonly string[],
): string {
  const entries = Object.entries(query).filter(([name]) => parameters.includes(name))
  return `${language ?? ''} ${pageLanguage} page ${path}?${JSON.stringify(entries.sort(([a], [b]) => (a < b ? -1 : 1)))}`
}
