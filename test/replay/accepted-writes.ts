/** Accepted differences of creations, updates and deletions. */
import { WORDPRESS_STATUSES } from '../../src/kernel/post.ts'
import type { Json } from '../helper/service.ts'
import {
  type AcceptedDifference,
  type DifferenceContext,
  findField,
  formatStatuses,
  getFieldErrors,
  getSentField,
  hasFieldErrors,
  isAcceptedByCalends,
  isAcceptedByReference,
  isReadExchange,
  isUnchangedSinceRecording,
  isUpdateExchange,
  parsePathId,
  parseQuery,
  requestMatches,
} from './difference-facts.ts'
import type { Exchange } from './exchanges.ts'

const DATES = ['start_date', 'end_date', 'date', 'date_utc']

const isEmpty = (value: Json): boolean =>
  value === '' || value === false || (Array.isArray(value) && value.length === 0)
const isLinked = ({ exchange }: DifferenceContext): boolean => /\/v1\/(?:venues|organizers)\b/.test(exchange.path)

/**
 * Whether each parameter that they reject was sent with such a value, and our response is the record of the path, or a
 * new one.
 */
function rejectsOnly({ difference, exchange }: DifferenceContext, test: (value: Json) => boolean): boolean {
  const names = Object.keys(getFieldErrors(difference.theirs))
  const id = difference.ours?.body?.id
  const isRecord = typeof id === 'number' && id === (parsePathId(exchange) ?? id)
  return (
    isAcceptedByCalends(difference) &&
    isRecord &&
    names.length > 0 &&
    names.every((name) => test(getSentField(exchange, name)))
  )
}

/** A date field whose given value is an instant or only digits, or a field that is derived from it. */
function isGivenAsInstant({ difference, exchange }: DifferenceContext): boolean {
  const field = findField(difference)
    .replace(/^utc_/, '')
    .replace(/_details$/, '')
  const names = field === 'date_utc' ? ['date', 'date_utc'] : field === 'timezone_abbr' ? ['start_date'] : [field]
  return names.some(
    (name) => DATES.includes(name) && /(?:Z|[+-]\d\d:?\d\d)$|^@?-?\d+$/.test(String(getSentField(exchange, name))),
  )
}

/** Fields that the reference resets on an update that omits them. */
const RESET =
  /^(?:status|date|date_utc|timezone|all_day|cost|cost_details|website|show_map|show_map_link|hide_from_listings|sticky|featured|organizer|image)$/

function isReset({ difference, exchange, all }: DifferenceContext): boolean {
  const name = findField(difference)
  if (!isUpdateExchange(exchange, 'events')) return false
  if (RESET.test(name)) return getSentField(exchange, name.replace('_details', '')) === undefined
  const differs = (field: string): boolean => all.some((item) => findField(item) === field)
  // Fields that depend on the status, and on a time zone that is reset or outdated.
  if (name === 'url' || name === 'slug') return differs('status')
  const isZoned =
    differs('timezone') ||
    getSentField(exchange, 'timezone') !== undefined ||
    getSentField(exchange, 'all_day') === true
  return isZoned && /^(?:utc_|timezone_abbr)/.test(name)
}

/** The `id` that was sent in addition to that of the path (Q2). */
const idBeside = (exchange: Exchange): Json => Number(parseQuery(exchange).get('id') ?? getSentField(exchange, 'id'))

/** The invalid parameter, by the name of the exchange, where the reference fails. */
const NEVER_500: Readonly<Record<string, string>> = {
  'timezone=UTC+': 'timezone',
  'title<-space': 'title',
  'categories<-nested': 'categories',
  'tags<-nested': 'tags',
  'cost<-nested': 'cost',
  'categories array object name': 'categories',
  'long name': 'name',
  'name<-space': 'name',
  'parent<-nested': 'parent',
}

const HOSTILE = /<script|<iframe|onerror=/
const TEXTS = ['title', 'description', 'excerpt', 'venue', 'organizer']

export const ACCEPTED_WRITE_DIFFERENCES: readonly AcceptedDifference[] = [
  {
    cites: ['Q2'],
    description: 'The path selects the record',
    covers: (found) =>
      found.exchange.response_json?.id === idBeside(found.exchange) &&
      found.response.json?.id === parsePathId(found.exchange) &&
      isUnchangedSinceRecording(found),
  },
  {
    cites: ['Q27'],
    description: 'A category can be moved to the top level, but not below itself',
    covers: ({ difference, exchange }) =>
      /\/v1\/categories/.test(exchange.path) &&
      ((isAcceptedByCalends(difference) && hasFieldErrors(difference.theirs, ['parent'])) ||
        (isAcceptedByReference(difference) && hasFieldErrors(difference.ours, ['parent']))),
  },
  {
    cites: ['decisions: Series'],
    description: 'A recurrence without a rule and dates is rejected',
    covers: ({ difference, exchange }) =>
      isAcceptedByReference(difference) &&
      hasFieldErrors(difference.ours, ['recurrence']) &&
      getSentField(exchange, 'recurrence') !== undefined,
  },
  {
    cites: ['Q28', 'decisions: JSON numbers'],
    description: 'JSON numbers are accepted as texts, and null clears a field or is ignored',
    covers: (found) => rejectsOnly(found, (value) => typeof value === 'number' || value === null),
  },
  {
    cites: ['Q8', 'Q7'],
    description: 'An empty text clears an optional field',
    covers: (found) =>
      rejectsOnly(found, (value) => value === '') ||
      (isUpdateExchange(found.exchange) &&
        getSentField(found.exchange, findField(found.difference)) === '' &&
        isLinked(found)),
  },
  {
    cites: ['Q7', 'wire-contract §7.1'],
    description: 'An image that is empty, or false as in events, means none',
    covers: (found) =>
      rejectsOnly(found, isEmpty) &&
      Object.keys(getFieldErrors(found.difference.theirs)).every((name) => name === 'image'),
  },
  {
    cites: ['Q35', 'wire-contract §6.8'],
    description: 'An image is fetched last, and the error contains the reason',
    covers: ({ difference, exchange }) =>
      difference.path === 'body.data.params.image' &&
      difference.theirs === 'Invalid parameter.' &&
      /^https?:/.test(getSentField(exchange, 'image')),
  },
  {
    cites: ['Q12'],
    description: 'An end before the start is rejected',
    covers: ({ difference }) =>
      isAcceptedByReference(difference) &&
      hasFieldErrors(difference.ours, ['end_date']) &&
      /before/.test(getFieldErrors(difference.ours)['end_date'] ?? ''),
  },
  {
    cites: ['Q12', 'Q28'],
    description: 'An end before the start is rejected in any JSON type',
    covers: ({ difference: { path }, exchange, response }) =>
      typeof getSentField(exchange, 'end_date') === 'number' &&
      /before/.test(response.json?.data?.params?.end_date ?? '') &&
      (path === 'body.data.params.end_date' || path === 'body.data.details'),
  },
  {
    cites: ['Q10', 'Q14'],
    description: 'Invalid text and zero are not dates',
    covers: ({ difference, exchange }) =>
      !isReadExchange(exchange) && isAcceptedByReference(difference) && hasFieldErrors(difference.ours, DATES),
  },
  {
    cites: ['Q10'],
    description: 'A date with an offset is an instant, and eight digits are a date',
    covers: isGivenAsInstant,
  },
  {
    cites: ['Q11'],
    description: 'A UTC offset is used literally, and rejected beyond the existing time zones',
    covers: ({ difference, exchange }) =>
      /^UTC[+-]\d/.test(String(getSentField(exchange, 'timezone'))) &&
      (findField(difference).startsWith('utc_') ||
        (isAcceptedByReference(difference) && hasFieldErrors(difference.ours, ['timezone']))),
  },
  {
    cites: ['Q13'],
    description: 'Input never causes a 500',
    covers: ({ difference, exchange }) => {
      const param = NEVER_500[exchange.name]
      const isRefused = formatStatuses(difference) === '500 400' && difference.ours.body.code === 'rest_invalid_param'
      return isRefused && param !== undefined && Object.keys(getFieldErrors(difference.ours)).join() === param
    },
  },
  {
    cites: ['decisions: Read, change, write back'],
    description: 'Terms that have been read count by their ID',
    covers: ({ difference, exchange }) =>
      /^(?:categories|tags) array objects$/.test(exchange.name) && formatStatuses(difference) === '500 201',
  },
  {
    cites: ['Q13', 'wire-contract §13.2'],
    description: 'An update makes a slug unique',
    covers: ({ difference, exchange }) =>
      formatStatuses(difference) === '500 200' &&
      difference.theirs.body.code === 'duplicate_term_slug' &&
      difference.ours.body.id === parsePathId(exchange) &&
      difference.ours.body.slug === `${getSentField(exchange, 'slug')}-2`,
  },
  {
    cites: ['Q13'],
    description: 'Terms are IDs and names, and a title must not be blank',
    covers: ({ difference, exchange }) =>
      isAcceptedByReference(difference) &&
      ((hasFieldErrors(difference.ours, ['categories']) && getSentField(exchange, 'categories') === true) ||
        (hasFieldErrors(difference.ours, ['tags']) && getSentField(exchange, 'tags') === true) ||
        (hasFieldErrors(difference.ours, ['title']) && getSentField(exchange, 'title').trim() === '')),
  },
  {
    cites: ['Q13'],
    description: 'NUL is removed',
    covers: ({ difference, exchange }) => requestMatches(exchange, /\\u0000/) && TEXTS.includes(findField(difference)),
  },
  {
    cites: ['Q5'],
    description: 'Only editors set another author',
    covers: ({ difference, exchange }) =>
      /^20\d 403$/.test(formatStatuses(difference)) && getSentField(exchange, 'author') !== undefined,
  },
  {
    cites: ['Q6'],
    description: 'Internal statuses are rejected, and records of users who may not publish become pending',
    covers: ({ difference, exchange }) => {
      const status = getSentField(exchange, 'status')
      if (WORDPRESS_STATUSES.includes(status))
        return formatStatuses(difference) !== '' && hasFieldErrors(difference.ours, ['status'])
      const isMapped = exchange.role === 'contributor' && (status === 'private' || status === 'trash')
      return isMapped && /^(?:status|date_utc|url|slug|website)$/.test(findField(difference))
    },
  },
  {
    cites: ['Q29'],
    description: 'Lists with one element, single objects and CSV are accepted',
    covers: ({ difference }) =>
      isAcceptedByCalends(difference) && /^could-not-create/.test(difference.theirs.body?.code),
  },
  {
    cites: ['Q30'],
    description: 'Backslashes are preserved',
    covers: ({ difference, exchange }) => requestMatches(exchange, /\\\\/) && TEXTS.includes(findField(difference)),
  },
  {
    cites: ['Q32'],
    description: 'Prices are parsed by a rule, other text is unchanged, and 0 is free',
    covers: ({ difference, exchange }) =>
      getSentField(exchange, 'cost') !== undefined && /^cost/.test(findField(difference)),
  },
  {
    cites: ['Q34'],
    description: 'Texts of every user are sanitized',
    covers: ({ difference, exchange }) =>
      requestMatches(exchange, HOSTILE) &&
      TEXTS.includes(findField(difference)) &&
      !HOSTILE.test(JSON.stringify(difference.ours ?? '')),
  },
  {
    cites: ['wire-contract §6.6'],
    description: 'Shortcodes and classes of blocks are not rendered',
    covers: ({ difference, exchange }) =>
      findField(difference) === 'description' && requestMatches(exchange, /\[gallery\]|<!-- wp:/),
  },
  {
    cites: ['Q39'],
    description: 'Users who may not manage terms create none',
    covers: ({ difference, exchange }) =>
      /^body\.(?:tags|categories)#ids$/.test(difference.path) &&
      difference.ours === '' &&
      /^(?:author|contributor)$/.test(exchange.role),
  },
  {
    cites: ['Q15'],
    description: 'A tag with a numeric name is attached',
    covers: ({ difference, exchange }) =>
      difference.path === 'body.tags#ids' && exchange.response_json.tags.some(({ name }: Json) => /^\d+$/.test(name)),
  },
  {
    cites: ['Q9'],
    description: 'A single date is applied, and an empty venue removes the link',
    covers: ({ difference, exchange }) => {
      const dates = [getSentField(exchange, 'start_date'), getSentField(exchange, 'end_date')].filter(
        (item) => item !== undefined,
      )
      const isOneSided = dates.length === 1 && /^(?:utc_)?(?:start|end)_date/.test(findField(difference))
      const isUnlinked =
        findField(difference) === 'venue' && !getSentField(exchange, 'venue')?.length && Array.isArray(difference.ours)
      return isUpdateExchange(exchange, 'events') && (isOneSided || isUnlinked)
    },
  },
  { cites: ['Q7'], description: 'An update keeps fields that it does not contain', covers: isReset },
  {
    cites: ['Q7'],
    description: 'The counts of terms do not change where the status does not',
    covers: ({ difference, all }) =>
      /^body\.(?:categories|tags)\.\d+\.count$/.test(difference.path) && all.some(({ path }) => path === 'body.status'),
  },
  {
    cites: ['Q7'],
    description: 'null clears a field',
    covers: ({ difference, exchange }) =>
      /^body\.(?:categories|tags)#ids$/.test(difference.path) && getSentField(exchange, findField(difference)) === null,
  },
  {
    cites: ['Q21'],
    description: 'Organizers in the trash are omitted from events',
    covers: ({ difference, exchange }) =>
      difference.path === 'body.organizer#ids' &&
      exchange.response_json.organizer.some(({ status }: Json) => status === 'trash'),
  },
  {
    cites: ['Q23'],
    description: 'Updates of venues and organizers are partial',
    covers: (found) =>
      isLinked(found) &&
      isUpdateExchange(found.exchange) &&
      /^(?:status|date_utc|url|slug|image|stateprovince|show_map|show_map_link)$/.test(findField(found.difference)) &&
      getSentField(found.exchange, findField(found.difference)) === undefined,
  },
  {
    cites: ['Q4', 'Q23'],
    description: 'An existing venue that is found by name keeps its fields',
    covers: ({ difference: { path, theirs } }) =>
      theirs === undefined && /^body\.(?:venue\.(?:stateprovince|image)|organizer\.\d+\.image)$/.test(path),
  },
  {
    cites: ['Q1', 'Q2'],
    description: 'The path selects the record, and `slug` renames it',
    covers: ({ difference, exchange }) =>
      /by-slug/.test(exchange.path) &&
      getSentField(exchange, 'slug') !== undefined &&
      formatStatuses(difference) === '404 200',
  },
  {
    cites: ['Q35'],
    description: 'Images are not fetched from private networks',
    covers: ({ difference, exchange }) =>
      String(getSentField(exchange, 'image')).startsWith('http://reference.example/') &&
      formatStatuses(difference) === '201 400',
  },
  {
    cites: ['decisions: Override'],
    description: 'A GET never writes',
    covers: (found) =>
      isReadExchange(found.exchange) && /[?&]_method=/.test(found.exchange.path) && isUnchangedSinceRecording(found),
  },
]
