/** Sources and requests to run them, for administrators. */

import type { Services } from '../../calendar/services.ts'
import { diffFields } from '../../kernel/change-record.ts'
import { problem } from '../../kernel/problem.ts'
import { recordChange } from '../../storage/change-log/change-log.ts'
import type { Reader, Writer } from '../../storage/types.ts'
import { deleteImportState } from '../imports/imported-records.ts'
import { findLastRuns, findQueuedRun, insertRun, type RunRequest } from './run-store.ts'
import {
  createSourceKey,
  type NewSource,
  recordSourceFields,
  SOURCE_DEFAULTS,
  type Source,
  type SourceRun,
  type SourceSettings,
} from './source.ts'
import { deleteSourceRow, findSource, insertSource, listSources, updateSourceRow } from './source-store.ts'

/** A source with its newest run, undefined before the first. */
export interface SourceWithRun {
  readonly source: Source
  readonly lastRun: SourceRun | undefined
}

export async function listSourcesWithRuns({ database }: Services): Promise<SourceWithRun[]> {
  const sources = await listSources(database.read)
  const runs = await findLastRuns(
    database.read,
    sources.map(({ id }) => id),
  )
  return sources.map((source) => ({ source, lastRun: runs.get(source.id) }))
}

export async function addLastRun({ database }: Services, source: Source): Promise<SourceWithRun> {
  return { source, lastRun: (await findLastRuns(database.read, [source.id])).get(source.id) }
}

/** Throws `source-not-found`. */
async function requireSource(db: Reader, id: number): Promise<Source> {
  const source = await findSource(db, id)
  if (!source) throw problem('source-not-found')
  return source
}

/** Its first run is due at once. */
export async function createSource({ database, now }: Services, input: NewSource): Promise<Source> {
  const settings = { ...SOURCE_DEFAULTS, name: input.url, ...input }
  return database.transaction(async (tx) => {
    const id = await insertSource(tx, settings, now())
    const fields = diffFields(undefined, recordSourceFields(settings))
    await recordChange(tx, { kind: 'source', id, op: 'create', at: now(), fields })
    return requireSource(tx, id)
  })
}

/**
 * Changes the given properties. The next run is due at once. The credentials are removed when the URL names another
 * server, unless new ones are given, because they must not be sent to a server that their owner did not name.
 */
export async function updateSource(
  { database, now }: Services,
  id: number,
  given: Partial<SourceSettings>,
): Promise<Source> {
  return database.transaction(async (tx) => {
    const current = await requireSource(tx, id)
    // Responses show a page as a calendar, which clients write back.
    const isShown = given.type === 'ics' && current.type === 'page' && (given.url ?? current.url) === current.url
    const change = isShown ? { ...given, type: current.type } : given
    const isMoved = change.url !== undefined && new URL(change.url).origin !== new URL(current.url).origin
    const settings = { ...current, ...(isMoved && { username: '', password: '' }), ...change }
    await updateSourceRow(tx, id, settings, now())
    const fields = diffFields(recordSourceFields(current), recordSourceFields(settings))
    await recordChange(tx, { kind: 'source', id, op: 'update', at: now(), fields })
    return requireSource(tx, id)
  })
}

/** Its events stay, and are no longer changed by imports. Returns the deleted source. */
export async function deleteSource({ database, now }: Services, id: number): Promise<Source> {
  return database.transaction(async (tx) => {
    const source = await requireSource(tx, id)
    await deleteSourceRow(tx, id)
    await deleteImportState(tx, createSourceKey(source))
    const fields = diffFields(recordSourceFields(source), undefined)
    await recordChange(tx, { kind: 'source', id, op: 'delete', at: now(), fields })
    return source
  })
}

/** Requests a run, which the next free process starts within a second. A run that waits already is returned instead. */
export function requestRun({ database, now }: Services, request: RunRequest): Promise<SourceRun> {
  return database.transaction(async (tx: Writer) => {
    await requireSource(tx, request.source)
    return (await findQueuedRun(tx, request)) ?? insertRun(tx, request, now())
  })
}
