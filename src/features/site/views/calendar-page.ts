/** Common parts of all views of the calendar. */

import type { DateTime } from '../../../base/time/date-time.ts'
import type { ImageView } from '../../../calendar/images/present-image.ts'
import { createTrail, renderBreadcrumbs } from '../../../pages/breadcrumbs.ts'
import type { Day } from '../../../pages/calendar-grid.ts'
import type { VideoNeeds } from '../../../pages/description.ts'
import { buildFeedLinks, buildGoogleSubscriptionLink } from '../../../pages/feed-links.ts'
import { type Html, html } from '../../../pages/html-template.ts'
import { buildApiListUrl } from '../../../pages/layout.ts'
import type { Breadcrumb, FeedLinks, Page, PixelSize } from '../../../pages/page.ts'
import { type PageContext, translateCount } from '../../../pages/page-context.ts'
import type { Filters } from '../../../pages/page-filters.ts'
import { type ArchiveRoute, buildCalendarPath, type CalendarView, withQuery } from '../../../pages/page-routes.ts'
import { renderDigestForm } from '../components/digest-form.ts'
import type { FilterOptions } from '../data/filter-options.ts'
import type { EventSelection } from '../data/load-events.ts'
import type { FoundRecord } from '../data/named-records.ts'
import { renderActiveFilters } from '../filters/active-filters.ts'
import { type Alternatives, renderAlternatives } from '../filters/alternatives.ts'
import { type DescribedFilter, titleWithFilters } from '../filters/describe-filters.ts'
import { buildEmbedSnippet } from '../filters/embed-snippet.ts'
import { renderFilterForm } from '../filters/filter-form.ts'
import { renderFollowMenu } from '../filters/follow-menu.ts'
import { renderNameMatches } from '../filters/name-matches.ts'
import { renderQuickDates } from '../filters/quick-dates.ts'
import { type Pager, renderPager, type Toolbar } from '../filters/toolbar.ts'
import { renderViewSwitch } from '../filters/view-switch.ts'

/** The events of a page: all, or those of a term, venue or organizer. */
export interface ArchiveTarget {
  readonly archive: ArchiveRoute
  /** Parameters of the event list that select these events. */
  readonly query: Readonly<Record<string, string>>
  /** For example `Events in the category Music`. */
  readonly heading: string | undefined
  readonly name: string | undefined
  readonly description: string
  /** Description of the venue or organizer, above the events. */
  readonly header: Html | undefined
  /** Requirements of the videos in the header; undefined without a header. */
  readonly videos?: VideoNeeds
  /** Below all events, the page itself last; undefined for all events. */
  readonly breadcrumbs: readonly Breadcrumb[] | undefined
  readonly jsonLd: unknown
  readonly hasMap: boolean
  readonly image: ImageView | undefined
}

export interface CalendarRequest {
  readonly target: ArchiveTarget
  readonly view: CalendarView
  readonly selection: EventSelection
  readonly page: number
  readonly options: FilterOptions
}

/** Parts of a page that help to find events, in addition to those of the view. */
export interface DiscoveryResult {
  readonly described: readonly DescribedFilter[]
  /** Records whose name matches the search. */
  readonly matches: readonly FoundRecord[]
  /** Undefined for a view with events. */
  readonly alternatives: Alternatives | undefined
}

export interface ViewResult {
  readonly heading: string
  /** Title for search engines and browser tabs; by default the heading. */
  readonly title?: string
  readonly content: Html
  /** Shown beside the content of wide windows, above the filters. */
  readonly aside?: Html | undefined
  readonly pager: Pager
  readonly day: Day
  readonly total: number
  readonly filterResult: { readonly filters: Toolbar['filters']; readonly ignored: readonly string[] }
  readonly hasMap?: boolean
  /** Page number, which is part of the URL. */
  readonly page?: number
  /** The page number exceeds the last page. */
  readonly isOutOfRange?: boolean
  /** Last second for which the view is valid, UTC; undefined for the end of the day. */
  readonly until?: DateTime | undefined
}

/** Initial sizes of frames. The embed script adjusts the height to the content. */
const EMBED_SIZES: Readonly<Record<CalendarView['kind'], PixelSize>> = {
  list: { width: 640, height: 800 },
  past: { width: 640, height: 800 },
  photo: { width: 900, height: 900 },
  summary: { width: 640, height: 800 },
  map: { width: 800, height: 720 },
  month: { width: 900, height: 900 },
  week: { width: 900, height: 640 },
  day: { width: 640, height: 640 },
}

/** Longer headings are smaller where they share a line with the controls. */
const MAX_SHORT_HEADING = 18

export function buildCalendarPage(
  context: PageContext,
  { target, view, options }: CalendarRequest,
  result: ViewResult,
  finding: DiscoveryResult,
): Page {
  const { filters, ignored } = result.filterResult
  const toolbar: Toolbar = {
    archive: target.archive,
    view,
    filters,
    ignored,
    options,
    heading: result.heading,
    day: result.day,
  }
  const { start_date, end_date, orderby, ...eventFilters } = filters
  const feedFilters = { ...eventFilters, ...target.query }
  const feeds = buildFeedLinks(context.urls, feedFilters)
  // Frames show only events.
  const header = context.embed ? undefined : target.header
  const videos = header && target.videos
  const heading =
    target.name === undefined
      ? result.heading
      : `${target.heading ?? ''}${view.kind === 'list' ? '' : `: ${result.heading}`}`
  const trail = target.breadcrumbs && !context.embed ? createTrail(context, target.breadcrumbs) : undefined
  const isUnfiltered = Object.keys(filters).length === 0
  const describe = (text: string) => titleWithFilters(context, text, finding.described)
  const found = translateCount(context, 'page.found', result.total)
  const title = target.name === undefined ? (result.title ?? heading) : heading
  const pageNumber = result.page !== undefined && result.page > 1 ? String(result.page) : undefined
  return {
    title: isUnfiltered ? title : `${describe(title)} (${found})`,
    description: target.description || undefined,
    path: withQuery(buildCalendarPath(target.archive, view), { ...filters, page: pageNumber }),
    apiUrl: buildApiUrl(context, target, filters),
    isNoindex: !isUnfiltered || result.total === 0,
    feeds,
    previous: result.pager.previous?.href,
    next: result.pager.next?.href,
    hasMap: result.hasMap === true || (header !== undefined && target.hasMap),
    isLive: true,
    hasTimes: true,
    scripts: ['filters.js', 'views.js', ...(videos?.scripts ?? [])],
    frameSources: videos?.frameSources,
    searchFilters: target.archive.kind === 'calendar' ? filters : undefined,
    embedSize: EMBED_SIZES[view.kind],
    jsonLd: target.jsonLd,
    ...(trail && { breadcrumbs: trail }),
    image: target.image,
    content: renderContent(context, {
      ...{ target, header, trail, toolbar, result, finding, feeds, feedFilters },
      heading: describe(heading),
    }),
  }
}

interface CalendarContent {
  readonly target: ArchiveTarget
  readonly header: Html | undefined
  readonly toolbar: Toolbar
  readonly result: ViewResult
  readonly finding: DiscoveryResult
  readonly trail: readonly Breadcrumb[] | undefined
  readonly heading: string
  readonly feeds: FeedLinks
  readonly feedFilters: Filters
}

function renderContent(context: PageContext, content: CalendarContent): Html {
  const { target, header, trail, toolbar, result, finding, heading, feeds, feedFilters } = content
  const count =
    result.total > 0 &&
    html` <span class="calendar-count">${translateCount(context, 'page.found', result.total)}</span>`
  return html`<div class="wide" data-calendar>
${trail && renderBreadcrumbs(context, trail)}
${header}
${header && trail && renderFollowMenu(context, target)}
<div class="calendar-head${!header && heading.length > MAX_SHORT_HEADING && ' calendar-head-long'}">
${header ? html`<h2 class="calendar-title" tabindex="-1">${titleWithFilters(context, result.heading, finding.described)}${count}</h2>` : html`<h1 class="calendar-title" tabindex="-1">${heading}${count}</h1>`}
${renderPager(context, result.pager, toolbar)}
${renderViewSwitch(context, toolbar)}
${!context.embed && renderSubscribeLink(context)}
</div>
${!header && trail && renderFollowMenu(context, target)}
${renderQuickDates(context, toolbar)}
${renderColumns(
  result,
  renderFilterForm(context, toolbar),
  html`${renderActiveFilters(context, toolbar, finding.described)}
${renderNameMatches(context, finding.matches)}
${finding.alternatives?.nearest && renderAlternatives(context, toolbar, finding.alternatives)}
${result.content}
${finding.alternatives && !finding.alternatives.nearest && renderAlternatives(context, toolbar, finding.alternatives)}`,
)}
${!context.embed && renderSubscription(context, feeds, buildEmbedSnippet(context, toolbar), renderDigestForm(context, feedFilters))}
</div>`
}

/** With an aside, the filters are part of it. Narrow windows show only the filters, above the content. */
const renderColumns = ({ aside }: ViewResult, filters: Html, content: Html): Html =>
  aside
    ? html`<div class="columns"><div class="columns-aside">${aside}${filters}</div><div class="columns-main">${content}</div></div>`
    : html`${filters}${content}`

/** See wire-contract §18.3. */
function buildApiUrl(context: PageContext, target: ArchiveTarget, filters: Toolbar['filters']): string {
  if (target.archive.kind !== 'calendar') return buildApiListUrl(context, target.query)
  const isFeaturedList = filters.featured === '1' || filters.featured === 'true'
  return isFeaturedList ? buildApiListUrl(context, { featured: '1' }) : `${context.urls.base}/`
}

const renderSubscribeLink = ({ translate }: PageContext): Html =>
  html`<p class="subscribe-link"><a class="button" href="#subscribe" data-dialog="subscribe">${translate('page.subscribe')}</a></p>`

/** A section of the page; the script shows it as a dialog. */
function renderSubscription({ translate }: PageContext, feeds: FeedLinks, snippet: string, digestForm?: Html): Html {
  return html`<section class="subscribe" id="subscribe" aria-labelledby="subscribe-title" data-close="${translate('page.close')}">
<h2 id="subscribe-title">${translate('page.subscribe')}</h2>
<p>${translate('page.subscribe_text')}</p>
<ul class="subscribe-ways">
<li><a class="button button-strong" href="${feeds.webcal}">${translate('page.subscribe_calendar')}</a></li>
<li><a class="button" href="${buildGoogleSubscriptionLink(feeds)}" rel="nofollow">${translate('page.subscribe_google')}</a></li>
<li><a class="button" href="${feeds.rss}">${translate('page.subscribe_rss')}</a></li>
</ul>
${digestForm}
<p class="subscribe-address"><label for="feed-address">${translate('page.subscribe_address')}</label>
<input id="feed-address" type="text" readonly value="${feeds.ical}" data-copy="${translate('page.copy')}" data-copied="${translate('page.copied')}"></p>
<h3>${translate('page.embed')}</h3>
<p>${translate('page.embed_text')}</p>
<p class="subscribe-address"><label for="embed-code">${translate('page.embed_code')}</label>
<input id="embed-code" type="text" readonly value="${snippet}" data-copy="${translate('page.copy')}" data-copied="${translate('page.copied')}"></p>
</section>`
}

export const renderEmptyMessage = (text: string): Html => html`<p class="nothing">${text}</p>`
