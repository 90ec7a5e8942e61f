/** The public calendar: an address becomes a page. */
import { clockOf, type Services } from '../actions/services.ts'
import type { AuthorizationStep } from '../calendar/application-request.ts'
import { type DateTime, dayOf } from '../text/dates.ts'
import { sayIn } from '../text/say.ts'
import { toLocal } from '../text/zone.ts'
import { type Address, addressIn } from './address.ts'
import { answerCalendar, answerEvent, answerFeed, answerNumber } from './answers.ts'
import { authorizeSheet } from './authorize-page.ts'
import { createOptions } from './choices.ts'
import { absentSheet } from './closed-pages.ts'
import type { Frame, Tiles } from './frame.ts'
import { markupOf } from './html.ts'
import { layOut, type Sheet } from './layout.ts'
import { DATES, FILTERS } from './question.ts'
import type { Theme } from './theme.ts'
import type { Answer, PageRequest, Visit } from './visit.ts'

export interface SiteFacts {
  readonly theme: Theme
  readonly tiles: Tiles | undefined
  /** Address of a file under /assets/, from the root of the host. */
  readonly asset: (name: string) => string
}

export interface PageReply {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly text: string
  /** Last second for which it is true, UTC; undefined when that is the end of the day. */
  readonly until: DateTime | undefined
  /** Opened by a password: for nobody else. */
  readonly isPersonal: boolean
}

export interface Pages {
  /** Names of a query that pages read. */
  readonly parameters: readonly string[]
  /** Whether an address is that of a page, be it there or not. */
  readonly isPage: (path: string) => boolean
  readonly answer: (services: Services, request: PageRequest) => Promise<PageReply>
  readonly authorization: (
    services: Services,
    where: Pick<PageRequest, 'language' | 'urls'>,
    step: AuthorizationStep,
  ) => PageReply
}

const PARAMETERS = [...FILTERS, ...DATES, 'page', 'p', 'post_type', 'ical']

/** Only for telling what an address is. */
const ANY_DAY = '2000-01-01'

export function createSite(facts: SiteFacts): Pages {
  const optionsOf = createOptions()
  return {
    parameters: PARAMETERS,
    isPage: (path) => addressIn(path, ANY_DAY) !== undefined,
    answer: async (services, request) => {
      const frame = frameOf(facts, services, request)
      const address = addressIn(request.path, frame.today)
      const visit: Visit = { ...request, frame, source: { services, urls: request.urls }, optionsOf }
      const answer = address && (await answerOf(visit, address))
      return replyOf(frame, answer ?? absent(frame, request.path))
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
    ...{ site, clock, language, urls, theme, tiles },
    say: sayIn(language),
    zone: site.zone,
    cutoff: site.dayCutoff,
    today: dayOf(toLocal(clock.now, site.zone)),
    root: `${folder}${urls.home.slice(urls.site.length)}`,
    asset: (name) => `${folder}${asset(name)}`,
  }
}

function answerOf(visit: Visit, address: Address): Promise<Answer | undefined> {
  if (address.kind === 'event') return answerEvent(visit, address.slug)
  if (address.kind === 'feed') return answerFeed(visit, address.base)
  if (address.kind === 'calendar') return answerCalendar(visit, address.base, address.view)
  const number = visit.query['p']
  if (typeof number === 'string') return answerNumber(visit, number)
  return answerCalendar(visit, { kind: 'calendar' }, { kind: 'list' })
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
  const { status, sheet, until, isPersonal = false } = answer
  return { status, headers: headersOf(frame, sheet), text: markupOf(layOut(frame, sheet)), until, isPersonal }
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

const headersOf = ({ urls }: Frame, { api }: Sheet): Readonly<Record<string, string>> => ({
  'content-security-policy': POLICY,
  'referrer-policy': 'strict-origin-when-cross-origin',
  'x-content-type-options': 'nosniff',
  'x-tec-api-version': 'v1',
  'x-tec-api-root': api,
  'x-tec-api-origin': urls.home,
})
