/** Feeds of a venue, organizer, series, category or tag, for calendars and feed readers. */

import { buildFeedLinks, buildGoogleSubscriptionLink } from '../../../pages/feed-links.ts'
import { type Html, html } from '../../../pages/html-template.ts'
import type { PageContext } from '../../../pages/page-context.ts'

interface FollowedTarget {
  readonly name: string | undefined
  /** Parameters of the event list that select its events. */
  readonly query: Readonly<Record<string, string>>
}

export function renderFollowMenu({ urls, translate }: PageContext, { name = '', query }: FollowedTarget): Html {
  const feeds = buildFeedLinks(urls, query)
  const links: readonly (readonly [text: string, href: string])[] = [
    [translate('sharing.calendar_app'), feeds.webcal],
    [translate('page.calendar_google'), buildGoogleSubscriptionLink(feeds)],
    ['iCalendar', feeds.ical],
    ['RSS', feeds.rss],
  ]
  const items = links.map(([text, href]) => html`<li><a href="${href}" rel="nofollow">${text}</a></li>`)
  return html`<nav class="follow" aria-label="${translate('sharing.follow_name', { name })}"><span aria-hidden="true">${translate('sharing.follow')}</span><ul>${items}</ul></nav>`
}
