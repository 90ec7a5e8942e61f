/** Which requests share an answer: those that ask the same of the same place, with no credentials. */
import type { IncomingHttpHeaders } from 'node:http'
import type { Fields } from '../calendar/field.ts'
import type { RawInput } from '../calendar/parse.ts'
import type { Language } from '../text/language.ts'
import type { Mount } from './mount.ts'
import { WRAPPING } from './output.ts'
import { prefersStrictHandling } from './prefer.ts'

/** Nothing but the address says what is asked for, and by nobody in particular. */
export function isPublicRead(method: string | undefined, headers: IncomingHttpHeaders): boolean {
  if (method !== 'GET' && method !== 'HEAD') return false
  return !PERSONAL.some((name) => headers[name] !== undefined) && !prefersStrictHandling(headers)
}

/** Credentials, and signs of a body, which says more than the address does. */
const PERSONAL = ['authorization', 'x-wp-nonce', 'x-event-password', 'content-length', 'transfer-encoding']

interface Asked {
  /** Of the address, which links follow. */
  readonly language: Language | undefined
  /** That the answer is in, where it is the caller's wish. */
  readonly wished: Language | undefined
  readonly mount: Mount['name']
  readonly path: string
  readonly query: RawInput
  readonly args: Fields
}

/** What nobody reads of a query tells no answers apart; undefined where it holds a credential. */
export function shelfKey({ language, wished, mount, path, query, args }: Asked): string | undefined {
  if (CREDENTIALS.some((name) => query[name] !== undefined)) return undefined
  const read = Object.entries(query).filter(([name]) => Object.hasOwn(args, name) || WRAPPING.includes(name))
  return `${language ?? ''} ${wished ?? ''} ${mount}${path}?${JSON.stringify(read.sort(([a], [b]) => (a < b ? -1 : 1)))}`
}

const CREDENTIALS = ['password', '_wpnonce']

interface AskedPage {
  /** Of the address, which the links of the page follow. */
  readonly language: Language | undefined
  /** In which it is written. */
  readonly voice: Language
  readonly path: string
  readonly query: RawInput
}

/** The same for pages, which show the same to all. */
export function pageKey({ language, voice, path, query }: AskedPage, parameters: readonly string[]): string {
  const read = Object.entries(query).filter(([name]) => parameters.includes(name))
  return `${language ?? ''} ${voice} page ${path}?${JSON.stringify(read.sort(([a], [b]) => (a < b ? -1 : 1)))}`
}
