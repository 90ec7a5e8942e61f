/** Writes the records of a page in one transaction, and never over a local edit. */

import { hashPostPassword } from '../../../calendar/posts/post-password.ts'
import { findKinds } from '../../../calendar/posts/post-store.ts'
import type { Services } from '../../../calendar/services.ts'
import { findTerms } from '../../../calendar/terms/term-store.ts'
import { findRevisions } from '../../../storage/change-log/change-log.ts'
import type { Reader, Writer } from '../../../storage/types.ts'
import { prepareEmbeddedRecords, type SiteRecord } from '../comparison/site-record.ts'
import type { RecordAction } from '../comparison/site-report.ts'
import type { RawRecord } from '../formats/record-reader.ts'
import { saveImportedRecords } from '../imported-records.ts'
import { type ImportKind, readEmbedded } from '../map-record.ts'
import { type ImportContext, writeEventRows, writePosts, writeTerms } from '../write-records.ts'
import { findLocalStates, type LocalState } from './find-local-edits.ts'

export interface RecordOutcome {
  readonly kind: ImportKind
  readonly id: number
  readonly action: RecordAction
  /** Empty unless the record is in conflict or failed. */
  readonly reason: string
  readonly record: RawRecord
}

export interface SiteWriteContext {
  readonly tx: Writer
  readonly services: Services
  readonly source: string
}

/** Venues, organizers and terms of events that do not exist yet are written, too; their outcomes come first. */
export async function writeSiteRecords(
  context: SiteWriteContext,
  kind: ImportKind,
  listed: readonly SiteRecord[],
): Promise<RecordOutcome[]> {
  const { tx, source } = context
  const embedded = kind === 'event' ? await writeEmbeddedRecords(context, listed) : []
  const records = await markMissing(tx, kind, listed)
  const ids = records.map(({ id }) => id)
  const states = await findLocalStates(tx, { source, kind }, ids)
  const existing = await findExistingIds(tx, kind, ids)
  const outcomes = records.map((record): RecordOutcome => {
    const state = states.get(record.id)
    return { kind, id: record.id, record: record.record, ...chooseAction(record, state, existing.has(record.id)) }
  })
  const written = new Set(outcomes.flatMap(({ id, action }) => (action === 'create' || action === 'update' ? id : [])))
  const failures = await writeRecords(
    context,
    kind,
    records.filter(({ id }) => written.has(id)),
  )
  const checked = outcomes.map((outcome): RecordOutcome => {
    const reason = written.has(outcome.id) ? failures.get(outcome.id) : undefined
    return reason === undefined ? outcome : { ...outcome, action: 'fail', reason }
  })
  return [...embedded, ...checked]
}

/** Missing is what no record of its own kind has. */
async function findExistingIds(db: Reader, kind: ImportKind, ids: readonly number[]): Promise<ReadonlySet<number>> {
  if (kind === 'category' || kind === 'tag') return new Set((await findTerms(db, ids)).map(({ id }) => id))
  return new Set((await findKinds(db, ids)).keys())
}

type ChosenAction = Pick<RecordOutcome, 'action' | 'reason'>

function chooseAction(
  { fingerprint }: SiteRecord,
  { imported, isEdited }: LocalState = { imported: undefined, revision: 0, isEdited: false },
  exists: boolean,
): ChosenAction {
  if (!imported) {
    if (!exists) return { action: 'create', reason: '' }
    if (!isEdited) return { action: 'update', reason: '' }
    return { action: 'conflict', reason: 'its ID belongs to a record that was not imported from this site' }
  }
  const isChanged = imported.fingerprint !== fingerprint
  if (!exists) return { action: isChanged ? 'conflict' : 'edited', reason: 'it was deleted here after its import' }
  if (!isEdited) return { action: isChanged ? 'update' : 'unchanged', reason: '' }
  return { action: isChanged ? 'conflict' : 'edited', reason: 'it was edited here after its import' }
}

const EMBEDDED_KINDS = ['category', 'tag', 'venue', 'organizer'] as const

async function writeEmbeddedRecords(
  context: SiteWriteContext,
  events: readonly SiteRecord[],
): Promise<RecordOutcome[]> {
  const outcomes: RecordOutcome[] = []
  for (const kind of EMBEDDED_KINDS) {
    const items = new Map(
      events.flatMap(({ record }) => readEmbedded(record)[kind].map((item) => [Number(item['id']), item])),
    )
    const existing = await findExistingIds(context.tx, kind, [...items.keys()].filter(Number.isSafeInteger))
    const missing = [...items].filter(([id]) => !existing.has(id)).map(([, item]) => item)
    if (missing.length === 0) continue
    outcomes.push(...(await writeSiteRecords(context, kind, prepareEmbeddedRecords(kind, missing))))
  }
  return outcomes
}

/** A record is written again when something exists that it refers to and that was missing before. */
async function markMissing(
  db: Reader,
  kind: ImportKind,
  records: readonly SiteRecord[],
): Promise<readonly SiteRecord[]> {
  if (kind === 'event') return markMissingRelations(db, records)
  return kind === 'category' ? markMissingParents(db, records) : records
}

async function markMissingParents(db: Reader, categories: readonly SiteRecord[]): Promise<readonly SiteRecord[]> {
  const readParent = ({ record }: SiteRecord) => Number(record['parent'])
  const parents = [...new Set(categories.map(readParent))].filter((id) => Number.isSafeInteger(id) && id > 0)
  const known = new Set([...categories.map(({ id }) => id), ...(await findExistingIds(db, 'category', parents))])
  return categories.map((category) => {
    const parent = readParent(category)
    const isMissing = parents.includes(parent) && !known.has(parent)
    return isMissing ? { ...category, fingerprint: `${category.fingerprint} without category ${parent}` } : category
  })
}

async function markMissingRelations(db: Reader, events: readonly SiteRecord[]): Promise<readonly SiteRecord[]> {
  const missing = new Map<SiteRecord, string[]>()
  for (const kind of EMBEDDED_KINDS) {
    const related = new Map(
      events.map((event) => [event, readEmbedded(event.record)[kind].map(({ id }) => Number(id))]),
    )
    const ids = new Set([...related.values()].flat().filter(Number.isSafeInteger))
    const existing = await findExistingIds(db, kind, [...ids])
    for (const [event, own] of related) {
      const absent = own.filter((id) => !existing.has(id)).map((id) => `${kind} ${id}`)
      missing.set(event, [...(missing.get(event) ?? []), ...absent])
    }
  }
  return events.map((event) => {
    const names = missing.get(event) ?? []
    return names.length === 0 ? event : { ...event, fingerprint: `${event.fingerprint} without ${names.join()}` }
  })
}

/** Returns the reasons of failures by ID. */
async function writeRecords(
  context: SiteWriteContext,
  kind: ImportKind,
  records: readonly SiteRecord[],
): Promise<ReadonlyMap<number, string>> {
  if (records.length === 0) return new Map()
  const { tx, services, source } = context
  const failures = new Map<number, string>()
  const passwords = new Map(
    records.map(({ id, password }) => [id, hashPostPassword(password, services.random(8))] as const),
  )
  const target: ImportContext = { tx, services, tally: createFailureTally(failures), onWritten: () => {}, passwords }
  const entries = records.map(({ id, record }) => ({ raw: record, where: String(id) }))
  if (kind === 'event') await writeEventRows(target, entries)
  else if (kind === 'venue' || kind === 'organizer') await writePosts(target, kind, entries)
  else await writeTerms(target, kind, entries)
  const saved = records.filter(({ id }) => !failures.has(id))
  const revisions = await findRevisions(
    tx,
    kind,
    saved.map(({ id }) => id),
  )
  const states = saved.map(({ id, record, fingerprint }) => ({
    ...{ source, kind, key: String(id), record_id: id, revision: revisions.get(id) ?? 0, fingerprint },
    modified: String(record['modified_utc'] ?? ''),
  }))
  await saveImportedRecords(tx, states)
  return failures
}

/** Collects failures by ID; records are counted by their outcomes. */
const createFailureTally = (failures: Map<number, string>): ImportContext['tally'] => ({
  count: () => {},
  warn: () => {},
  fail: (_kind, where, message) => {
    failures.set(Number(where), message)
  },
  isFirst: () => true,
})
