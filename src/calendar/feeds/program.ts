/** A program sheet: events by day as plain HTML, which word processors open. */

import type { Language } from '../../base/i18n/language.ts'
import type { Translate } from '../../base/i18n/translate.ts'
import { convertHtmlToText } from '../../base/text/html-to-text.ts'
import { escapeHtml } from '../../base/text/sanitize.ts'
import { toDateOnly } from '../../base/time/parse-date.ts'
import { computeFeedDays, type FeedEvent, readFeedEvent } from './feed-event.ts'
import type { FeedChannel, FeedFormat } from './feed-format.ts'

/** Characters of the text of an event. */
const MAX_TEXT_LENGTH = 400

export const program: FeedFormat = {
  mediaType: 'text/html',
  isCalendar: false,
  createWriter: (channel) => {
    const formatDay = createDayFormatter(channel.language)
    let currentDay = ''
    return {
      opening: formatOpening(channel),
      writeRecord: ({ json }) => {
        const event = readFeedEvent(json, channel.dayCutoff)
        const day = toDateOnly(event.start.local)
        const heading = day === currentDay ? '' : `<h2>${escapeHtml(formatDay(day))}</h2>\n`
        currentDay = day
        return `${heading}${formatEntry(event, { formatDay, translate: channel.translate })}`
      },
      closing: '</body>\n</html>\n',
    }
  },
}

const STYLE = 'body{font:11pt/1.35 serif;max-width:42em;margin:2em auto}h2{font-size:13pt}p{margin:0 0 .7em}'

const formatOpening = ({ name, language }: FeedChannel): string =>
  [
    `<!doctype html>\n<html lang="${language}">\n<head>\n<meta charset="utf-8">\n`,
    `<title>${escapeHtml(name)}</title>\n<style>${STYLE}</style>\n</head>\n<body>\n<h1>${escapeHtml(name)}</h1>\n`,
  ].join('')

type FormatDay = (day: string) => string

/** Years beyond 9999 do not occur. */
function createDayFormatter(language: Language): FormatDay {
  const format = new Intl.DateTimeFormat(language, {
    ...({ weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' } as const),
    timeZone: 'UTC',
  })
  return (day) => format.format(new Date(`${day}T00:00:00Z`))
}

interface EntryContext {
  readonly formatDay: FormatDay
  readonly translate: Translate
}

function formatEntry(event: FeedEvent, context: EntryContext): string {
  const status = event.eventStatus === 'scheduled' ? '' : ` (${context.translate(`status.${event.eventStatus}`)})`
  const facts = [formatTimes(event, context), formatPlace(event), event.cost].filter((fact) => fact !== '')
  const text = shorten(event.excerpt === '' ? event.text : convertHtmlToText(event.excerpt))
  return [
    `<p><b>${escapeHtml(event.title)}</b>${escapeHtml(status)}`,
    facts.length > 0 ? `<br>\n${escapeHtml(facts.join(' · '))}` : '',
    text === '' ? '' : `<br>\n${escapeHtml(text)}`,
    '</p>\n',
  ].join('')
}

/** The time of day, and the last day of an event of several days. */
function formatTimes(event: FeedEvent, { formatDay }: EntryContext): string {
  const { first, last } = computeFeedDays(event)
  const [from, until] = [event.start.local.slice(11, 16), event.end.local.slice(11, 16)]
  if (event.hasWholeDays) return last > first ? `– ${formatDay(last)}` : ''
  if (last > first && event.end.local.slice(11) > event.start.local.slice(11))
    return `${from} – ${formatDay(last)}, ${until}`
  return from === until ? from : `${from}–${until}`
}

const formatPlace = ({ venue }: FeedEvent): string =>
  venue ? [venue.name, venue.city].filter((part) => part !== '').join(', ') : ''

function shorten(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ').trim()
  if (line.length <= MAX_TEXT_LENGTH) return line
  return `${line.slice(0, line.lastIndexOf(' ', MAX_TEXT_LENGTH)).toWellFormed()} …`
}
