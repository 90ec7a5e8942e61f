/** Stores rendered fragments in the background, so that the next read needs no rendering. */
import { setTimeout } from 'node:timers/promises'
import { findRevisions } from '../../storage/change-log/change-log.ts'
import { findEpoch } from '../../storage/database-identity.ts'
import type { FragmentTable } from '../../storage/tables/tables.ts'
import type { Database, Writer } from '../../storage/types.ts'
import { findEventTerms } from '../terms/term-store.ts'
import { upsertFragments } from './fragment-store.ts'
import { parseRelations } from './render-rows.ts'

export interface FragmentBacklog {
  /**
   * Adds rows that were rendered from committed records in an epoch. Rows beyond the limit are dropped and rendered again
   * later.
   */
  readonly add: (epoch: string, rows: readonly FragmentTable[]) => void
  /** Resolves when all rows are stored. */
  readonly flush: () => Promise<void>
  /** Drops what is not stored yet. */
  readonly close: () => Promise<void>
}

const MAX_ROWS = 500
/** About 10 ms of the write lock. */
const BATCH_SIZE = 25
/** Pause before each batch, so that requests are hardly delayed. */
const PAUSE_MILLISECONDS = 40

/** `report` receives errors; the rows of the backlog are dropped then, because the next ones would fail as well. */
export function createFragmentBacklog(
  database: Pick<Database, 'engine' | 'transaction'>,
  report: (error: unknown) => void,
): FragmentBacklog {
  const pending = new Map<number, RenderedRow>()
  const controller = new AbortController()
  let running: Promise<void> | undefined

  async function storeNext(): Promise<void> {
    await setTimeout(PAUSE_MILLISECONDS, undefined, { ref: false, signal: controller.signal })
    const rows = [...pending.values()].slice(0, BATCH_SIZE)
    for (const { row } of rows) pending.delete(row.id)
    await storeFragments(database, rows)
  }

  async function run(): Promise<void> {
    try {
      while (pending.size > 0) await storeNext()
    } catch (error) {
      pending.clear()
      if (!controller.signal.aborted) report(error)
    }
    running = undefined
  }

  return {
    add: (epoch, rows) => {
      for (const row of rows) if (pending.size < MAX_ROWS) pending.set(row.id, { epoch, row })
      if (pending.size > 0 && !controller.signal.aborted) running ??= run()
    },
    flush: async () => {
      await running
    },
    close: async () => {
      controller.abort()
      await running
    },
  }
}

/** A row with the epoch of the database from which it was rendered. */
export interface RenderedRow {
  readonly epoch: string
  readonly row: FragmentTable
}

/**
 * Stores rows that were rendered from committed records, unless their record was changed since. After a failover, a change may
 * have the revision of one that was lost, so only rows of the same epoch are stored.
 */
export const storeFragments = (
  { engine, transaction }: Pick<Database, 'engine' | 'transaction'>,
  rendered: readonly RenderedRow[],
): Promise<void> =>
  transaction(async (tx) => {
    const current = await findEpoch(tx, await engine.locate(tx))
    await storeCurrent(
      tx,
      rendered.flatMap(({ epoch, row }) => (epoch === current ? [row] : [])),
    )
  })

async function storeCurrent(tx: Writer, rows: readonly FragmentTable[]): Promise<void> {
  const current: FragmentTable[] = []
  for (const kind of ['event', 'venue', 'organizer'] as const) {
    const ofKind = rows.filter((row) => row.kind === kind)
    const revisions = await findRevisions(
      tx,
      kind,
      ofKind.map(({ id }) => id),
    )
    current.push(...ofKind.filter(({ id, revision }) => revision === (revisions.get(id) ?? 0)))
  }
  await upsertFragments(tx, await removeDeletedTerms(tx, current))
}

/** Deleting a term changes its events, but not their revisions. */
async function removeDeletedTerms(tx: Writer, rows: readonly FragmentTable[]): Promise<FragmentTable[]> {
  const stored = await findEventTerms(
    tx,
    rows.filter(({ kind }) => kind === 'event').map(({ id }) => id),
  )
  const keys = new Set(stored.map(({ event_id, term_id }) => `${event_id} ${term_id}`))
  return rows.filter(({ id, relations }) => parseRelations(relations).terms.every((term) => keys.has(`${id} ${term}`)))
}
