/** Accepted differences from the reference, each with the decision that justifies it. */
import { toLocal } from '../../src/base/time/time-zone.ts'
import type { Json } from '../helper/service.ts'
import { ACCEPTED_LIST_DIFFERENCES } from './accepted-lists.ts'
import { ACCEPTED_WRITE_DIFFERENCES } from './accepted-writes.ts'
import {
  type AcceptedDifference,
  type DifferenceContext,
  findField,
  formatStatuses,
  getSentField,
  isListExchange,
  isReadExchange,
  isSelectionDifference,
  parseQuery,
} from './difference-facts.ts'

const mayEditAll = ({ exchange }: DifferenceContext): boolean => exchange.role === 'admin' || exchange.role === 'editor'

/** The record that contains a path of the recorded body: the root, or an element of a list. */
function recordAt(body: Json, path: string): Json {
  const [, plural, id] = /^(?:order\.)?body\.(events|venues|organizers)\.(\d+)\b/.exec(path) ?? []
  return plural ? body?.[plural]?.find((item: Json) => item.id === Number(id)) : body
}

/** Redacted there, because the password is missing (wire-contract §14). */
function isRedactedThere({ difference, exchange }: DifferenceContext): boolean {
  const record = recordAt(exchange.response_json, difference.path)
  const isEmpty = ['', '[]', 'null', '""'].includes(JSON.stringify(difference.theirs) ?? '')
  return record?.show_map === null && (isEmpty || difference.path.startsWith('order.'))
}

const isUnpublished = (record: Json): boolean => typeof record?.status === 'string' && record.status !== 'publish'

/** Base of our URLs, on the site of the recordings. */
const BASE_URL = 'http://reference.example/wp-json/tribe/events/v1/'

const includesAll = (theirs: readonly string[], ours: readonly string[]): boolean =>
  theirs.every((name) => ours.includes(name))

/**
 * Declarations of an operation: its parameters by name, and that it can succeed. Their path parameter `password` is
 * our query parameter.
 */
const listDeclarations = ({ parameters = [], responses = {} }: Json): string[] => [
  ...parameters.map(({ name }: Json) => name),
  ...Object.keys(responses).filter((status) => status === '200'),
]

/** All declarations of a document, such as `GET /events per_page`; texts and types may differ (wire-contract §16). */
function listContents({ paths, components }: Json): string[] {
  const operations = Object.entries<Json>(paths).flatMap(([path, item]) =>
    Object.entries<Json>(item).flatMap(([method, operation]) => [
      `${method} ${path}`,
      ...listDeclarations(operation).map((item) => `${method} ${path} ${item}`),
    ]),
  )
  const schemas = Object.entries<Json>(components.schemas).flatMap(([name, { properties = {} }]) => [
    name,
    ...Object.keys(properties).map((property) => `${name}.${property.trim()}`),
  ])
  return [...operations, ...schemas]
}

/** A password in the path of an update, which no route has. */
const NOT_DESCRIBED = ['post /events/{id} password']

/** Routes that exist only here. */
const isOurs = (path: string): boolean =>
  path === '/' ||
  /\/by-external-id\/|^\/(?:media|users|series|dates|session|audit|sources|webhooks|batch|changes|imports|exports|fields|settings|setup|sample|health)\b|\/stream$|\/detach$|\/restore$|\/similar$|\/duplicates$|\/merge$|\/history\b|\/input$|\/preview(?:-link)?$|\.(?:ics|rss|ndjson|csv|html)$|\/events\/(?:copy|authors)$|\/calendar$|\/categories\/tree$|\/move$|^\/review\b|\/notes$|\/return$|\.(?:ics|rss|ndjson|csv)$/.test(
    path,
  )

/** Our document contains all of theirs and no other paths than the index, in version 3 (wire-contract §16). */
function describesAll(theirs: Json, ours: Json): boolean {
  const paths = Object.keys(ours.paths).filter((path) => !isOurs(path))
  return (
    /^3\.\d+\.\d+$/.test(ours.openapi) &&
    `${ours.servers[0]?.url}/` === BASE_URL &&
    includesAll(paths, Object.keys(theirs.paths)) &&
    includesAll(
      listContents(theirs).filter((item) => !NOT_DESCRIBED.includes(item)),
      listContents(ours),
    )
  )
}

/** The time of change of a written record is the time of the exchange, within the tolerance of its clock. */
function isTimeOfChange({ difference, exchange }: DifferenceContext): boolean {
  const zone = difference.path.endsWith('_utc') ? 'UTC' : 'America/New_York'
  const instants = [-1, 0, 1, 2, 3].map((seconds) =>
    new Date(Date.parse(exchange.at_utc) + seconds * 1000).toISOString(),
  )
  const times = instants.map((instant) => toLocal(instant.replace('T', ' ').slice(0, 19), zone))
  const isOwn = !isReadExchange(exchange) && /^body\.modified/.test(difference.path)
  return isOwn ? times.includes(difference.ours) : /^\d{4}(?:-\d\d){2} \d\d(?::\d\d){2}$/.test(difference.ours)
}

/** The structured time is the instant that the record contains. */
function isOwnInstant({ difference, response }: DifferenceContext): boolean {
  const edge = /json_ld\.(start|end)Date$/.exec(difference.path)?.[1]
  const utc = recordAt(response.json, difference.path)?.[`utc_${edge}_date`]
  return edge === undefined || Date.parse(difference.ours) === Date.parse(`${utc}Z`)
}

/** Paths of an event that contain linked records. */
const LINKED = /^body\.(?:venue|organizer(?:#ids|\.\d+|$)|json_ld\.(?:location|organizer))/

function linksUnpublished({ exchange }: DifferenceContext): boolean {
  const { venue, organizer } = exchange.response_json ?? {}
  return isUnpublished(venue) || (Array.isArray(organizer) && organizer.some(isUnpublished))
}

const ACCEPTED_ANYWHERE: readonly AcceptedDifference[] = [
  {
    cites: ['S8'],
    description: 'Links of terms are URLs of this service',
    covers: ({ difference }) =>
      /^(?:order\.)?body\._(?:links|embedded)\b/.test(difference.path) &&
      (difference.ours === undefined || String(difference.ours).startsWith(BASE_URL)),
  },
  {
    cites: ['Q47'],
    description: '`modified` is the time of the change',
    covers: (found) => /\bmodified(?:_utc)?$/.test(found.difference.path) && isTimeOfChange(found),
  },
  {
    cites: ['Q45'],
    description: 'An event without a website has the URL of its page',
    covers: ({ difference, response }) =>
      /^body\.(?:events\.\d+\.)?website$/.test(difference.path) &&
      (difference.theirs === '' || difference.theirs === '0') &&
      difference.ours === recordAt(response.json, difference.path)?.url,
  },
  {
    cites: ['Q25'],
    description: 'Editors see protected records without a password',
    covers: (found) =>
      mayEditAll(found) &&
      isReadExchange(found.exchange) &&
      (/^403 200$/.test(formatStatuses(found.difference))
        ? found.difference.theirs.body?.code === 'event-password-protected'
        : isRedactedThere(found)),
  },
  {
    cites: ['Q25'],
    description: 'A protected venue or organizer shows its name',
    covers: ({ difference }) =>
      /(?:^|\.)(?:venue|organizer)$/.test(difference.path) &&
      JSON.stringify(difference.theirs) === '[]' &&
      typeof difference.ours === 'string',
  },
  {
    cites: ['Q24'],
    description: 'Linked records that the viewer may not read are omitted',
    covers: (found) =>
      !mayEditAll(found) &&
      isReadExchange(found.exchange) &&
      LINKED.test(found.difference.path) &&
      linksUnpublished(found),
  },
  {
    cites: ['Q33'],
    description: 'Structured data contains unmodified names and URLs',
    covers: ({ difference }) =>
      (/json_ld\..*\bname$|json_ld\.name$|\.location\.name$/.test(difference.path) &&
        String(difference.theirs).replace(/^(?:Private|Protected): /, '') === difference.ours) ||
      (/json_ld\.(?:offers\.)?url$/.test(difference.path) &&
        String(difference.theirs).replace('%2F/', '') === difference.ours),
  },
  {
    cites: ['Q7'],
    description: 'Offsets are correct where the reference derives them from outdated UTC times',
    covers: (found) =>
      /\btimezone_abbr$|json_ld\.(?:start|end)Date$/.test(found.difference.path) &&
      found.difference.ours !== undefined &&
      isOwnInstant(found),
  },
  {
    cites: ['Q42'],
    description: 'Date defaults in the index are those of the default window',
    covers: ({ difference }) => /\.args\.(?:start|end)_date\.default$/.test(difference.path),
  },
  {
    cites: ['wire-contract §16'],
    description: 'Descriptions of arguments may differ',
    covers: ({ difference }) => /\.args\.\w+\.description$/.test(difference.path),
  },
  {
    cites: ['decisions: ticketed'],
    description: 'Every event contains whether it has offers, and its offers',
    covers: ({ difference: { path, theirs, ours } }) =>
      theirs === undefined &&
      ((/\.ticketed$/.test(path) && (ours === false || ours === null)) ||
        (/\.tickets$/.test(path) && Array.isArray(ours) && ours.length === 0)),
  },
  {
    cites: [
      'decisions: Media',
      'decisions: Feeds',
      'decisions: ticketed',
      'decisions: post_parent',
      'decisions: External ids',
      'decisions: Additional fields',
      'decisions: Application passwords',
    ],
    description: 'Additional arguments and routes',
    covers: ({ difference: { path, theirs } }) =>
      theirs === undefined &&
      (/\.args\.(?:tickets|post_parent|external_id|custom_fields)$/.test(path) ||
        /\.routes\.[^.]*(?:\/by-external-id\/|\/fields\b|\/media\b|\/users\b|\\\.(?:ics|rss|ndjson|csv)$)/.test(path)),
  },
  {
    cites: ['decisions: Series', 'decisions: Event status', 'decisions: Online events'],
    description: 'Arguments and routes of series, status and online events',
    covers: ({ difference: { path, theirs } }) =>
      theirs === undefined &&
      (SERIES_AND_STATUS.test(/\.args\.(\w+)$/.exec(path)?.[1] ?? '') ||
        /\.routes\.[^.]*(?:\/series\b|\/dates\b|\/detach$)/.test(path)),
  },
  {
    cites: ['decisions: History', 'decisions: Sessions', 'decisions: Sources', 'decisions: Webhooks'],
    description: 'Routes of the history, of sessions, of sources, of imports, of exports and of webhooks',
    covers: ({ difference: { path, theirs } }) =>
      theirs === undefined &&
      /\.routes\.[^.]*\/(?:history\b|audit$|session\b|sources\b|imports\b|exports\b|webhooks\b)/.test(path),
  },
  {
    cites: ['decisions: Editing'],
    description: 'Routes for editing events',
    covers: ({ difference: { path, theirs } }) =>
      theirs === undefined && /\.routes\.[^.]*\/(?:input|preview|preview-link)$/.test(path),
  },
  {
    cites: ['decisions: Restore', 'decisions: Bulk'],
    description: 'Arguments and routes of the trash, and of batches',
    covers: ({ difference: { path, theirs } }) =>
      theirs === undefined && (/\.args\.permanent$/.test(path) || /\.routes\.[^.]*\/(?:restore|batch)$/.test(path)),
  },
  {
    cites: [
      'decisions: Similar records',
      'decisions: Merge',
      'decisions: Category tree',
      'decisions: Review',
      'decisions: Program',
      'decisions: Administration',
      'decisions: Text as stored',
    ],
    description: 'Routes and arguments for editors and administrators',
    covers: ({ difference: { path, theirs } }) =>
      theirs === undefined && (EDITING_ROUTES.test(path) || EDITING_ARGUMENTS.test(path)),
  },
  {
    cites: ['decisions: Delta sync', 'decisions: Live'],
    description: 'Routes of changes',
    covers: ({ difference: { path, theirs } }) =>
      theirs === undefined && /\.routes\.[^.]*\/(?:changes|events\/(?:stream|calendar))$/.test(path),
  },
  {
    cites: ['docs/api.md: The API'],
    description: 'The document is available in two versions of OpenAPI',
    covers: ({ difference: { path, ours } }) =>
      /endpoints\.0\.args$/.test(path) && typeof ours === 'object' && Object.keys(ours ?? {}).join() === 'version',
  },
  {
    cites: ['decisions: password', 'Q25', 'Q41'],
    description: 'Additional arguments about passwords',
    covers: ({ difference }) =>
      /\.args\.(?:hidden|password|post_password)$/.test(difference.path) && difference.theirs === undefined,
  },
  {
    cites: [
      'decisions: Order',
      'decisions: Exclusion',
      'decisions: Changed since',
      'decisions: geoloc',
      'decisions: Unknown `orderby`, `order`',
      'docs/api.md: Filters',
    ],
    description: 'Additional arguments of lists',
    covers: ({ difference }) => {
      const name = /\.args\.(\w+)$/.exec(difference.path)?.[1] ?? ''
      return LIST_EXTENSIONS.includes(name) && difference.theirs === undefined
    },
  },
  {
    cites: ['Q38'],
    description: 'The document describes everything that the document of the reference does',
    covers: ({ exchange, response }) =>
      isReadExchange(exchange) &&
      /\/v1\/doc(?:\?|$)/.test(exchange.path) &&
      describesAll(exchange.response_json, response.json),
  },
  {
    cites: ['wire-contract §1.1'],
    description: 'An unknown method is an unknown route',
    covers: ({ difference, exchange }) => exchange.method === 'TRACE' && formatStatuses(difference) === '405 404',
  },
  {
    cites: ['wire-contract §17'],
    description: 'The index of all namespaces lists those of this service',
    covers: ({ difference, exchange }) =>
      exchange.path.startsWith('/wp-json/?') && /^body\.namespaces|^header\.allow$/.test(difference.path),
  },
  {
    cites: ['wire-contract §1.1'],
    description: 'A slug is found in encoded and in decoded form',
    covers: ({ difference, exchange }) =>
      /by-slug\/%25/.test(exchange.path) && formatStatuses(difference) === '400 200',
  },
  {
    cites: ['Q12'],
    description:
      'An event that ends before it starts, which no list of the reference contains, is hidden in the replay',
    covers: ({ difference, exchange: { response_json: event } }) =>
      difference.path === 'body.hide_from_listings' && event.utc_end_date < event.utc_start_date,
  },
  {
    cites: ['wire-contract §6.7'],
    description: 'A group that was not recorded created an event with the same title',
    covers: ({ difference, exchange }) =>
      exchange.name === 'event create with trashed' && /^(?:url|slug|website)$/.test(findField(difference)),
  },
  {
    cites: ['decisions: Protected records in lists'],
    description:
      'Every viewer finds a protected event by its title and dates, and not by fields that its password hides',
    covers: (found) =>
      isListExchange(found.exchange, 'events') && isSelectionDifference(found.difference) && differsInProtected(found),
  },
  {
    cites: ['docs/api.md: Errors'],
    description: 'Errors have hints',
    covers: ({ difference, response }) =>
      /^body\.(?:body\.)?data\.hints$/.test(difference.path) && hintsAtParameters(response.json?.body ?? response.json),
  },
]

/** Lists that have the same events except for those that a password hides. */
function differsInProtected({ exchange, response }: DifferenceContext): boolean {
  const theirs: readonly Json[] = exchange.response_json?.events ?? []
  const ours: readonly Json[] = response.json?.events ?? []
  const isAlone = (list: readonly Json[]) => (record: Json) => !list.some(({ id }) => id === record.id)
  const alone = [...theirs.filter(isAlone(ours)), ...ours.filter(isAlone(theirs))]
  return alone.length > 0 && alone.every(({ all_day }) => all_day === null)
}

/** A text for each of the invalid parameters, and for no other. */
function hintsAtParameters({ data: { params, hints } }: Json): boolean {
  const isSame = Object.keys(hints).join() === Object.keys(params).join()
  return isSame && Object.values(hints).every((hint) => typeof hint === 'string' && hint.endsWith('.'))
}

/** The total of our list must equal the number of records on its page, for any selection. */
function isCounted({ exchange, response }: DifferenceContext): boolean {
  const { total, ...rest } = response.json?.body ?? response.json ?? {}
  const shown = Object.values(rest).find(Array.isArray)?.length
  if (typeof total !== 'number' || shown === undefined) return true
  const getValue = (name: string): Json => parseQuery(exchange).getAll(name).at(-1) ?? getSentField(exchange, name)
  const perPage = Math.min(Number(getValue('per_page') ?? 10), 50)
  const page = Number(getValue('page') ?? 1)
  const isShown = shown === Math.max(0, Math.min(perPage, total - (page - 1) * perPage))
  return isShown && Number(response.headers['x-tec-total'] ?? total) === total
}

const SERIES_AND_STATUS =
  /^(?:series|collapse|hide_subsequent_recurrences|recurrence|scope|event_status|event_status_reason|is_virtual|attendance_mode|virtual_url|virtual_url_visibility)$/

const LIST_EXTENSIONS = [
  'orderby',
  'order',
  'exclude',
  'categories_exclude',
  'tags_exclude',
  'modified_after',
  'free',
  'strict',
  'geoloc',
  'geoloc_lat',
  'geoloc_lng',
  'geoloc_radius',
  'geo_lat',
  'geo_lng',
]

const EDITING_ROUTES =
  /\.routes\.[^.]*\/(?:similar|duplicates|merge|tree|move|review|review\/mails|notes|return|events\/copy|events\/authors|events\\\.html|settings|setup|sample|health)$/
const EDITING_ARGUMENTS =
  /\.args\.(?:color|icon|text|author|has_image|has_venue|shift_days|categories_add|categories_remove)$/

export const ACCEPTED: readonly AcceptedDifference[] = [
  ...ACCEPTED_WRITE_DIFFERENCES,
  ...ACCEPTED_ANYWHERE,
  ...ACCEPTED_LIST_DIFFERENCES,
]

/** The decision that accepts a difference; undefined if there is none. */
export function findAcceptance(found: DifferenceContext): string | undefined {
  if (isSelectionDifference(found.difference) && !isCounted(found)) return undefined
  const accepted = ACCEPTED.find(({ covers }) => covers(found))
  return accepted && `${accepted.cites.join(', ')}: ${accepted.description}`
}
