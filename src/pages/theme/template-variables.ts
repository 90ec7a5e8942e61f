/**
 * The variables of templates: the interface of themes, described in docs/guides/themes.md. Names never change their meaning;
 * `[]` is an item of a list.
 */
import type { ThemeBlock } from './theme.ts'

export type VariableTable = Readonly<Record<string, string>>

/** Variables of all templates. */
export const SITE_VARIABLES: VariableTable = {
  language: 'language of the page, such as `de`',
  'site.name': 'name of the site',
  'site.home': 'URL of the calendar in the language of the page',
  'site.footer': 'text of the footer; the name of the site by default',
  'site.logo': 'logo of the settings, or nothing',
  'site.logo.url': 'its URL',
  'site.logo.width': 'its width in pixels',
  'site.logo.height': 'its height in pixels',
  'text.search': '"Search events"',
  'text.search_button': '"Search"',
  'text.all_events': '"All events"',
  'text.subscribe': '"Subscribe"',
  'text.languages': '"Languages"',
  'text.featured': '"Featured"',
  'text.free': '"Free"',
  'text.online': '"Online"',
  'text.where': '"Where"',
  'text.price': '"Price"',
  'text.organizer': '"Organizer"',
  'text.website': '"Website"',
  'text.tickets': '"Tickets"',
  'text.over': '"This event has ended."',
}

/** Variables of head, header and footer. */
export const PAGE_VARIABLES: VariableTable = {
  'page.title': 'title of the page',
  'page.url': 'canonical URL of the page',
  'languages[].code': 'language code',
  'languages[].name': 'name of the language in that language',
  'languages[].url': 'URL of this page in that language',
  'languages[].current': 'whether the page is in that language',
  'navigation[].name': 'name of a view of the calendar: list, month, week, map',
  'navigation[].url': 'its URL',
  'navigation[].current': 'whether the page is that view',
  'directories[].name': 'name of the page of all venues, organizers or categories',
  'directories[].url': 'its URL',
  'feeds.ical': 'URL of the events of the page as iCalendar; of all events on other pages',
  'feeds.webcal': 'the same URL for calendar applications',
  'feeds.rss': 'URL of the events as RSS',
  'slots.site_name': 'the logo, or the name of the site',
  'slots.search': 'search form',
  'slots.submit': 'link to the form for visitors who submit events; empty without `SUBMISSIONS`',
  'slots.directories': 'links to the pages of all venues, organizers and categories',
  'slots.languages': 'links to the page in all languages; empty with one language',
  'slots.feeds': 'links to the feeds; empty on pages without feeds',
}

/** Variables of an event in every block. */
const SUMMARY_VARIABLES: VariableTable = {
  'event.id': 'ID',
  'event.title': 'title',
  'event.url': 'URL of its page',
  'event.start': 'start in the time zone of the event, `2026-12-05T19:00`',
  'event.end': 'end, in the same form',
  'event.weekday': 'weekday of the start, such as `Sat`',
  'event.day': 'day of the month of the start, from 1 to 31',
  'event.month': 'month of the start, such as `Dec`',
  'event.short_date': 'date and time, such as `Dec 5, 2026, 7:00 – 9:00 PM`',
  'event.time': 'time, such as `7:00 – 9:00 PM`; empty for a whole day',
  'event.all_day': 'whether it lasts whole days',
  'event.featured': 'whether it is featured',
  'event.status': '`canceled`, `postponed`, `rescheduled` or `moved-online`; empty for a scheduled event',
  'event.status_text': 'the status in the language of the page',
}

/** Variables of an event in a list, and on its page. */
const EVENT_VARIABLES: VariableTable = {
  ...SUMMARY_VARIABLES,
  'event.date': 'date and time, such as `Saturday, December 5, 2026, 7:00 – 9:00 PM`',
  'event.over': 'whether it has ended',
  'event.protected': 'whether it needs a password; most other variables are then empty',
  'event.online': 'whether visitors can take part online',
  'event.place': 'venue and city, `Online`, or both; may be empty',
  'event.venue': 'venue, or nothing',
  'event.venue.name': 'name of the venue',
  'event.venue.url': 'URL of the events of the venue',
  'event.venue.address': 'address in one line',
  'event.venue.city': 'city',
  'event.organizers[].name': 'name of an organizer',
  'event.organizers[].url': 'URL of the events of the organizer',
  'event.cost': 'price, such as `$10 – $20` or `Free`; may be empty',
  'event.excerpt': 'beginning of the description as text',
  'event.website': 'URL of the website; may be empty',
  'event.image': 'image, or nothing',
  'event.image.url': 'its URL',
  'event.image.width': 'its width in pixels',
  'event.image.height': 'its height in pixels',
  'event.image.alt': 'its alternative text; may be empty',
  'event.categories[].name': 'name of a category',
  'event.categories[].slug': 'its slug',
  'event.categories[].url': 'URL of its events',
  'event.tags[].name': 'name of a tag',
  'event.tags[].slug': 'its slug',
  'event.tags[].url': 'URL of its events',
}

export const EVENT_PAGE_VARIABLES: VariableTable = {
  ...EVENT_VARIABLES,
  'slots.breadcrumbs': 'links to the pages above: all events, and the category or venue',
  'slots.header': 'status, title and date, also in the time zone of the visitor',
  'slots.facts': 'place, price, organizers, tickets, "Add to calendar" and "Share"',
  'slots.picture': 'the image',
  'slots.description': 'the description',
  'slots.tickets': 'table of tickets',
  'slots.other_dates': 'other dates of the series',
  'slots.terms': 'categories and tags',
  'slots.map': 'map of the venue',
  'slots.further': 'more events at the venue, and related events',
  'slots.adjacent': 'links to the previous and the next event',
  'slots.actions': 'price and most important action, at the lower edge of narrow screens',
}

export const LIST_ROW_VARIABLES: VariableTable = {
  ...EVENT_VARIABLES,
  'slots.color': 'color of the category; empty without one',
  'slots.time':
    'time, or date in lists without days; struck through if it does not apply; also in the time zone of the visitor',
  'slots.category': 'category with its color',
  'slots.badges': 'labels: status, sold out, featured, protected',
  'slots.more_dates': 'link to more dates of a series',
  'slots.heading': 'title with link, as a heading of the right level',
  'slots.place': 'line with place, "Online" and price',
  'slots.picture': 'image with link',
}

export const EVENT_CARD_VARIABLES: VariableTable = {
  ...SUMMARY_VARIABLES,
  'event.place': 'venue without city; may be empty',
  'slots.color': 'color of the category; empty without one',
  'slots.time': 'time; struck through if it does not apply',
  'slots.badges': 'label of the status',
  'slots.title': 'title with link',
  'slots.labels': 'labels: free, online, sold out',
}

/** Variables of a block, in addition to those of the site. */
export const BLOCK_VARIABLES: Readonly<Record<ThemeBlock, VariableTable>> = {
  head: PAGE_VARIABLES,
  header: PAGE_VARIABLES,
  footer: PAGE_VARIABLES,
  'event-page': EVENT_PAGE_VARIABLES,
  'event-card': EVENT_CARD_VARIABLES,
  'list-row': LIST_ROW_VARIABLES,
}
