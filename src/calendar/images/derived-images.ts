/** Data that is derived from images in the background, and the queue of images whose data is to be computed. */
import { sql } from 'kysely'
import type { DateTime } from '../../base/time/date-time.ts'
import type { Reader, Writer } from '../../storage/types.ts'
import type { DerivedImageData, Media } from './image.ts'
import { findMedia, formatVariants, parseVariants } from './image-store.ts'

const IS_WAITING = sql<boolean>`derivation_due <> ''`

const selectDueIds = (db: Reader, now: DateTime) =>
  db
    .selectFrom('media')
    .select('id')
    .where(IS_WAITING)
    .where('derivation_due', '<=', now)
    .orderBy('derivation_due')
    .orderBy('id', 'desc')

export async function hasDueImages(db: Reader, now: DateTime): Promise<boolean> {
  return (await selectDueIds(db, now).limit(1).executeTakeFirst()) !== undefined
}

/** Claims due images until the given time, so that no other process computes their data meanwhile. */
export async function claimDueImages(
  tx: Writer,
  { now, until, limit }: { readonly now: DateTime; readonly until: DateTime; readonly limit: number },
): Promise<readonly Media[]> {
  const ids = (await selectDueIds(tx, now).limit(limit).execute()).map(({ id }) => id)
  if (ids.length === 0) return []
  // PostgreSQL checks the conditions again when another process has claimed an image meanwhile.
  const claimed = await tx
    .updateTable('media')
    .set({ derivation_due: until })
    .where('id', 'in', ids)
    .where(IS_WAITING)
    .where('derivation_due', '<=', now)
    .returning('id')
    .execute()
  return findMedia(
    tx,
    claimed.map(({ id }) => id),
  )
}

/** Data without a placeholder belongs to an image that cannot be decoded; it is not computed again. */
export async function saveDerivedData(tx: Writer, id: number, data: DerivedImageData): Promise<void> {
  const { thumbhash, variants } = data
  await tx
    .updateTable('media')
    .set({ thumbhash, variants: formatVariants(variants), derivation_due: '' })
    .where('id', '=', id)
    .execute()
}

/** By id of the image. */
export async function findDerivedImages(
  db: Reader,
  ids: readonly number[],
): Promise<ReadonlyMap<number, DerivedImageData>> {
  if (ids.length === 0) return new Map()
  const rows = await db.selectFrom('media').select(['id', 'thumbhash', 'variants']).where('id', 'in', ids).execute()
  return new Map(rows.map(({ id, thumbhash, variants }) => [id, { thumbhash, variants: parseVariants(variants) }]))
}
