/** Query parameters of The Events Calendar's own URLs, read as a view and as parameters of our list of events. */
import type { RawInput } from '../calendar/parse.ts'
import type { View } from './address.ts'
import { type Day, dayIn, firstOf, monthIn, monthOf } from './days.ts'
import { textOf } from './question.ts'

type TranslatedName = 'search' | 'categories' | 'tags' | 'venue' | 'organizer' | 'featured'

/** Our names for the filters. Those with `tribe_` come from its filter bar, `tag` and `s` from WordPress itself. */
const TRANSLATED: Readonly<Record<string, TranslatedName>> = {
  'tribe-bar-search': 'search',
  s: 'search',
  tribe_events_cat: 'categories',
  tribe_eventcategory: 'categories',
  tag: 'tags',
  post_tag: 'tags',
  tribe_tags: 'tags',
  tribe_venue: 'venue',
  tribe_venues: 'venue',
  tribe_organizer: 'organizer',
  tribe_organizers: 'organizer',
  tribe_featured: 'featured',
}

const DISPLAYS = ['eventDisplay', 'tribe_event_display'] as const
const DAYS = ['tribe-bar-date', 'eventDate'] as const
const PAGES = ['paged', 'tribe_paged'] as const

/** Every parameter that `readReferenceQuery` understands. */
export const REFERENCE_PARAMETERS: readonly string[] = [...Object.keys(TRANSLATED), ...DISPLAYS, ...DAYS, ...PAGES]

/** One of our filters, with the parameter that gave it, for error messages. */
interface ReferenceFilter {
  readonly name: TranslatedName
  /** IDs or slugs, separated by commas; of `search`, the text. */
  readonly value: string
  readonly parameter: string
}

export interface ReferenceQuery {
  readonly filters: readonly ReferenceFilter[]
  readonly view: View | undefined
  /** First day of a list; of past events, the day before which they ended. */
  readonly day: Day | undefined
  readonly page: string | undefined
  /** Names of parameters whose value means nothing, or contradicts one before it. */
  readonly invalid: readonly string[]
}

/** A parameter without a value counts as not given, as in WordPress. */
export function readReferenceQuery(query: RawInput, today: Day): ReferenceQuery {
  const given = Object.entries(TRANSLATED).flatMap(([parameter, name]): ReferenceFilter[] => {
    const text = textOf(query[parameter])
    return text === '' ? [] : [{ name, value: name === 'categories' ? lastSegments(text) : text, parameter }]
  })
  const filters = given.filter((filter) => given.find(({ name }) => name === filter.name) === filter)
  const isContradicted = ({ name, value }: ReferenceFilter) =>
    filters.some((filter) => filter.name === name && filter.value !== value)
  const date = readDate(query)
  const view = readView(query, date.value ?? today)
  return {
    filters,
    view: view.value,
    day: date.value,
    page: PAGES.map((name) => textOf(query[name])).find((text) => text !== ''),
    invalid: [...given.filter(isContradicted).map(({ parameter }) => parameter), ...date.invalid, ...view.invalid],
  }
}

/** WordPress names a category by its path, `music/jazz`. */
const lastSegments = (paths: string): string =>
  paths
    .split(',')
    .map((path) => path.split('/').findLast((part) => part !== '') ?? path)
    .join(',')

interface Read<T> {
  readonly value: T | undefined
  readonly invalid: readonly string[]
}

/** A day, a month for its first day, or a moment for its day. */
function readDate(query: RawInput): Read<Day> {
  for (const name of DAYS) {
    const text = textOf(query[name])
    if (text === '') continue
    const month = monthIn(text)
    const value = month === undefined ? dayIn(text.replace(/[T ]\d.*$/, '')) : firstOf(month)
    return { value, invalid: value === undefined ? [name] : [] }
  }
  return { value: undefined, invalid: [] }
}

function readView(query: RawInput, day: Day): Read<View> {
  for (const name of DISPLAYS) {
    const display = textOf(query[name])
    if (display === '') continue
    const value = viewNamed(display, day)
    return { value, invalid: value === undefined ? [name] : [] }
  }
  return { value: undefined, invalid: [] }
}

/** `upcoming` was its name for the list before version 4. */
function viewNamed(display: string, day: Day): View | undefined {
  if (display === 'list' || display === 'default' || display === 'upcoming') return { kind: 'list' }
  if (display === 'past' || display === 'map') return { kind: display }
  if (display === 'month') return { kind: 'month', month: monthOf(day) }
  return display === 'day' || display === 'week' ? { kind: display, day } : undefined
}
