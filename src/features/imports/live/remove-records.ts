/** Moves records to the trash that the site does not have any more. */

import { writeEvent } from '../../../calendar/events/write-event.ts'
import { updateLinked } from '../../../calendar/linked/write-linked.ts'
import type { WriteContext } from '../../../calendar/posts/apply-post-input.ts'
import { findPost } from '../../../calendar/posts/post-store.ts'
import { findTerm } from '../../../calendar/terms/term-store.ts'
import { removeTerm } from '../../../calendar/terms/write-terms.ts'
import { createWriteContext } from '../../../calendar/write-context.ts'
import type { LinkedKind } from '../../../kernel/post.ts'
import type { Viewer } from '../../../kernel/user.ts'
import type { Writer } from '../../../storage/types.ts'
import { IMPORT_KINDS } from '../comparison/site-report.ts'
import { deleteImportedRecords, listImportedRecords } from '../imported-records.ts'
import type { ImportKind } from '../map-record.ts'
import { EVENTS_API, LIST_NAMES, type OpenSite } from '../site/open-site.ts'
import { findLocalStates } from './find-local-edits.ts'
import type { ImportRun } from './import-run.ts'
import { synchronizePage } from './synchronize-page.ts'

const BATCH_SIZE = 250
/** No account; it may trash every record. */
const IMPORTER: Viewer = { id: 0, role: 'administrator' }

/** Events first, so that venues and terms are not removed from events that are removed themselves. */
const REMOVAL_ORDER = IMPORT_KINDS.toReversed()

interface RemovalOptions {
  /** Default: all. */
  readonly kinds?: readonly ImportKind[]
  /** Whether a list of the site contains the record. Default: whether this run has read it. */
  readonly isListed?: (kind: ImportKind, id: number) => boolean
}

/**
 * Removes records that were imported, and that no list contains. Each is read by its ID before it is removed, so that an
 * incomplete list removes nothing.
 */
export async function removeMissingRecords(run: ImportRun, options: RemovalOptions = {}): Promise<void> {
  const { kinds = REMOVAL_ORDER, isListed = (kind, id) => run.report.seen[kind].has(id) } = options
  const { source } = run.site
  for (const kind of kinds) {
    for (let after = '', isDone = false; !isDone; ) {
      const place = { source, kind }
      const records = await listImportedRecords(run.services.database.read, place, { after, limit: BATCH_SIZE })
      const missing = records.filter(({ record_id }) => !isListed(kind, record_id))
      for (const { record_id } of missing) await checkMissingRecord(run, kind, record_id)
      after = records.at(-1)?.key ?? after
      isDone = records.length < BATCH_SIZE
    }
  }
}

export async function checkMissingRecord(run: ImportRun, kind: ImportKind, id: number): Promise<void> {
  run.signal?.throwIfAborted()
  const record = await readSiteRecord(run.site, kind, id)
  if (record !== undefined) await synchronizePage(run, kind, { items: [record], unreadable: [] })
  else await removeRecord(run, kind, id)
}

/** Other codes, such as those of a firewall, do not show that a record is gone (wire-contract §3.2). */
const GONE_CODES: ReadonlySet<unknown> = new Set([
  ...['rest-event-not-found', 'rest-invalid-event-id', 'event-no-longer-available', 'event-not-accessible'],
  ...['venue-not-accessible', 'organizer-not-accessible', 'rest_invalid_param'],
])

/** Undefined if the site has no such record, or does not show it to this reader any more. Throws for other failures. */
export async function readSiteRecord(site: OpenSite, kind: ImportKind, id: number): Promise<unknown> {
  const { status, body } = await site.get(
    `${EVENTS_API}/${LIST_NAMES[kind]}/${id}`,
    site.readsAll ? { context: 'edit' } : {},
  )
  if (status === 200) return body
  if (Object(body).code === 'event-password-protected') return { id, show_map: null, all_day: null }
  if (GONE_CODES.has(Object(body).code)) return undefined
  throw new Error(`${LIST_NAMES[kind]}/${id} cannot be read from ${site.address.home}: status ${status}`)
}

async function removeRecord(run: ImportRun, kind: ImportKind, id: number): Promise<void> {
  const { services, site, report, observer, isDryRun } = run
  const { source } = site
  const states = await findLocalStates(services.database.read, { source, kind }, [id])
  report.forget(kind, id)
  const { imported, isEdited } = states.get(id) ?? {}
  if (!imported) return
  if (isEdited) {
    const reason = 'it was removed from the site and edited here after its import'
    report.countAction(kind, id, 'conflict')
    report.addProblem(`${kind} ${id}: ${reason}; it is not changed`)
    return observer.problem?.(`${kind} ${id}: ${reason}; it is not changed`)
  }
  report.countAction(kind, id, 'remove')
  observer.change?.({ action: 'remove', kind, id, title: '' })
  if (isDryRun) return
  await run.writes.run(() => removeLocally(run, kind, id))
}

async function removeLocally({ services, site: { source } }: ImportRun, kind: ImportKind, id: number): Promise<void> {
  if (kind === 'category' || kind === 'tag') {
    const term = await findTerm(services.database.read, kind, id)
    if (term) await removeTerm(services, term, undefined)
    await services.database.transaction((tx) => deleteImportedRecords(tx, { source, kind }, [String(id)]))
    return
  }
  const context = createWriteContext(services, IMPORTER)
  await services.database.transaction(async (tx) => {
    if (kind === 'event') {
      const event = await findPost(tx, kind, id)
      if (event && event.status !== 'trash') await writeEvent(tx, event, { status: 'trash' }, context)
    } else await trashLinkedRecord(tx, kind, id, context)
    await deleteImportedRecords(tx, { source, kind }, [String(id)])
  })
}

async function trashLinkedRecord<K extends LinkedKind>(
  tx: Writer,
  kind: K,
  id: number,
  context: WriteContext,
): Promise<void> {
  const current = await findPost(tx, kind, id)
  if (current && current.status !== 'trash') await updateLinked<K>(tx, { kind, current }, { status: 'trash' }, context)
}

/** A slug may belong to another record that is written later in the same pass. */
export async function retryFailedRecords(run: ImportRun): Promise<void> {
  for (const kind of IMPORT_KINDS) {
    for (const id of run.report.listFailedIds(kind)) await checkMissingRecord(run, kind, id)
  }
}
