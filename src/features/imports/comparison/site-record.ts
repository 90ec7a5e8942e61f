/** Checks and completes the records of a list before they are written. */
import { createHash } from 'node:crypto'
import type { PostKind } from '../../../kernel/post.ts'
import { createFieldReader, isRawRecord, type RawRecord } from '../formats/record-reader.ts'
import { type ImportKind, readEmbedded } from '../map-record.ts'
import { EVENTS_API, LIST_NAMES, type OpenSite, POST_TYPES } from '../site/open-site.ts'
import { isRedacted, normalizeRecord } from './normalize-record.ts'

/** A record of the site in the newest form. */
export interface SiteRecord {
  readonly id: number
  readonly record: RawRecord
  /** Empty if the record is not protected. */
  readonly password: string
  /** Digest of everything that an import writes. */
  readonly fingerprint: string
}

/** A record that cannot be imported. */
export interface SiteFailure {
  /** Undefined if the record has no valid ID. */
  readonly id: number | undefined
  readonly reason: string
}

export async function prepareSiteRecords(
  site: OpenSite,
  kind: ImportKind,
  items: readonly unknown[],
): Promise<{ readonly records: readonly SiteRecord[]; readonly failures: readonly SiteFailure[] }> {
  const prepared = await Promise.all(items.map((item) => prepareSiteRecord(site, kind, item)))
  const records = prepared.flatMap((one) => ('record' in one ? one : []))
  const unique = new Map(records.map((record) => [record.id, record]))
  return { records: [...unique.values()], failures: prepared.flatMap((one) => ('reason' in one ? one : [])) }
}

async function prepareSiteRecord(site: OpenSite, kind: ImportKind, item: unknown): Promise<SiteRecord | SiteFailure> {
  if (!isRawRecord(item)) return { id: undefined, reason: `an item of the list of ${LIST_NAMES[kind]} is not a record` }
  const read = createFieldReader(item)
  const id = read.id('id')
  if (read.problems.length > 0) return { id: undefined, reason: `${kind}: ${read.problems.join(', ')}` }
  if (kind === 'category' || kind === 'tag' || !isRedacted(kind, item)) return createSiteRecord(kind, id, item, '')
  return openProtectedRecord(site, kind, id)
}

/** Embedded records in the form of lists. Redacted ones and those without a valid ID are omitted. */
export function prepareEmbeddedRecords(kind: ImportKind, items: readonly RawRecord[]): readonly SiteRecord[] {
  return items.flatMap((item) => {
    const read = createFieldReader(item)
    const id = read.id('id')
    return read.problems.length > 0 || isRedacted(kind, item) ? [] : [createSiteRecord(kind, id, item, '')]
  })
}

function createSiteRecord(kind: ImportKind, id: number, raw: RawRecord, password: string): SiteRecord {
  const record = normalizeRecord(kind, raw)
  return { id, record, password, fingerprint: createFingerprint(kind, record) }
}

const CLOSED_REASON =
  'it is protected by a password; importing it needs the application password of an editor or administrator'

/** Without its password, the record would become public. */
async function openProtectedRecord(site: OpenSite, kind: PostKind, id: number): Promise<SiteRecord | SiteFailure> {
  if (!site.readsAll) return { id, reason: CLOSED_REASON }
  const [full, post] = await Promise.all([
    site.get(`${EVENTS_API}/${LIST_NAMES[kind]}/${id}`, { context: 'edit' }),
    site.get(`/wp/v2/${POST_TYPES[kind]}/${id}`, { context: 'edit', _fields: 'id,password' }),
  ])
  const password = isRawRecord(post.body) ? post.body['password'] : undefined
  const isOpen = full.status === 200 && isRawRecord(full.body) && !isRedacted(kind, full.body)
  if (!isOpen || typeof password !== 'string' || password === '')
    return { id, reason: 'it is protected by a password, which the site does not return' }
  return createSiteRecord(kind, id, isRawRecord(full.body) ? full.body : {}, password)
}

/** Keys with values that depend on other records, on the URL of the site or on other keys. */
const DERIVED_KEYS: ReadonlySet<string> = new Set([
  ...['rest_url', 'global_id', 'global_id_lineage', 'json_ld', 'urls', 'count', '_links', 'meta', 'filter', 'url'],
  ...['term_group', 'term_taxonomy_id', 'timezone_abbr', 'cost_details', 'reduced_url'],
  ...['start_date_details', 'end_date_details', 'utc_start_date_details', 'utc_end_date_details'],
])

function createFingerprint(kind: ImportKind, record: RawRecord): string {
  const own = Object.entries(record).filter(([name]) => !DERIVED_KEYS.has(name))
  const image = isRawRecord(record['image']) ? record['image']['url'] : record['image']
  const values = { ...Object.fromEntries(own), ...(image !== undefined && { image }) }
  const text = JSON.stringify(kind === 'event' ? { ...values, ...listRelations(record) } : values)
  return createHash('sha256').update(text).digest('base64url')
}

/** IDs of the embedded records of an event. */
export function listRelations(record: RawRecord): Readonly<Record<string, readonly number[]>> {
  const { venue, organizer, category, tag } = readEmbedded(record)
  const listIds = (records: readonly RawRecord[]) => records.map(({ id }) => Number(id))
  const sort = (ids: readonly number[]) => ids.toSorted((a, b) => a - b)
  return {
    venue: listIds(venue),
    organizer: listIds(organizer),
    categories: sort(listIds(category)),
    tags: sort(listIds(tag)),
  }
}

/** Name of a record in reports. */
export function describeSiteRecord(record: RawRecord): string {
  const name = ['title', 'venue', 'organizer', 'name'].map((key) => record[key]).find((one) => typeof one === 'string')
  return typeof name === 'string' ? name : ''
}
