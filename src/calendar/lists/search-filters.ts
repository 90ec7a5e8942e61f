/** Conditions for search words on the texts that a viewer may search. */
import { type Expression, type ExpressionBuilder, type SelectQueryBuilder, type SqlBool, sql } from 'kysely'
import type { PasswordBypass } from '../../kernel/visibility.ts'
import type { ListedEventTable, Tables } from '../../storage/tables/tables.ts'
import type { PostTable } from '../posts/row-mapping.ts'
import type { ScanStrategy } from './paginate-ids.ts'
import { isShownWhole } from './protected-posts.ts'
import type { SearchQuery } from './search-query.ts'

type On = ExpressionBuilder<Tables, 'events'>
type RowIds = SelectQueryBuilder<Tables, 'post_search', { rowid: number }>

/** Texts in addition to the public ones: the records with a text that matches a pattern. */
type OtherTexts = (pattern: string) => {
  /** Ids of the records, to drive the query plan. */
  readonly ids: readonly RowIds[]
  /** True if the tested record is one of them. */
  readonly test: readonly Expression<SqlBool>[]
}

const NO_TEXTS: OtherTexts = () => ({ ids: [], test: [] })

/** Both tables have the same columns, so one type fits. */
const rowIds = (on: On, table: 'post_search' | 'protected_search'): RowIds =>
  on.selectFrom(table as 'post_search').select(`${table as 'post_search'}.rowid`)

/** `post_search` contains the titles of protected records; their full texts are searched for viewers who see them. */
export function protectedTexts(on: On, open: PasswordBypass, form: ScanStrategy, table: PostTable): OtherTexts {
  if (open !== 'every' && open.author === 0 && open.opened.length === 0) return NO_TEXTS
  return (pattern) => {
    const texts = rowIds(on, 'protected_search')
    if (form === 'index-scan')
      return { ids: [], test: [on.and([hasText(on, texts, pattern), ...isShownWhole(on, open)])] }
    const matching = texts.where('text', 'like', pattern)
    return { ids: open === 'every' ? [matching] : shownOf(on, matching, open, table), test: [] }
  }
}

/**
 * Starts from the few protected records that the viewer may see: those of the author, and those opened by a password.
 */
function shownOf(on: On, matching: RowIds, open: Exclude<PasswordBypass, 'every'>, table: PostTable): RowIds[] {
  const { author, opened } = open
  const own = on
    .selectFrom(`${table as 'events'} as own`)
    .select('own.id')
    .where('own.author', '=', author)
    .where('own.password', '<>', sql.lit(''))
  return [
    ...(author === 0 ? [] : [matching.where('rowid', 'in', own)]),
    ...(opened.length === 0
      ? []
      : [
          matching.where(
            'rowid',
            'in',
            opened.map((id) => on.lit(id)),
          ),
        ]),
  ]
}

/**
 * Events whose public venues, organizers, categories (also above theirs) or tags have a matching name. `listed_events`
 * contains only public events whose relations are shown. Names are few compared with events, so they are scanned.
 */
export function relatedNames(on: On, form: ScanStrategy): OtherTexts {
  return (pattern) => {
    const named = (table: 'venues' | 'organizers') =>
      on.selectFrom(table).select(`${table}.id`).where('status', '=', 'publish').where('title_folded', 'like', pattern)
    const terms = on.selectFrom('terms').select('terms.id').where('name_folded', 'like', pattern)
    const linked = named('venues').unionAll(named('organizers'))
    const listed = [
      on.selectFrom('listed_events as listed').where('scope', '=', 'linked').where('scope_id', 'in', linked),
      on.selectFrom('listed_events as listed').where('scope', '=', 'term').where('scope_id', 'in', terms),
    ]
    if (form === 'filter-first') return { ids: listed.map(selectEventIds), test: [] }
    const isListed = (query: (typeof listed)[number]) =>
      on.exists(
        query
          .select('listed.event_id')
          .whereRef('listed.start_date', '=', 'events.start_date' as 'listed.start_date')
          .whereRef('listed.date', '=', 'events.date' as 'listed.date')
          .whereRef('listed.event_id', '=', 'events.id' as 'listed.event_id'),
      )
    return { ids: [], test: listed.map(isListed) }
  }
}

/** Only the ids are used, so one type fits. */
const selectEventIds = (query: SelectQueryBuilder<Tables & { listed: ListedEventTable }, 'listed', object>): RowIds =>
  query.select('listed.event_id as rowid') as unknown as RowIds

/** Texts of both kinds. */
export const combineTexts =
  (first: OtherTexts, second: OtherTexts): OtherTexts =>
  (pattern) => {
    const [one, other] = [first(pattern), second(pattern)]
    return { ids: [...one.ids, ...other.ids], test: [...one.test, ...other.test] }
  }

/** Tests the text of one record; the negation keeps the index of patterns from driving the query plan. */
const hasText = (on: On, texts: RowIds, pattern: string) =>
  on.exists(texts.where('rowid', '=', on.ref('id')).where((text) => text.not(text('text', 'not like', pattern))))

/** Requires every included word as a substring of a searched text, and no excluded one. */
export function matchesWords(
  on: On,
  { included: all, excluded: none }: SearchQuery,
  form: ScanStrategy = 'filter-first',
  others = NO_TEXTS,
) {
  const holds = (word: string) => {
    const pattern = `%${word}%`
    const { ids, test } = others(pattern)
    const texts = rowIds(on, 'post_search')
    if (form === 'index-scan') return on.or([hasText(on, texts, pattern), ...test])
    return on(
      'id',
      'in',
      ids.reduce((all, some) => all.unionAll(some), texts.where('text', 'like', pattern)),
    )
  }
  return [...all.map(holds), ...none.map((word) => on.not(holds(word)))]
}
