/** The calendar in any of its views: what is the same in all of them. */
import type { DateTime } from '../text/dates.ts'
import { type Base, pathOf, type View, withQuery } from './address.ts'
import type { Options } from './choices.ts'
import type { Day } from './days.ts'
import { type Feeds, feedsOf, googleSubscription } from './feeds.ts'
import type { Frame } from './frame.ts'
import { type Html, html } from './html.ts'
import { apiList, type Sheet, type Size } from './layout.ts'
import type { Choice } from './reading.ts'
import { snippetFor } from './snippet.ts'
import { filterForm, filtersInForce, type Toolbar, type Turn, turning, viewSwitch } from './toolbar.ts'

/** Whose events are shown: nothing for all. */
export interface Subject {
  readonly base: Base
  /** Parameters of the interface's list that mean the same. */
  readonly query: Readonly<Record<string, string>>
  /** `Events in the category Music`. */
  readonly heading: string | undefined
  readonly name: string | undefined
  readonly description: string
  /** Above the events: what the venue or organizer is. */
  readonly profile: Html | undefined
  readonly jsonLd: unknown
  readonly hasMap: boolean
}

/** What is asked for. */
export interface Asked {
  readonly subject: Subject
  readonly view: View
  readonly choice: Choice
  readonly page: number
  readonly options: Options
}

/** What a view makes of it. */
export interface Shown {
  readonly heading: string
  /** For where it stands without its page, in a list of what was found. */
  readonly title?: string
  readonly content: Html
  readonly turn: Turn
  readonly day: Day
  readonly total: number
  readonly found: { readonly filters: Toolbar['filters']; readonly ignored: readonly string[] }
  readonly hasMap?: boolean
  /** Numbers of pages have addresses of their own. */
  readonly page?: number
  /** There is no page of this number. */
  readonly isBeyond?: boolean
  /** Last second for which it is true, UTC; undefined when that is the end of the day. */
  readonly until?: DateTime | undefined
}

/** Of frames of other sites, until they grow with what they hold. */
const SIZES: Readonly<Record<View['kind'], Size>> = {
  list: { width: 640, height: 800 },
  past: { width: 640, height: 800 },
  map: { width: 800, height: 720 },
  month: { width: 900, height: 900 },
  week: { width: 900, height: 640 },
  day: { width: 640, height: 640 },
}

export function calendarSheet(frame: Frame, { subject, view, options }: Asked, shown: Shown): Sheet {
  const { filters, ignored } = shown.found
  const toolbar: Toolbar = {
    base: subject.base,
    view,
    filters,
    ignored,
    options,
    heading: shown.heading,
    day: shown.day,
  }
  const { start_date, end_date, orderby, ...choosing } = filters
  const feeds = feedsOf(frame.urls, { ...choosing, ...subject.query })
  // A frame of another site is for the events alone.
  const profile = frame.embedding ? undefined : subject.profile
  const heading =
    subject.name === undefined
      ? shown.heading
      : `${subject.heading ?? ''}${view.kind === 'list' ? '' : `: ${shown.heading}`}`
  const isPlain = Object.keys(filters).length === 0
  const page = shown.page !== undefined && shown.page > 1 ? String(shown.page) : undefined
  return {
    title: subject.name === undefined ? (shown.title ?? heading) : heading,
    description: subject.description || undefined,
    path: withQuery(pathOf(subject.base, view), { ...filters, page }),
    api: apiOf(frame, subject, filters),
    isUnlisted: !isPlain || shown.total === 0,
    feeds,
    previous: shown.turn.previous?.href,
    next: shown.turn.next?.href,
    hasMap: shown.hasMap === true || (profile !== undefined && subject.hasMap),
    embedded: SIZES[view.kind],
    jsonLd: subject.jsonLd,
    content: html`<div class="wide" data-calendar>
${profile}
<div class="calendar-head">
${profile ? html`<h2 class="calendar-title" tabindex="-1">${shown.heading}</h2>` : html`<h1 class="calendar-title" tabindex="-1">${heading}</h1>`}
${turning(frame, shown.turn)}
${viewSwitch(frame, toolbar)}
</div>
${filterForm(frame, toolbar)}
${filtersInForce(frame, toolbar)}
${shown.content}
${!frame.embedding && subscription(frame, feeds, snippetFor(frame, toolbar))}
</div>`,
  }
}

/** Contract 18.3. */
function apiOf(frame: Frame, subject: Subject, filters: Toolbar['filters']): string {
  if (subject.base.kind !== 'calendar') return apiList(frame, subject.query)
  const isFeaturedList = filters.featured === '1' || filters.featured === 'true'
  return isFeaturedList ? apiList(frame, { featured: '1' }) : `${frame.urls.base}/`
}

/** A section of its own; the script shows it as a dialog. */
function subscription({ say }: Frame, feeds: Feeds, snippet: string): Html {
  return html`<p class="subscribe-link"><a class="button" href="#subscribe" data-dialog="subscribe">${say('page.subscribe')}</a></p>
<section class="subscribe" id="subscribe" aria-labelledby="subscribe-title" data-close="${say('page.close')}">
<h2 id="subscribe-title">${say('page.subscribe')}</h2>
<p>${say('page.subscribe_text')}</p>
<ul class="subscribe-ways">
<li><a class="button button-strong" href="${feeds.webcal}">${say('page.subscribe_calendar')}</a></li>
<li><a class="button" href="${googleSubscription(feeds)}" rel="nofollow">${say('page.subscribe_google')}</a></li>
<li><a class="button" href="${feeds.rss}">${say('page.subscribe_rss')}</a></li>
</ul>
<p class="subscribe-address"><label for="feed-address">${say('page.subscribe_address')}</label>
<input id="feed-address" type="text" readonly value="${feeds.ical}" data-copy="${say('page.copy')}" data-copied="${say('page.copied')}"></p>
<h3>${say('page.embed')}</h3>
<p>${say('page.embed_text')}</p>
<p class="subscribe-address"><label for="embed-code">${say('page.embed_code')}</label>
<input id="embed-code" type="text" readonly value="${snippet}" data-copy="${say('page.copy')}" data-copied="${say('page.copied')}"></p>
</section>`
}

export const nothing = (text: string): Html => html`<p class="nothing">${text}</p>`
