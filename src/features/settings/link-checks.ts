/** Websites of upcoming events, their venues and organizers, and the results of their checks. */
import { sql } from 'kysely'
import type { DateTime } from '../../base/time/date-time.ts'
import type { Reader, Writer } from '../../storage/types.ts'

interface LinkedSite {
  readonly kind: 'event' | 'venue' | 'organizer'
  readonly id: number
  readonly title: string
  readonly url: string
}

/** Public events that have not ended, with their public venues and organizers. */
const selectSites = (now: DateTime) => {
  const linked = (kind: 'venue' | 'organizer', table: 'venues' | 'organizers') => sql`
    select ${sql.lit(kind)} as kind, post.id, post.title, post.website as url from ${sql.table(table)} post
    where post.website <> '' and post.status = 'publish' and post.password = '' and exists (
      select 1 from links link join events event on event.id = link.event_id
      where link.kind = ${sql.lit(kind)} and link.target_id = post.id
        and event.status = 'publish' and event.password = '' and event.utc_end_date >= ${now})`
  return sql<LinkedSite>`
    select 'event' as kind, event.id, event.title, event.website as url from events event
    where event.website <> '' and event.status = 'publish' and event.password = '' and event.utc_end_date >= ${now}
    union all ${linked('venue', 'venues')} union all ${linked('organizer', 'organizers')}`
}

export interface DueLinks {
  readonly now: DateTime
  /** A success is checked again when it is older than this, a failure when it is older than `retryBefore`. */
  readonly checkBefore: DateTime
  readonly retryBefore: DateTime
  readonly limit: number
}

/** URLs whose check is due, the oldest first. */
async function findDueUrls(db: Reader, { now, checkBefore, retryBefore, limit }: DueLinks): Promise<string[]> {
  const { rows } = await sql<{ url: string }>`
    select sites.url from (${selectSites(now)}) sites
    left join link_checks checked on checked.url = sites.url
    where checked.url is null or checked.checked_utc < ${retryBefore}
      and (checked.failures > 0 or checked.checked_utc < ${checkBefore})
    group by sites.url, checked.checked_utc
    order by coalesce(checked.checked_utc, ''), sites.url limit ${sql.lit(limit)}`.execute(db)
  return rows.map(({ url }) => url)
}

/** Takes the next URLs, so that no other process checks them now. */
export async function claimDueUrls(tx: Writer, due: DueLinks): Promise<readonly string[]> {
  const urls = await findDueUrls(tx, due)
  for (const url of urls) {
    await tx
      .insertInto('link_checks')
      .values({ url, checked_utc: due.now, failures: 0, reason: '' })
      .onConflict((conflict) => conflict.column('url').doUpdateSet({ checked_utc: due.now }))
      .execute()
  }
  return urls
}

/** An empty reason is a success. */
export async function recordLinkCheck(tx: Writer, url: string, reason: string): Promise<void> {
  await tx
    .updateTable('link_checks')
    .set((on) => ({ reason, failures: reason === '' ? 0 : on('failures', '+', 1) }))
    .where('url', '=', url)
    .execute()
}

export async function deleteOldLinkChecks(tx: Writer, before: DateTime): Promise<void> {
  await tx.deleteFrom('link_checks').where('checked_utc', '<', before).execute()
}

export interface CheckedSite extends LinkedSite {
  /** Empty before the first check. */
  readonly checked: DateTime | ''
  readonly failures: number
  readonly reason: string
}

/** All sites with the result of their last check, by URL, kind and id. */
export async function listCheckedSites(db: Reader, now: DateTime): Promise<readonly CheckedSite[]> {
  const { rows } = await sql<CheckedSite>`
    select sites.kind, sites.id, sites.title, sites.url, coalesce(checked.checked_utc, '') as checked,
      coalesce(checked.failures, 0) as failures, coalesce(checked.reason, '') as reason
    from (${selectSites(now)}) sites left join link_checks checked on checked.url = sites.url
    order by sites.url, sites.kind, sites.id`.execute(db)
  return rows
}
