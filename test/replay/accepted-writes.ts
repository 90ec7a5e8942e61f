/** Differences of creations, updates and removals that are meant. */
import { FOREIGN_STATUSES } from '../../src/calendar/post.ts'
import type { Json } from '../helper/service.ts'
import {
  type Accepted,
  blames,
  type Found,
  fieldOf,
  flaws,
  isAsBefore,
  isRead,
  isUpdate,
  pathId,
  queryOf,
  says,
  sent,
  statuses,
  theyTake,
  weTake,
} from './difference-facts.ts'
import type { Exchange } from './exchanges.ts'

const DATES = ['start_date', 'end_date', 'date', 'date_utc']

const isEmpty = (value: Json): boolean =>
  value === '' || value === false || (Array.isArray(value) && value.length === 0)
const isLinked = ({ exchange }: Found): boolean => /\/v1\/(?:venues|organizers)\b/.test(exchange.path)

/** Whether each parameter they blame was sent with such a value, and the record the path names, or a new one, is our answer. */
function blamed({ difference, exchange }: Found, test: (value: Json) => boolean): boolean {
  const names = Object.keys(flaws(difference.theirs))
  const id = difference.ours?.body?.id
  const isRecord = typeof id === 'number' && id === (pathId(exchange) ?? id)
  return weTake(difference) && isRecord && names.length > 0 && names.every((name) => test(sent(exchange, name)))
}

/** A date field whose given value is an instant or bare digits, or what is worked out from it. */
function isGivenAsInstant({ difference, exchange }: Found): boolean {
  const field = fieldOf(difference)
    .replace(/^utc_/, '')
    .replace(/_details$/, '')
  const names = field === 'date_utc' ? ['date', 'date_utc'] : field === 'timezone_abbr' ? ['start_date'] : [field]
  return names.some(
    (name) => DATES.includes(name) && /(?:Z|[+-]\d\d:?\d\d)$|^@?-?\d+$/.test(String(sent(exchange, name))),
  )
}

/** What the reference resets on an update that does not name it. */
const RESET =
  /^(?:status|date|date_utc|timezone|all_day|cost|cost_details|website|show_map|show_map_link|hide_from_listings|sticky|featured|organizer|image)$/

function isReset({ difference, exchange, all }: Found): boolean {
  const name = fieldOf(difference)
  if (!isUpdate(exchange, 'events')) return false
  if (RESET.test(name)) return sent(exchange, name.replace('_details', '')) === undefined
  const differs = (field: string): boolean => all.some((one) => fieldOf(one) === field)
  // What follows from the status, and from the zone that is reset or left stale.
  if (name === 'url' || name === 'slug') return differs('status')
  const isZoned = differs('timezone') || sent(exchange, 'timezone') !== undefined || sent(exchange, 'all_day') === true
  return isZoned && /^(?:utc_|timezone_abbr)/.test(name)
}

/** The `id` sent beside the one of the path (Q2). */
const idBeside = (exchange: Exchange): Json => Number(queryOf(exchange).get('id') ?? sent(exchange, 'id'))

/** The parameter to blame, by the name of the exchange, where the reference fails. */
const NEVER_500: Readonly<Record<string, string>> = {
  'timezone=UTC+': 'timezone',
  'title<-space': 'title',
  'categories<-nested': 'categories',
  'tags<-nested': 'tags',
  'cost<-nested': 'cost',
  'categories array objects': 'categories',
  'categories array object name': 'categories',
  'tags array objects': 'tags',
  'long name': 'name',
  'name<-space': 'name',
  'parent<-nested': 'parent',
}

const HOSTILE = /<script|<iframe|onerror=/
const TEXTS = ['title', 'description', 'excerpt', 'venue', 'organizer']

export const ACCEPTED_OF_WRITES: readonly Accepted[] = [
  {
    cites: ['Q2'],
    by: 'the path says which record is meant',
    covers: (found) =>
      found.exchange.response_json?.id === idBeside(found.exchange) &&
      found.answer.json?.id === pathId(found.exchange) &&
      isAsBefore(found),
  },
  {
    cites: ['Q27'],
    by: 'a category moves to the top, and not below itself',
    covers: ({ difference, exchange }) =>
      /\/v1\/categories/.test(exchange.path) &&
      ((weTake(difference) && blames(difference.theirs, ['parent'])) ||
        (theyTake(difference) && blames(difference.ours, ['parent']))),
  },
  {
    cites: ['Q28', 'decisions: JSON numbers'],
    by: 'JSON numbers are texts, and null clears or is not given',
    covers: (found) => blamed(found, (value) => typeof value === 'number' || value === null),
  },
  {
    cites: ['Q8', 'Q7'],
    by: 'an empty text clears what can be empty',
    covers: (found) =>
      blamed(found, (value) => value === '') ||
      (isUpdate(found.exchange) && sent(found.exchange, fieldOf(found.difference)) === '' && isLinked(found)),
  },
  {
    cites: ['Q7', 'contract 7.1'],
    by: 'an image that is empty or false, as events show it, is none',
    covers: (found) =>
      blamed(found, isEmpty) && Object.keys(flaws(found.difference.theirs)).every((name) => name === 'image'),
  },
  {
    cites: ['Q35', 'contract 6.8'],
    by: 'an image is fetched last, and the error says what was wrong with it',
    covers: ({ difference, exchange }) =>
      difference.path === 'body.data.params.image' &&
      difference.theirs === 'Invalid parameter.' &&
      /^https?:/.test(sent(exchange, 'image')),
  },
  {
    cites: ['Q12'],
    by: 'an end before the start is refused',
    covers: ({ difference }) =>
      theyTake(difference) &&
      blames(difference.ours, ['end_date']) &&
      /before/.test(flaws(difference.ours)['end_date'] ?? ''),
  },
  {
    cites: ['Q12', 'Q28'],
    by: 'an end before the start is refused, whatever its JSON type',
    covers: ({ difference: { path }, exchange, answer }) =>
      typeof sent(exchange, 'end_date') === 'number' &&
      /before/.test(answer.json?.data?.params?.end_date ?? '') &&
      (path === 'body.data.params.end_date' || path === 'body.data.details'),
  },
  {
    cites: ['Q10', 'Q14'],
    by: 'junk and zero are no dates',
    covers: ({ difference, exchange }) => !isRead(exchange) && theyTake(difference) && blames(difference.ours, DATES),
  },
  { cites: ['Q10'], by: 'instants are that instant, eight digits a date', covers: isGivenAsInstant },
  {
    cites: ['Q11'],
    by: 'an offset is what it says, and none lies beyond the zones of the world',
    covers: ({ difference, exchange }) =>
      /^UTC[+-]\d/.test(String(sent(exchange, 'timezone'))) &&
      (fieldOf(difference).startsWith('utc_') || (theyTake(difference) && blames(difference.ours, ['timezone']))),
  },
  {
    cites: ['Q13'],
    by: 'input is never a 500',
    covers: ({ difference, exchange }) => {
      const param = NEVER_500[exchange.name]
      const isRefused = statuses(difference) === '500 400' && difference.ours.body.code === 'rest_invalid_param'
      return isRefused && param !== undefined && Object.keys(flaws(difference.ours)).join() === param
    },
  },
  {
    cites: ['Q13', 'contract 13.2'],
    by: 'on an update a slug is made unique',
    covers: ({ difference, exchange }) =>
      statuses(difference) === '500 200' &&
      difference.theirs.body.code === 'duplicate_term_slug' &&
      difference.ours.body.id === pathId(exchange) &&
      difference.ours.body.slug === `${sent(exchange, 'slug')}-2`,
  },
  {
    cites: ['Q13'],
    by: 'terms are numbers and names, and a title is more than blanks',
    covers: ({ difference, exchange }) =>
      theyTake(difference) &&
      ((blames(difference.ours, ['categories']) && sent(exchange, 'categories') === true) ||
        (blames(difference.ours, ['tags']) && sent(exchange, 'tags') === true) ||
        (blames(difference.ours, ['title']) && sent(exchange, 'title').trim() === '')),
  },
  {
    cites: ['Q13'],
    by: 'NUL is no letter',
    covers: ({ difference, exchange }) => says(exchange, /\\u0000/) && TEXTS.includes(fieldOf(difference)),
  },
  {
    cites: ['Q5'],
    by: 'only editors name another author',
    covers: ({ difference, exchange }) =>
      /^20\d 403$/.test(statuses(difference)) && sent(exchange, 'author') !== undefined,
  },
  {
    cites: ['Q6'],
    by: 'internal statuses are refused, and who may not publish gets pending',
    covers: ({ difference, exchange }) => {
      const status = sent(exchange, 'status')
      if (FOREIGN_STATUSES.includes(status)) return statuses(difference) !== '' && blames(difference.ours, ['status'])
      const isMapped = exchange.role === 'contributor' && (status === 'private' || status === 'trash')
      return isMapped && /^(?:status|date_utc|url|slug|website)$/.test(fieldOf(difference))
    },
  },
  {
    cites: ['Q29'],
    by: 'lists of one, single objects and CSV are taken',
    covers: ({ difference }) => weTake(difference) && /^could-not-create/.test(difference.theirs.body?.code),
  },
  {
    cites: ['Q30'],
    by: 'backslashes stay',
    covers: ({ difference, exchange }) => says(exchange, /\\\\/) && TEXTS.includes(fieldOf(difference)),
  },
  {
    cites: ['Q32'],
    by: 'prices are read by rule, what is no price stays as it is, and 0 is free',
    covers: ({ difference, exchange }) => sent(exchange, 'cost') !== undefined && /^cost/.test(fieldOf(difference)),
  },
  {
    cites: ['Q34'],
    by: 'texts are cleaned whoever writes them',
    covers: ({ difference, exchange }) =>
      says(exchange, HOSTILE) &&
      TEXTS.includes(fieldOf(difference)) &&
      !HOSTILE.test(JSON.stringify(difference.ours ?? '')),
  },
  {
    cites: ['contract 6.6'],
    by: 'shortcodes and classes of blocks are not made',
    covers: ({ difference, exchange }) =>
      fieldOf(difference) === 'description' && says(exchange, /\[gallery\]|<!-- wp:/),
  },
  {
    cites: ['Q39'],
    by: 'who may not manage terms makes none',
    covers: ({ difference, exchange }) =>
      /^body\.(?:tags|categories)#ids$/.test(difference.path) &&
      difference.ours === '' &&
      /^(?:author|contributor)$/.test(exchange.role),
  },
  {
    cites: ['Q15'],
    by: 'a tag named in words is attached',
    covers: ({ difference, exchange }) =>
      difference.path === 'body.tags#ids' && exchange.response_json.tags.some(({ name }: Json) => /^\d+$/.test(name)),
  },
  {
    cites: ['Q9'],
    by: 'one date alone counts, and an empty venue unlinks',
    covers: ({ difference, exchange }) => {
      const dates = [sent(exchange, 'start_date'), sent(exchange, 'end_date')].filter((one) => one !== undefined)
      const isOneSided = dates.length === 1 && /^(?:utc_)?(?:start|end)_date/.test(fieldOf(difference))
      const isUnlinked =
        fieldOf(difference) === 'venue' && !sent(exchange, 'venue')?.length && Array.isArray(difference.ours)
      return isUpdate(exchange, 'events') && (isOneSided || isUnlinked)
    },
  },
  { cites: ['Q7'], by: 'what an update does not name stays', covers: isReset },
  {
    cites: ['Q7'],
    by: 'published or not as before, an event counts for its terms as before',
    covers: ({ difference, all }) =>
      /^body\.(?:categories|tags)\.\d+\.count$/.test(difference.path) && all.some(({ path }) => path === 'body.status'),
  },
  {
    cites: ['Q7'],
    by: 'null clears',
    covers: ({ difference, exchange }) =>
      /^body\.(?:categories|tags)#ids$/.test(difference.path) && sent(exchange, fieldOf(difference)) === null,
  },
  {
    cites: ['Q21'],
    by: "what is in the trash is nobody's organizer",
    covers: ({ difference, exchange }) =>
      difference.path === 'body.organizer#ids' &&
      exchange.response_json.organizer.some(({ status }: Json) => status === 'trash'),
  },
  {
    cites: ['Q23'],
    by: 'updates of venues and organizers are partial',
    covers: (found) =>
      isLinked(found) &&
      isUpdate(found.exchange) &&
      /^(?:status|date_utc|url|slug|image|stateprovince|show_map|show_map_link)$/.test(fieldOf(found.difference)) &&
      sent(found.exchange, fieldOf(found.difference)) === undefined,
  },
  {
    cites: ['Q4', 'Q23'],
    by: 'a venue made again loses nothing',
    covers: ({ difference: { path, theirs } }) =>
      theirs === undefined && /^body\.(?:venue\.(?:stateprovince|image)|organizer\.\d+\.image)$/.test(path),
  },
  {
    cites: ['Q1', 'Q2'],
    by: 'the path says which record is meant, and `slug` renames it',
    covers: ({ difference, exchange }) =>
      /by-slug/.test(exchange.path) && sent(exchange, 'slug') !== undefined && statuses(difference) === '404 200',
  },
  {
    cites: ['Q35'],
    by: 'nothing is fetched from a network that is not public',
    covers: ({ difference, exchange }) =>
      String(sent(exchange, 'image')).startsWith('http://reference.example/') && statuses(difference) === '201 400',
  },
  {
    cites: ['decisions: Override'],
    by: 'a GET never writes',
    covers: (found) => isRead(found.exchange) && /[?&]_method=/.test(found.exchange.path) && isAsBefore(found),
  },
]
