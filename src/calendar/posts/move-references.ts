/** Moves the references to venues, organizers and terms to another record, or removes them. */

import { diffFields, type RecordedFields } from '../../kernel/change-record.ts'
import type { LinkedKind } from '../../kernel/post.ts'
import type { Taxonomy } from '../../kernel/term.ts'
import { splitIntoBatches } from '../../storage/split-into-batches.ts'
import type { Change, Writer } from '../../storage/types.ts'
import { findRelations } from '../fragments/render-rows.ts'
import type { SeriesRelations } from '../series/series.ts'
import type { ModificationTimes } from './delete-rows.ts'
import { recordRelations, recordSeriesFields } from './recorded-fields.ts'
import {
  type EventTargets,
  findLinkedEventIds,
  findTermEventIds,
  findTermIdsByEvent,
  replaceEventLinks,
  replaceEventTerms,
  replaceInSeries,
} from './replace-references.ts'

/** Limits the number of statement parameters. */
const BATCH_SIZE = 500

export interface MovedReferences {
  /** Ids of the changed events, ascending. */
  readonly eventIds: readonly number[]
  /** Changes of events and series, which the caller records. */
  readonly changes: readonly Change[]
}

/** Replaces each of the ids, without duplicates; without a target they are removed. */
const createReplacement =
  (from: readonly number[], to: number | undefined) =>
  (ids: readonly number[]): readonly number[] => [
    ...new Set(ids.flatMap((id) => (from.includes(id) ? (to ?? []) : id))),
  ]

export interface LinkedMove {
  readonly kind: LinkedKind
  readonly from: readonly number[]
  /** Undefined to remove the references. */
  readonly to: number | undefined
}

export function moveLinkedReferences(
  tx: Writer,
  { kind, from, to }: LinkedMove,
  times: ModificationTimes,
): Promise<MovedReferences> {
  const name = kind === 'venue' ? 'venues' : 'organizers'
  return moveReferences(tx, times, {
    replace: createReplacement(from, to),
    findEventIds: () => findLinkedEventIds(tx, kind, from),
    findIds: async (eventIds) => {
      const getRelations = await findRelations(tx, eventIds)
      return (eventId) => getRelations(eventId)[name]
    },
    record: (ids) => recordRelations({ [name]: ids }),
    save: (events) => replaceEventLinks(tx, kind, events, times),
    series: { name, ids: from },
  })
}

export interface TermMove {
  readonly taxonomy: Taxonomy
  readonly from: readonly number[]
  readonly to: number
}

/** Counts of the terms are not changed. */
export function moveTermReferences(
  tx: Writer,
  { taxonomy, from, to }: TermMove,
  times: ModificationTimes,
): Promise<MovedReferences> {
  const name = taxonomy === 'category' ? 'categories' : 'tags'
  return moveReferences(tx, times, {
    replace: createReplacement(from, to),
    findEventIds: () => findTermEventIds(tx, from),
    findIds: async (eventIds) => {
      const byEvent = await findTermIdsByEvent(tx, taxonomy, eventIds)
      return (eventId) => byEvent.get(eventId) ?? []
    },
    record: (ids) => recordRelations({ [name]: ids }),
    save: (events) => replaceEventTerms(tx, { from, to }, events, times),
    series: { name: 'terms', ids: from },
  })
}

interface ReferenceMove {
  readonly replace: (ids: readonly number[]) => readonly number[]
  readonly findEventIds: () => Promise<readonly number[]>
  readonly findIds: (eventIds: readonly number[]) => Promise<(eventId: number) => readonly number[]>
  readonly record: (ids: readonly number[]) => RecordedFields
  readonly save: (events: readonly EventTargets[]) => Promise<void>
  readonly series: { readonly name: keyof SeriesRelations; readonly ids: readonly number[] }
}

async function moveReferences(
  tx: Writer,
  { modified_utc: at }: ModificationTimes,
  { replace, findEventIds, findIds, record, save, series }: ReferenceMove,
): Promise<MovedReferences> {
  const eventIds = await findEventIds()
  const changes: Change[] = []
  for (const batch of splitIntoBatches(eventIds, BATCH_SIZE)) {
    const getIds = await findIds(batch)
    await save(batch.map((eventId) => ({ eventId, targets: replace(getIds(eventId)) })))
    for (const id of batch) {
      const fields = diffFields(record(getIds(id)), record(replace(getIds(id))))
      changes.push({ kind: 'event', id, op: 'update', at, fields })
    }
  }
  for (const { before, after } of await replaceInSeries(tx, series.name, series.ids, replace)) {
    const fields = diffFields(recordSeriesFields(before), recordSeriesFields(after))
    changes.push({ kind: 'series', id: before.id, op: 'update', at, fields })
  }
  return { eventIds, changes }
}
