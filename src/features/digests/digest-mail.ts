/** The weekly digest as text and HTML. Mail clients support neither style sheets nor scripts reliably, so styles are inline. */

import type { EventView } from '../../calendar/events/present-event.ts'
import type { EventSummary } from '../../calendar/events/present-summary.ts'
import { deriveAccentColors, parseColor } from '../../kernel/accent-color.ts'
import { computeSpan, type Day, type DayPlan, shiftDay } from '../../pages/calendar-grid.ts'
import { formatDate, formatDayRange, formatShort, formatTimes } from '../../pages/format-dates.ts'
import { type Html, html, renderHtml } from '../../pages/html-template.ts'
import { type PageContext, translateCount } from '../../pages/page-context.ts'
import type { Filters } from '../../pages/page-filters.ts'
import { withQuery } from '../../pages/page-routes.ts'
import { formatPlace } from '../site/components/event-place.ts'
import { formatTitle } from '../site/components/event-status.ts'
import { formatCost } from '../site/components/price.ts'
import {
  compareInDay,
  type DataSource,
  type EventsByDay,
  eventsOnDay,
  readEventsByDay,
  readPlaces,
} from '../site/data/load-events.ts'
import type { DigestContent, DigestMailLinks } from './digest-renderer.ts'
import { formatScopeName, isValidScope } from './digest-scope.ts'

const DAYS = 7
/** Some mail clients cut mails of more than 100 kB. */
const MAX_EVENTS_PER_DAY = 12
/** In a large calendar, events that started earlier are among those of a day. */
const MAX_EVENTS_READ = 4 * MAX_EVENTS_PER_DAY
const MAX_ONGOING = 10

interface DigestEvent {
  readonly title: string
  readonly url: string
  /** Times on its day; dates of an ongoing event. */
  readonly when: string
  /** Place and price; empty without both. */
  readonly where: string
}

interface DigestSection {
  readonly heading: string
  readonly events: readonly DigestEvent[]
  /** Link to the events that are not listed. */
  readonly more: { readonly text: string; readonly url: string } | undefined
}

/**
 * The digest that anonymous viewers may see; undefined if no event starts in these days, and for a scope whose records
 * were deleted, which would otherwise contain all events.
 */
export async function buildDigestMail(
  context: PageContext,
  source: DataSource,
  filters: Filters,
): Promise<DigestContent | undefined> {
  if (!(await isValidScope(source.services, filters))) return undefined
  const week = Array.from({ length: DAYS }, (_, index) => shiftDay(context.today, index))
  const selection = { filters, archiveQuery: {} }
  const found = await readEventsByDay(source, selection, { weeks: [week], perDay: MAX_EVENTS_READ })
  const days = (found.weeks[0] ?? []).map((plan) => listNewEvents(context, plan, found))
  const events = days.reduce((sum, { total }) => sum + total, 0)
  if (events === 0) return undefined
  const running = listEarlierEvents(context, found).slice(0, MAX_ONGOING)
  const places = await readPlaces(source, [...days.flatMap((day) => day.shown), ...running])
  const describe = (event: EventSummary, when: string) => describeEvent(context, event, places.get(event.id), when)
  const sections = days
    .filter(({ shown }) => shown.length > 0)
    .map((day) => describeDay(context, day, filters, describe))
  const name = await formatScopeName(context, source, filters)
  const [first = '', last = ''] = [week[0], week.at(-1)]
  const mail: DigestMail = {
    context,
    scope: Object.keys(filters).length === 0 ? '' : name,
    range: formatDayRange(context, first, last),
    sections: running.length === 0 ? sections : [...sections, describeOngoing(context, running, describe)],
    calendarUrl: `${context.urls.home}${withQuery('/events/', filters)}`,
  }
  const title = mail.scope === '' ? context.site.name : `${mail.scope} – ${context.site.name}`
  return {
    subject: `${title}: ${translateCount(context, 'page.found', events)}, ${mail.range}`,
    events,
    render: (links) => ({ text: renderText(mail, links), html: renderHtml(renderMarkup(mail, links)) }),
  }
}

interface DigestDay {
  readonly day: Day
  readonly shown: readonly EventSummary[]
  /** Number of events that start on the day. */
  readonly total: number
}

/** The first events in display order, by time. In a large calendar, some events of the day are only counted. */
function listNewEvents(
  { cutoff }: PageContext,
  plan: DayPlan<EventSummary>,
  { ongoing, totals }: Pick<EventsByDay, 'ongoing' | 'totals'>,
): DigestDay {
  const onDay = eventsOnDay(plan)
  const events = [...ongoing, ...onDay].filter((event) => computeSpan(event, cutoff).first === plan.day)
  const shown = events.toSorted(compareInDay).slice(0, MAX_EVENTS_PER_DAY).toSorted(compareTimes)
  const unread = Math.max(0, (totals.get(plan.day) ?? 0) - onDay.length)
  return { day: plan.day, shown, total: events.length + unread }
}

/** Events that started before the digest. */
const listEarlierEvents = ({ cutoff, today }: PageContext, { weeks, ongoing }: EventsByDay): readonly EventSummary[] =>
  [...ongoing, ...(weeks[0]?.slice(0, 1) ?? []).flatMap(eventsOnDay)].filter(
    (event) => computeSpan(event, cutoff).first < today,
  )

const compareTimes = (a: EventSummary, b: EventSummary): number =>
  Number(b.all_day) - Number(a.all_day) ||
  (a.start_date < b.start_date ? -1 : a.start_date > b.start_date ? 1 : a.id - b.id)

type DescribeEvent = (event: EventSummary, when: string) => DigestEvent

function describeDay(
  context: PageContext,
  { day, shown, total }: DigestDay,
  filters: Filters,
  describe: DescribeEvent,
): DigestSection {
  const hidden = total - shown.length
  return {
    heading: formatDate(context, 'longDay', day),
    events: shown.map((event) => describe(event, formatTimes(event, context) ?? context.translate('page.all_day'))),
    more:
      hidden > 0
        ? {
            text: translateCount(context, 'page.more', hidden),
            url: `${context.urls.home}${withQuery(`/events/${day}/`, filters)}`,
          }
        : undefined,
  }
}

const describeOngoing = (
  context: PageContext,
  events: readonly EventSummary[],
  describe: DescribeEvent,
): DigestSection => ({
  heading: context.translate('page.ongoing'),
  events: events.map((event) => describe(event, formatShort(event, context))),
  more: undefined,
})

function describeEvent(
  context: PageContext,
  event: EventSummary,
  view: EventView | undefined,
  when: string,
): DigestEvent {
  const details = view ? [formatPlace(context, view, { withCity: true }), formatCost(context, view)] : []
  return {
    title: formatTitle(context, event),
    url: event.url,
    when,
    where: details.filter((part) => part !== '').join(' · '),
  }
}

interface DigestMail {
  readonly context: PageContext
  /** Empty for all events. */
  readonly scope: string
  readonly range: string
  readonly sections: readonly DigestSection[]
  readonly calendarUrl: string
}

function renderText({ context, scope, range, sections, calendarUrl }: DigestMail, links: DigestMailLinks): string {
  const { translate, site } = context
  const parts = sections.map(({ heading, events, more }) => {
    const entries = events.map(({ title, url, when, where }) =>
      [`${when}: ${title}`, ...(where === '' ? [] : [where]), url].join('\n'),
    )
    const rest = more ? [`${more.text}: ${more.url}`] : []
    return [`${heading}\n${'-'.repeat(heading.length)}`, ...entries, ...rest].join('\n\n')
  })
  const footer = [
    translate('digest.reason', { site: site.name }),
    `${translate('digest.manage')}: ${links.manage}`,
    `${translate('digest.unsubscribe')}: ${links.unsubscribe}`,
  ]
  const head = [site.name, ...(scope === '' ? [] : [scope]), range].join('\n')
  const end = `${translate('digest.calendar')}: ${calendarUrl}`
  return `${[head, ...parts, end, `-- \n${footer.join('\n')}`].join('\n\n\n')}\n`
}

const FONT = "system-ui,-apple-system,'Segoe UI',Roboto,Arial,sans-serif"
const [INK, MUTED, LINE, PAPER, ACCENT] = ['#1f1c18', '#645e55', '#e5dfd5', '#ffffff', '#9a3412']

function renderMarkup(mail: DigestMail, links: DigestMailLinks): Html {
  const { context, scope, range, sections, calendarUrl } = mail
  const { translate, site, language } = context
  const color = parseColor(site.accentColor)
  const accent = color === undefined ? ACCENT : deriveAccentColors(color, 'light').accent
  const link = (url: string, text: string, style = '') =>
    html`<a href="${url}" style="color:${accent};${style}">${text}</a>`
  return html`<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light">
<title>${site.name}</title>
</head>
<body style="margin:0;padding:0;background:${PAPER};color:${INK};font:16px/1.5 ${FONT}">
<div style="max-width:600px;margin:0 auto;padding:24px 16px;background:${PAPER};color:${INK}">
<p style="margin:0;color:${MUTED}">${site.name}</p>
<h1 style="margin:0 0 4px;font-size:26px;line-height:1.25;font-weight:600">${scope === '' ? translate('digest.heading') : scope}</h1>
<p style="margin:0;color:${MUTED}">${range}</p>
${sections.map((section) => renderSection(section, link))}
<p style="margin:32px 0 0">${link(calendarUrl, translate('digest.calendar'), 'font-weight:600')}</p>
<div style="margin-top:32px;padding-top:16px;border-top:1px solid ${LINE};color:${MUTED};font-size:14px">
<p style="margin:0 0 8px">${translate('digest.reason', { site: site.name })}</p>
<p style="margin:0">${link(links.manage, translate('digest.manage'))} &nbsp; ${link(links.unsubscribe, translate('digest.unsubscribe'))}</p>
</div>
</div>
</body>
</html>
`
}

type RenderLink = (url: string, text: string, style?: string) => Html

const renderSection = ({ heading, events, more }: DigestSection, link: RenderLink): Html =>
  html`<h2 style="margin:32px 0 0;padding-bottom:6px;border-bottom:1px solid ${LINE};font-size:18px;line-height:1.3;font-weight:600">${heading}</h2>
${events.map(
  ({ title, url, when, where }) => html`<div style="margin-top:14px">
<div style="color:${MUTED};font-size:14px">${when}</div>
<div style="font-size:17px;line-height:1.35;font-weight:600">${link(url, title, 'text-decoration:none')}</div>
${where !== '' && html`<div style="color:${MUTED};font-size:14px">${where}</div>\n`}</div>
`,
)}${more && html`<p style="margin:14px 0 0;font-size:14px">${link(more.url, more.text)}</p>\n`}`
