/** The public calendar: an address becomes a page. */
import type { OembedLimits, OembedReply, PageReply, PageRequest, Pages } from '../actions/pages.ts'
import type { RecordPasswords } from '../actions/record-passwords.ts'
import { clockOf, type Services } from '../actions/services.ts'
import type { AuthorizationStep } from '../calendar/application-request.ts'
import { parseCount } from '../calendar/field.ts'
import type { RawInput } from '../calendar/parse.ts'
import { dayOf } from '../text/dates.ts'
import { sayIn } from '../text/say.ts'
import { toLocal } from '../text/zone.ts'
import { type Address, addressIn, EMBEDDED, unframed } from './address.ts'
import { answerCalendar, answerEvent, answerMissingFeed, answerNumber } from './answers.ts'
import { authorizeSheet } from './authorize-page.ts'
import { createOptions } from './choices.ts'
import { absentSheet } from './closed-pages.ts'
import { layOutEmbedded } from './embedded-layout.ts'
import type { Embedding, Frame, Tiles } from './frame.ts'
import { markupOf } from './html.ts'
import { layOut, type Sheet } from './layout.ts'
import { oembedOf } from './oembed.ts'
import { FILTERS, OF_LISTS } from './question.ts'
import { REFERENCE_PARAMETERS } from './reference-query.ts'
import { findSubscription, isSubscription } from './subscriptions.ts'
import type { Theme } from './theme.ts'
import type { Answer, Visit } from './visit.ts'

export interface SiteFacts {
  readonly passwords: RecordPasswords
  readonly theme: Theme
  readonly tiles: Tiles | undefined
  /** Address of a file under /assets/, from the root of the host. */
  readonly asset: (name: string) => string
}

const PARAMETERS = [...FILTERS, ...OF_LISTS, ...REFERENCE_PARAMETERS, 'page', 'p', 'post_type', 'limit']

/** Only for telling what an address is. */
const ANY_DAY = '2000-01-01'

export function createSite(facts: SiteFacts): Pages {
  const optionsOf = createOptions()
  const besides = (services: Services, { urls, password, address }: PageRequest) => ({
    source: { services, urls },
    optionsOf,
    attempt: password === undefined ? undefined : facts.passwords.attempt(password, address),
  })
  return {
    parameters: PARAMETERS,
    isPage: (path) => addressIn(unframed(path).path, ANY_DAY) !== undefined,
    answer: async (services, request) => {
      const { path, isEmbedded } = unframed(request.path)
      const plain = frameOf(facts, services, request)
      const frame = isEmbedded ? embeddedIn(plain, request.query) : plain
      const visited = { ...request, path, password: isEmbedded ? undefined : request.password }
      const answer = await answerOf({ ...visited, ...besides(services, visited), frame })
      return replyOf(frame, answer ?? absent(frame, path))
    },
    isSubscription,
    subscription: async (services, request) => {
      const { path } = unframed(request.path)
      return findSubscription({
        ...request,
        path,
        ...besides(services, request),
        frame: frameOf(facts, services, request),
      })
    },
    oembed: async (services, request, most) => {
      const { path } = unframed(request.path)
      const frame = embeddedIn(frameOf(facts, services, request), {})
      const answer = await answerOf({ ...request, ...besides(services, request), path, frame })
      return answer && oembedReply(frame, answer, most)
    },
    authorization: (services, where, step) => authorizationReply(frameOf(facts, services, where), step),
  }
}

type Where = Pick<PageRequest, 'language' | 'urls'>

function frameOf({ theme, tiles, asset }: SiteFacts, services: Services, { language, urls }: Where): Frame {
  const { site } = services
  const clock = clockOf(services)
  const folder = new URL(urls.site).pathname.replace(/\/$/, '')
  return {
    ...{ site, clock, language, urls, theme, tiles, embedding: undefined },
    say: sayIn(language),
    zone: site.zone,
    cutoff: site.dayCutoff,
    today: dayOf(toLocal(clock.now, site.zone)),
    root: `${folder}${urls.home.slice(urls.site.length)}`,
    asset: (name) => `${folder}${asset(name)}`,
  }
}

/** Lists in a frame may be short. */
const LONGEST_LIST = 100

/** Links to other views stay in the frame, and keep what its address says of it. */
function embeddedIn(frame: Frame, query: RawInput): Frame {
  const limit = parseCount(query['limit'])
  const root = `${frame.root}${EMBEDDED}`
  if (!('value' in limit)) return { ...frame, root, embedding: { kept: {} } }
  const perPage = Math.min(limit.value, LONGEST_LIST)
  const embedding: Embedding = { kept: { limit: String(perPage) } }
  return { ...frame, root, embedding, site: { ...frame.site, perPage } }
}

function oembedReply(frame: Frame, answer: Answer, most: OembedLimits): OembedReply | undefined {
  if (answer.kind === 'redirect') return { kind: 'moved', to: answer.to }
  if (answer.isLocked) return { kind: 'locked' }
  const { embedded } = answer.sheet
  if (answer.status !== 200 || !embedded) return undefined
  return { kind: 'shown', facts: oembedOf(frame, answer.sheet, embedded, most), until: answer.until }
}

async function answerOf(visit: Visit): Promise<Answer | undefined> {
  const address = addressIn(visit.path, visit.frame.today)
  return address && answerAt(visit, address)
}

function answerAt(visit: Visit, address: Address): Promise<Answer | undefined> {
  if (address.kind === 'event') return answerEvent(visit, address.slug)
  if (address.kind === 'feed') return answerMissingFeed(visit, address.base)
  if (address.kind === 'calendar') return answerCalendar(visit, address)
  const number = visit.query['p']
  if (typeof number === 'string') return answerNumber(visit, number)
  return answerCalendar(visit, { base: { kind: 'calendar' }, view: { kind: 'list' } })
}

const absent = (frame: Frame, path: string): Answer => ({
  kind: 'sheet',
  status: 404,
  sheet: absentSheet(frame, 'not_found', path),
})

/** Nothing runs and nothing is styled but what lies under /assets/; pictures and sounds of descriptions lie anywhere. */
const policyOf = (formsTo: readonly string[], framedBy: string): string =>
  [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    'img-src http: https: data:',
    'media-src http: https:',
    "font-src 'self'",
    "connect-src 'self'",
    `form-action ${["'self'", ...formsTo].join(' ')}`,
    "base-uri 'none'",
    `frame-ancestors ${framedBy}`,
  ].join('; ')

const POLICY = policyOf([], "'self'")

function replyOf(frame: Frame, answer: Answer): PageReply {
  if (answer.kind === 'redirect') {
    return { status: answer.status, headers: { location: answer.to }, text: '', until: undefined, isPersonal: false }
  }
  const { status, sheet, until, isPersonal = false, retryAfter } = answer
  const headers = { ...headersOf(frame, sheet), ...(retryAfter !== undefined && { 'retry-after': String(retryAfter) }) }
  const page = frame.embedding ? layOutEmbedded(frame, sheet) : layOut(frame, sheet)
  return { status, headers, text: markupOf(page), until, isPersonal }
}

/** A browser holds the answer to a form, wherever it is sent on to, to where forms may lead. */
function authorizationReply(frame: Frame, step: AuthorizationStep): PageReply {
  const status = step.kind === 'invalid' ? 400 : 200
  const reply = replyOf(frame, { kind: 'sheet', status, sheet: authorizeSheet(frame, step), isPersonal: true })
  const leads = step.kind === 'ask' ? [step.request.success, step.request.reject].flatMap(sourceOf) : []
  return {
    ...reply,
    headers: {
      ...reply.headers,
      'content-security-policy': policyOf(leads, "'none'"),
      'referrer-policy': 'no-referrer',
    },
  }
}

/** As a policy names it: an origin, or the scheme of an application. */
const sourceOf = (url: URL | undefined): string[] =>
  url ? [/^https?:$/.test(url.protocol) ? url.origin : url.protocol] : []

/** Any site may hold a page that is made for it. */
const EMBEDDED_POLICY = POLICY.replace("frame-ancestors 'self'", 'frame-ancestors *')

const headersOf = ({ urls, embedding }: Frame, { api }: Sheet): Readonly<Record<string, string>> => ({
  'content-security-policy': embedding ? EMBEDDED_POLICY : POLICY,
  'referrer-policy': 'strict-origin-when-cross-origin',
  'permissions-policy': 'geolocation=(self)',
  'x-content-type-options': 'nosniff',
  'x-tec-api-version': 'v1',
  'x-tec-api-root': api,
  'x-tec-api-origin': urls.home,
})
