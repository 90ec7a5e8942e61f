/** What visitors may filter by: terms, venues and organizers that have events. */
import { listLinked } from '../actions/read-posts.ts'
import { clockOf, type Generation } from '../actions/services.ts'
import { listTerms } from '../actions/terms.ts'
import { organizerQuery, venueQuery } from '../calendar/linked-query.ts'
import { readFields } from '../calendar/parse.ts'
import { planLinked, planTerms } from '../calendar/plans.ts'
import type { LinkedKind } from '../calendar/post.ts'
import type { Taxonomy } from '../calendar/term.ts'
import { ANONYMOUS } from '../calendar/user.ts'
import { readingOf, type Source } from './reading.ts'
import { type OrganizerView, plain, type VenueView, viewsOf } from './views.ts'

export interface Option {
  readonly value: string
  readonly label: string
  /** How many categories it stands below. */
  readonly depth: number
}

export interface Options {
  readonly categories: readonly Option[]
  readonly tags: readonly Option[]
  readonly venue: readonly Option[]
  readonly organizer: readonly Option[]
}

/** Nobody looks through a longer list; the search finds the others. */
const MOST_OPTIONS = 100

interface Kept {
  readonly generation: Generation
  readonly options: Promise<Options>
}

/** Reads them anew when something was written. */
export function createOptions(): (source: Source) => Promise<Options> {
  let kept: Kept | undefined
  return (source) => {
    const generation = source.services.database.generation()
    if (kept && kept.generation === generation) return kept.options
    const options = readOptions(source)
    kept = generation === undefined ? undefined : { generation, options }
    options.catch(() => {
      kept = undefined
    })
    return options
  }
}

async function readOptions(source: Source): Promise<Options> {
  const [categories, tags, venue, organizer] = await Promise.all([
    terms(source, 'category'),
    terms(source, 'tag'),
    linked(source, 'venue'),
    linked(source, 'organizer'),
  ])
  return { categories, tags, venue, organizer }
}

async function terms({ services }: Source, taxonomy: Taxonomy): Promise<readonly Option[]> {
  const paging = { page: 1, perPage: MOST_OPTIONS }
  const plan = planTerms(taxonomy, {}, { found: {}, clock: clockOf(services), paging })
  const { records } = await listTerms(services.database.read, plan)
  // Those below another follow it: the path of a name sorts so.
  const named = records.map(({ term, above }) => ({ term, path: [...above, term.slug].join(' '), depth: above.length }))
  const ordered = taxonomy === 'category' ? named.sort((a, b) => (a.path < b.path ? -1 : 1)) : named
  return ordered.map(({ term, depth }) => ({ value: term.slug, label: term.name, depth }))
}

async function linked(source: Source, kind: LinkedKind): Promise<readonly Option[]> {
  const fields = kind === 'venue' ? venueQuery : organizerQuery
  const { values } = readFields(fields, { orderby: 'title', order: 'asc', has_events: 'true' }, { withDefaults: true })
  const clock = clockOf(source.services)
  const plan = planLinked(values, {}, { viewer: ANONYMOUS, clock, paging: { page: 1, perPage: MOST_OPTIONS } })
  const { records } = await listLinked(readingOf(source), kind, plan)
  return viewsOf<Partial<VenueView & OrganizerView> & { id: number }>(records).map(({ id, venue, organizer }) => ({
    value: String(id),
    label: plain(venue ?? organizer ?? ''),
    depth: 0,
  }))
}
