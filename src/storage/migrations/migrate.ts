import { setTimeout } from 'node:timers/promises'
import { type Kysely, sql } from 'kysely'
import { Problem } from '../../kernel/problem.ts'
import { isCorruption } from '../corruption.ts'
import type { Tables } from '../tables/tables.ts'
import type { Engine } from '../types.ts'
import { createInitialTables } from './001-first.ts'
import { addVenueCoordinates } from './002-places.ts'
import { addGeocoding } from './003-geocoding.ts'
import { addTermTimes } from './004-term-times.ts'
import { addOffers } from './005-offers.ts'
import { createMediaTable } from './006-media.ts'
import { truncateFoldedKeys } from './007-folded-keys.ts'
import { createSignInFailures } from './008-sign-in-failures.ts'
import { addListIndexes } from './009-ordered-lists.ts'
import { addPricing } from './010-pricing.ts'
import { addAccounts } from './011-accounts.ts'
import { createDatabaseIdentity } from './012-database-identity.ts'
import { protectedSearch } from './013-protected-search.ts'
import { createFragments } from './014-fragments.ts'
import { addListedEvents } from './015-listed-events.ts'
import { addEventStatus } from './017-event-status.ts'
import { addSeries } from './018-series.ts'
import { addHistory } from './019-history.ts'
import { addSessionsAndLinks } from './020-accounts.ts'
import { createBackupState } from './021-backup-state.ts'
import { addPasskeys } from './022-passkeys.ts'
import { addUserIdentities } from './023-identities.ts'
import { createImportedRecords } from './024-imported-records.ts'
import { createWebhooks } from './025-webhooks.ts'
import { createSources } from './026-sources.ts'
import { createIdempotencyKeys } from './027-idempotency-keys.ts'
import { createImportProgress } from './029-import-progress.ts'
import { createMergedRecords } from './030-merged-records.ts'
import { addCategoryAppearance } from './031-category-appearance.ts'
import { createSiteSettings } from './032-site-settings.ts'
import { createSiteChecks } from './033-site-checks.ts'
import { createImports } from './034-imports.ts'
import { addImageEdits } from './035-image-edits.ts'
import { addReview } from './036-review.ts'
import { addHistoryImports } from './038-history-imports.ts'
import { createPreviewLinks } from './040-preview-links.ts'
import { createSubmissions } from './041-submissions.ts'
import { addImageVariants } from './042-image-variants.ts'
import { createDigestTables } from './043-digests.ts'
import { createPurgeStates } from './044-purge-states.ts'
import { addPreviewLinkUsers } from './045-preview-link-users.ts'
import { addRuleTimeZones } from './046-rule-time-zones.ts'
import { addCustomFields } from './047-custom-fields.ts'

export type Migration = (tx: Kysely<Tables>, engine: Engine) => Promise<void>

/** Ordered. A released migration is never changed, only followed by another. */
export const MIGRATIONS: Readonly<Record<string, Migration>> = {
  '001-first': createInitialTables,
  '002-places': addVenueCoordinates,
  '003-geocoding': addGeocoding,
  '004-term-times': addTermTimes,
  '005-offers': addOffers,
  '006-media': createMediaTable,
  '007-folded-keys': truncateFoldedKeys,
  '008-sign-in-failures': createSignInFailures,
  '009-ordered-lists': addListIndexes,
  '010-pricing': addPricing,
  '011-accounts': addAccounts,
  '012-database-identity': createDatabaseIdentity,
  '013-protected-search': protectedSearch,
  '014-fragments': createFragments,
  '015-listed-events': addListedEvents,
  '017-event-status': addEventStatus,
  '018-series': addSeries,
  '019-history': addHistory,
  '020-accounts': addSessionsAndLinks,
  '021-backup-state': createBackupState,
  '022-passkeys': addPasskeys,
  '023-identities': addUserIdentities,
  '024-imported-records': createImportedRecords,
  '025-webhooks': createWebhooks,
  '026-sources': createSources,
  '027-idempotency-keys': createIdempotencyKeys,
  '029-import-progress': createImportProgress,
  '030-merged-records': createMergedRecords,
  '031-category-appearance': addCategoryAppearance,
  '032-site-settings': createSiteSettings,
  '033-site-checks': createSiteChecks,
  '034-imports': createImports,
  '035-image-edits': addImageEdits,
  '036-review': addReview,
  '038-history-imports': addHistoryImports,
  '040-preview-links': createPreviewLinks,
  '041-submissions': createSubmissions,
  '042-image-variants': addImageVariants,
  '043-digests': createDigestTables,
  '044-purge-states': createPurgeStates,
  '045-preview-link-users': addPreviewLinkUsers,
  '046-rule-time-zones': addRuleTimeZones,
  '047-custom-fields': addCustomFields,
}

/**
 * Suffix of a migration that versions without it must not run with. Earlier versions only read names, so the marker is
 * in the name.
 */
const INCOMPATIBLE_SUFFIX = /-incompatible$/

/** Time after which a migration is given up that other transactions, such as a long export, do not let in. */
const PATIENCE_MILLISECONDS = 60_000
const PAUSE_MILLISECONDS = 200

/**
 * Applies missing migrations in one transaction; safe when several processes start at once, and while nodes of an earlier
 * version serve requests. `beforeCreate` is called when the database is empty.
 */
export async function migrate(db: Kysely<Tables>, engine: Engine, beforeCreate = async () => {}): Promise<void> {
  const applied = await findAppliedMigrations(db).catch(ignoreMissingTable)
  assertCompatible(applied)
  // Returns early, so that a database role without rights on the schema can use a database that its owner migrated.
  if (findMissing(applied).length === 0) return
  if (applied.length === 0) await beforeCreate()
  await applyUnlessLocked(db, engine).catch((error) => {
    throw error instanceof Problem ? error : new Error('the database cannot take its newest form', { cause: error })
  })
}

/** Between attempts, requests that waited for the locks of the transaction proceed. */
async function applyUnlessLocked(db: Kysely<Tables>, engine: Engine): Promise<void> {
  for (const deadline = performance.now() + PATIENCE_MILLISECONDS; ; await setTimeout(PAUSE_MILLISECONDS)) {
    try {
      return await db.transaction().execute((tx) => applyMigrations(tx, engine))
    } catch (error) {
      if (!engine.isLockTimeout(error) || performance.now() > deadline) throw error
    }
  }
}

/** A database without the migrations table is empty; corruption and unavailability are rethrown. */
function ignoreMissingTable(error: unknown): readonly string[] {
  if (error instanceof Problem || isCorruption(error)) throw error
  return []
}

/** Migrations that were applied by a newer version. */
export async function findNewerMigrations(db: Kysely<Tables>): Promise<readonly string[]> {
  return findUnknown(await findAppliedMigrations(db).catch(ignoreMissingTable))
}

export const findUnknown = (applied: readonly string[]): readonly string[] =>
  applied.filter((name) => !(name in MIGRATIONS))

function assertCompatible(applied: readonly string[]): void {
  const incompatible = findUnknown(applied).filter((name) => INCOMPATIBLE_SUFFIX.test(name))
  if (incompatible.length === 0) return
  const names = incompatible.join(', ')
  throw new Error(`the database needs a newer version of Calends, which has the migration ${names}; upgrade this one`)
}

/** Applies the missing ones of the named migrations, which must be the first ones. */
export async function applyMigrations(
  tx: Kysely<Tables>,
  engine: Engine,
  names: readonly string[] = Object.keys(MIGRATIONS),
): Promise<void> {
  await engine.lockTables(tx)
  await engine.disableStatementTimeout(tx)
  await sql`create table if not exists migrations (name text primary key, at text not null)`.execute(tx)
  const missing = new Set(findMissing(await findAppliedMigrations(tx)))
  for (const [name, up] of Object.entries(MIGRATIONS)) {
    if (!missing.has(name) || !names.includes(name)) continue
    await up(tx, engine)
    await engine.afterMigration(tx)
    await tx.insertInto('migrations').values({ name, at: new Date().toISOString() }).execute()
  }
}

/** Throws a plain `Error` when the database is not of this version; changes nothing. */
export async function assertNewest(db: Kysely<Tables>): Promise<void> {
  const applied = await findAppliedMigrations(db).catch((error) => {
    throw error instanceof Problem ? error : new Error('it holds no calendar', { cause: error })
  })
  const unknown = findUnknown(applied)
  if (unknown.length > 0) throw new Error(`it is of a newer version, which knows ${unknown.join(', ')}`)
  const missing = findMissing(applied)
  if (missing.length > 0)
    throw new Error(`it is of an older version, without ${missing.join(', ')}: start this one on it`)
}

export async function findAppliedMigrations(db: Kysely<Tables>): Promise<string[]> {
  return (await db.selectFrom('migrations').select('name').execute()).map(({ name }) => name)
}

const findMissing = (applied: readonly string[]): string[] =>
  Object.keys(MIGRATIONS).filter((name) => !applied.includes(name))
