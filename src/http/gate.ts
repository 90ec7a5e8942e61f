/** What the door needs, and what is seen of a request at the first look. */
import type { FastifyRequest } from 'fastify'
import type { Pages } from '../actions/pages.ts'
import type { RecordPasswords } from '../actions/record-passwords.ts'
import type { Services } from '../actions/services.ts'
import type { SignIns } from '../actions/sign-in.ts'
import type { Urls } from '../present/urls.ts'
import { type Language, wishedLanguage } from '../text/language.ts'
import type { Assets } from './assets.ts'
import type { DocsPage } from './docs.ts'
import type { Voice } from './headers.ts'
import { parseForm } from './input.ts'
import { type Called, MOUNTS, type Mount, type Spoken, spokenPath, urlsOf } from './mount.ts'
import type { Routing } from './routes.ts'
import type { Shelf } from './shelf.ts'
import type { StreamSlots } from './stream-slots.ts'

export interface Gate {
  readonly services: Services
  readonly routing: Routing
  /** Routes of `wp/v2`. */
  readonly wordpress: Routing
  /** Routes of `oembed/1.0`. */
  readonly oembed: Routing
  readonly signIns: SignIns
  readonly recordPasswords: RecordPasswords
  /** Of the program. */
  readonly version: string
  /** Number of this process where several share a port. */
  readonly worker: number | undefined
  /** Address of the site, without a slash at its end; known once the service listens. */
  readonly home: () => string
  readonly withWordpress: boolean
  readonly corsOrigins: readonly string[]
  /** Sent with every response. */
  readonly everyHeaders: Readonly<Record<string, string>>
  /** Of RFC 9116; empty where none is set. */
  readonly securityContact: string
  readonly shelf: Shelf
  /** How long shared caches may keep what anybody may read. */
  readonly cdnSeconds: number
  readonly streams: StreamSlots
  /** The public calendar. */
  readonly pages: Pages
  /** Files of pages. */
  readonly assets: Assets
  readonly docsPage: DocsPage
}

export interface Seen {
  readonly gate: Gate
  readonly request: FastifyRequest
  readonly path: string
  readonly spoken: Spoken
  readonly voice: Voice
  readonly query: Readonly<Record<string, unknown>>
  readonly method: string
}

export function seenBy(gate: Gate, request: FastifyRequest): Seen {
  const [path = '/', search = ''] = splitOnce(request.url)
  const query = parseForm(search)
  const { languages } = gate.services.site
  const spoken = spokenPath(path, languages)
  const voice = voiceOf(spoken, request.headers['accept-language'], languages)
  return { gate, request, path, spoken, voice, query, method: overridden(request, query) }
}

/** The address says it, else the caller's header. */
const voiceOf = ({ language }: Spoken, wish: string | undefined, offered: readonly Language[]): Voice => ({
  language: language ?? wishedLanguage(wish, offered),
  isNegotiated: language === undefined,
})

const splitOnce = (url: string): [string, string] => {
  const mark = url.indexOf('?')
  return mark < 0 ? [url, ''] : [url.slice(0, mark), url.slice(mark + 1)]
}

/** Only POST can stand for another verb: a GET never writes (decisions, Override). */
function overridden({ method, headers }: FastifyRequest, query: Readonly<Record<string, unknown>>): string {
  if (method !== 'POST') return method
  const asked = query['_method'] ?? headers['x-http-method-override']
  return typeof asked === 'string' && asked !== '' ? asked.toUpperCase() : method
}

export const isRead = ({ method }: Pick<Seen, 'method'>): boolean => method === 'GET' || method === 'HEAD'

/** Of pages: as the mount that clients are to find shows them, in the language of the address. */
export function pageUrls({ gate, spoken }: Pick<Seen, 'gate' | 'spoken'>): Urls {
  return urlsOf(calledOf(gate, gate.withWordpress ? MOUNTS.wordpress : MOUNTS.api, spoken.language))
}

/** What was called, for its addresses. */
export const calledOf = (gate: Pick<Gate, 'home'>, mount: Mount, language: Language | undefined): Called => ({
  mount,
  language,
  site: gate.home(),
})
