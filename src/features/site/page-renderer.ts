/** Renders the pages of the public calendar. */

import type { Language } from '../../base/i18n/language.ts'
import { createTranslator } from '../../base/i18n/translate.ts'
import { toDateOnly } from '../../base/time/parse-date.ts'
import { toLocal } from '../../base/time/time-zone.ts'
import { PREVIEW_PATH } from '../../calendar/posts/urls.ts'
import { createTimeContext, type Services } from '../../calendar/services.ts'
import type { OembedLimits, OembedResult, PageRenderer, PageRequest, PageResponse } from '../../http/page-renderer.ts'
import { parseCount } from '../../kernel/field.ts'
import type { RawInput } from '../../kernel/validate-input.ts'
import { renderEmbedLayout } from '../../pages/embed-layout.ts'
import { buildMissingPage } from '../../pages/error-pages.ts'
import { renderHtml } from '../../pages/html-template.ts'
import { createIntlFormattersCache, type IntlFormatters } from '../../pages/intl-formatters.ts'
import { renderLayout } from '../../pages/layout.ts'
import { buildOembed } from '../../pages/oembed.ts'
import type { Page } from '../../pages/page.ts'
import type { EmbedContext, PageContext, PageResources } from '../../pages/page-context.ts'
import { EVENT_FILTERS, LIST_FILTERS } from '../../pages/page-filters.ts'
import { EMBED_PATH, type PageRoute, parseEmbedPath, parsePageRoute } from '../../pages/page-routes.ts'
import { nameFixedStyle, parseColorScheme } from '../../pages/theme/color-scheme.ts'
import type { AuthorizationStep } from '../accounts/app-authorization.ts'
import { buildAccountPage } from '../accounts/pages/account-pages.ts'
import { buildAuthorizePage } from '../accounts/pages/authorize-page.ts'
import type { DigestSchedule } from '../digests/digest-renderer.ts'
import { buildSubmissionPage } from '../submissions/submission-pages.ts'
import { createFilterOptionsCache, OPTION_SEARCHES } from './data/filter-options.ts'
import { REFERENCE_PARAMETERS } from './data/reference-query.ts'
import { handleDirectoryPage } from './directory-handler.ts'
import { MONTH_PARAMETER } from './filters/month-jump.ts'
import { findPageFeed, isFeedRequest } from './page-feeds.ts'
import { handleCalendarPage, handleEventPage, handleMissingFeed, handlePostId, handlePreview } from './page-handlers.ts'
import type { PageRequestContext, PageResult } from './page-request.ts'
import { handleSuggestions, SUGGESTION_PARAMETERS } from './suggestions.ts'

export interface SiteOptions extends PageResources {
  /** Origins that the Content-Security-Policy of public pages allows in addition. */
  readonly extraSources: readonly string[]
  readonly videoHosts: readonly string[]
  /** True if pages follow changes by an event stream. */
  readonly isLive: boolean
  /** Undefined if visitors cannot subscribe to digests. */
  readonly digestSchedule: DigestSchedule | undefined
  /** Path of the form with which visitors submit events; undefined if they cannot. */
  readonly submitPath: string | undefined
}

const PAGE_QUERY_PARAMETERS = [
  ...EVENT_FILTERS,
  ...LIST_FILTERS,
  ...REFERENCE_PARAMETERS,
  ...OPTION_SEARCHES,
  ...SUGGESTION_PARAMETERS,
  MONTH_PARAMETER,
  'page',
  'p',
  'post_type',
  'limit',
  'theme',
  'open',
]

/** Used only to classify a URL. */
const PLACEHOLDER_DAY = '2000-01-01'

export function createPageRenderer(siteOptions: SiteOptions): PageRenderer {
  const options = { ...siteOptions, getFormatters: createIntlFormattersCache() }
  const getFilterOptions = createFilterOptionsCache()
  const sharedContext = (services: Services, { urls, password, ip }: PageRequest) => ({
    source: { services, urls },
    getFilterOptions,
    attempt: password === undefined ? undefined : options.passwords.createAttempt(password, ip),
  })
  return {
    queryParameters: PAGE_QUERY_PARAMETERS,
    isPage: (path) => parsePageRoute(parseEmbedPath(path).path, PLACEHOLDER_DAY) !== undefined,
    render: async (services, request) => {
      const { path, isEmbedded } = parseEmbedPath(request.path)
      const context = createPageContext(options, services, request)
      const pageContext = isEmbedded ? createEmbedContext(context, request.query) : context
      // Framed pages never accept passwords.
      const pageRequest = { ...request, path, password: isEmbedded ? undefined : request.password }
      const result = await handlePath({ ...pageRequest, ...sharedContext(services, pageRequest), context: pageContext })
      return renderPageResponse(pageContext, result ?? createNotFound(pageContext, path))
    },
    renderPreview: async (services, locale, preview) => {
      // The URL contains a secret, so scripts of other hosts are blocked.
      const context = { ...createPageContext(options, services, locale), extraSources: [] }
      const result = await handlePreview({ context, source: { services, urls: locale.urls } }, preview)
      return renderPageResponse(context, result ?? createNotFound(context, PREVIEW_PATH))
    },
    isFeedRequest,
    findFeed: async (services, request) => {
      const { path } = parseEmbedPath(request.path)
      return findPageFeed({
        ...request,
        path,
        ...sharedContext(services, request),
        context: createPageContext(options, services, request),
      })
    },
    describeOembed: async (services, request, limits) => {
      const { path } = parseEmbedPath(request.path)
      const pageContext = createEmbedContext(createPageContext(options, services, request), {})
      const result = await handlePath({ ...request, ...sharedContext(services, request), path, context: pageContext })
      return result && buildOembedResult(pageContext, result, limits)
    },
    renderAuthorization: (services, locale, step) =>
      renderAuthorizationResponse(createPageContext(options, services, locale), step),
    renderAccountPage: (services, locale, page) =>
      renderPersonalResponse(buildAccountPage, createPageContext(options, services, locale), page),
    renderSubmission: (services, locale, page) =>
      renderPersonalResponse(buildSubmissionPage, createPageContext(options, services, locale), page),
  }
}

export interface PageContextOptions extends SiteOptions {
  readonly getFormatters: (language: Language) => IntlFormatters
}

type PageLocale = Pick<PageRequest, 'language' | 'urls'>

export function createPageContext(
  { getTheme, getAssetUrl, getFormatters, digestSchedule, ...options }: PageContextOptions,
  services: Services,
  { language, urls }: PageLocale,
): PageContext {
  const { site } = services
  const clock = createTimeContext(services)
  const folder = new URL(urls.site).pathname.replace(/\/$/, '')
  return {
    ...{ site, clock, language, urls, theme: getTheme(), embed: undefined },
    ...{ tiles: options.tiles, extraSources: options.extraSources, videoHosts: options.videoHosts },
    ...{ isLive: options.isLive, submitPath: options.submitPath },
    digestWeekday: digestSchedule?.weekday,
    translate: createTranslator(language),
    formatters: getFormatters(language),
    zone: site.zone,
    cutoff: site.dayCutoff,
    today: toDateOnly(toLocal(clock.now, site.zone)),
    root: `${folder}${urls.home.slice(urls.site.length)}`,
    getAssetUrl: (name) => `${folder}${getAssetUrl(name)}`,
  }
}

/** Upper limit of the parameter `limit` of framed lists. */
const MAX_EMBED_LIST = 100

/** Links to other views stay in the frame and keep `limit`, `theme` and `open`. */
function createEmbedContext(context: PageContext, query: RawInput): PageContext {
  const limit = parseCount(query['limit'])
  const perPage = 'value' in limit ? Math.min(limit.value, MAX_EMBED_LIST) : undefined
  const scheme = parseColorScheme(query['theme'])
  const opensHere = query['open'] === 'here'
  const preservedQuery = {
    ...(perPage !== undefined && { limit: String(perPage) }),
    ...(scheme && { theme: scheme }),
    ...(opensHere && { open: 'here' }),
  }
  const embed: EmbedContext = { preservedQuery, scheme, opensHere }
  return {
    ...context,
    root: `${context.root}${EMBED_PATH}`,
    embed,
    site: { ...context.site, perPage: perPage ?? context.site.perPage },
    getAssetUrl: (name) => context.getAssetUrl(scheme ? nameFixedStyle(name, scheme) : name),
  }
}

function buildOembedResult(context: PageContext, result: PageResult, limits: OembedLimits): OembedResult | undefined {
  if (result.kind === 'redirect') return { kind: 'moved', to: result.to }
  if (result.kind === 'fragment') return undefined
  if (result.isLocked) return { kind: 'locked' }
  const { embedSize } = result.page
  if (result.status !== 200 || !embedSize) return undefined
  return { kind: 'shown', description: buildOembed(context, result.page, embedSize, limits), until: result.until }
}

async function handlePath(request: PageRequestContext): Promise<PageResult | undefined> {
  const route = parsePageRoute(request.path, request.context.today)
  return route && handleRoute(request, route)
}

function handleRoute(request: PageRequestContext, route: PageRoute): Promise<PageResult | undefined> {
  if (route.kind === 'event') return handleEventPage(request, route.slug)
  if (route.kind === 'index') return handleDirectoryPage(request, route.of)
  if (route.kind === 'feed') return handleMissingFeed(request, route.archive)
  if (route.kind === 'calendar') return handleCalendarPage(request, route)
  if (route.kind === 'suggestions') return handleSuggestions(request)
  const id = request.query['p']
  if (typeof id === 'string') return handlePostId(request, id)
  return handleCalendarPage(request, { archive: { kind: 'calendar' }, view: { kind: 'list' } })
}

const createNotFound = (context: PageContext, path: string): PageResult => ({
  kind: 'sheet',
  status: 404,
  page: buildMissingPage(context, 'not_found', path),
})

interface ExtraSources {
  readonly extraSources?: readonly string[]
  /** Origins of the players of videos on the page. */
  readonly frameSources?: readonly string[] | undefined
}

/** Scripts and styles come only from /assets/. Descriptions may contain images, audio and video of any host. */
const buildContentSecurityPolicy = (
  formTargets: readonly string[],
  frameAncestors: string,
  { extraSources = [], frameSources = [] }: ExtraSources = {},
): string =>
  [
    "default-src 'none'",
    `script-src ${["'self'", ...extraSources].join(' ')}`,
    "style-src 'self'",
    'img-src http: https: data:',
    'media-src http: https:',
    "font-src 'self'",
    `connect-src ${["'self'", ...extraSources].join(' ')}`,
    ...(frameSources.length > 0 ? [`frame-src ${frameSources.join(' ')}`] : []),
    `form-action ${["'self'", ...formTargets].join(' ')}`,
    "base-uri 'none'",
    `frame-ancestors ${frameAncestors}`,
  ].join('; ')

function renderPageResponse(context: PageContext, result: PageResult): PageResponse {
  if (result.kind === 'redirect') {
    return { status: result.status, headers: { location: result.to }, text: '', until: undefined, isPersonal: false }
  }
  if (result.kind === 'fragment') {
    const headers = { 'x-content-type-options': 'nosniff', 'x-robots-tag': 'noindex' }
    return { status: 200, headers, text: renderHtml(result.content), until: undefined, isPersonal: false }
  }
  const { status, page, until, isPersonal = false, retryAfter } = result
  const headers = {
    ...buildHeaders(context, page),
    ...(retryAfter !== undefined && { 'retry-after': String(retryAfter) }),
  }
  const markup = context.embed ? renderEmbedLayout(context, page) : renderLayout(context, page)
  return { status, headers, text: renderHtml(markup), until, isPersonal }
}

/** No other site may frame the page or gets its URL, which contains a token. */
export function renderPrivatePage(context: PageContext, page: Page, status: number): PageResponse {
  const response = renderPageResponse(context, { kind: 'sheet', status, page, isPersonal: true })
  const policy = buildContentSecurityPolicy([], "'none'")
  return {
    ...response,
    headers: { ...response.headers, 'content-security-policy': policy, 'referrer-policy': 'no-referrer' },
  }
}

/** `form-action` also applies to redirects after a form submission, so it includes the URLs of the application. */
function renderAuthorizationResponse(context: PageContext, step: AuthorizationStep): PageResponse {
  const status = step.kind === 'invalid' ? 400 : 200
  const response = renderPageResponse(context, {
    kind: 'sheet',
    status,
    page: buildAuthorizePage(context, step),
    isPersonal: true,
  })
  const sources = step.kind === 'ask' ? [step.request.successUrl, step.request.rejectUrl].flatMap(toPolicySource) : []
  return {
    ...response,
    headers: {
      ...response.headers,
      'content-security-policy': buildContentSecurityPolicy(sources, "'none'"),
      'referrer-policy': 'no-referrer',
    },
  }
}

/** No other site may frame the page, and no other site gets its URL. */
function renderPersonalResponse<P>(
  build: (context: PageContext, content: P) => Page,
  context: PageContext,
  content: P,
): PageResponse {
  const page = build(context, content)
  const response = renderPageResponse(context, { kind: 'sheet', status: 200, page, isPersonal: true })
  const policy = buildContentSecurityPolicy([], "'none'")
  return {
    ...response,
    headers: { ...response.headers, 'content-security-policy': policy, 'referrer-policy': 'same-origin' },
  }
}

/** CSP source: an origin, or the scheme of a native application. */
const toPolicySource = (url: URL | undefined): string[] =>
  url ? [/^https?:$/.test(url.protocol) ? url.origin : url.protocol] : []

/** Any site may frame the pages under /embed. */
const buildHeaders = (
  { urls, embed, extraSources }: PageContext,
  { apiUrl, frameSources }: Page,
): Readonly<Record<string, string>> => ({
  'content-security-policy': buildContentSecurityPolicy([], embed ? '*' : "'self'", { extraSources, frameSources }),
  'referrer-policy': 'strict-origin-when-cross-origin',
  'permissions-policy': 'geolocation=(self)',
  'x-content-type-options': 'nosniff',
  'x-tec-api-version': 'v1',
  'x-tec-api-root': apiUrl,
  'x-tec-api-origin': urls.home,
})
