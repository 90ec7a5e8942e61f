/** Imports the changes that `wp/v2` of a site lists, and events that the lists of the calendar omit. */

import { POST_KINDS, type PostKind } from '../../../kernel/post.ts'
import { splitIntoBatches } from '../../../storage/split-into-batches.ts'
import { createIdSet, type IdSet } from '../comparison/id-set.ts'
import { isRawRecord, type RawRecord } from '../formats/record-reader.ts'
import { countImportedRecords, findImportedRecords } from '../imported-records.ts'
import { EVERY_STATUS, type OpenSite, PAGE_SIZE, POST_TYPES } from '../site/open-site.ts'
import { readEventsById } from '../site/read-lists.ts'
import type { ImportRun } from './import-run.ts'
import { checkMissingRecord, removeMissingRecords } from './remove-records.ts'
import { synchronizePage } from './synchronize-page.ts'

/** The largest page of `wp/v2`. */
const POSTS_SIZE = 100
/** Times have whole seconds, and a change may become visible later than it was made. */
const OVERLAP_SECONDS = 10

/** `since` is in seconds since 1970, by the clock of the site. Deleted records are found when the numbers differ. */
export async function followChanges(run: ImportRun, since: number): Promise<void> {
  for (const kind of POST_KINDS.toReversed()) {
    await importChangedPosts(run, kind, since - OVERLAP_SECONDS)
    await removeDeletedPosts(run, kind)
  }
}

type PostParams = Readonly<Record<string, string>>

interface PostList {
  readonly posts: readonly { readonly id: number; readonly modified: string }[]
  readonly total: number
}

/** Undefined if the site does not list posts of this kind. */
async function listPosts(site: OpenSite, kind: PostKind, params: PostParams): Promise<PostList | undefined> {
  const { status, body, total } = await site.get(`/wp/v2/${POST_TYPES[kind]}`, {
    ...{ per_page: String(POSTS_SIZE), _fields: 'id,modified_gmt' },
    ...(site.readsAll && { status: EVERY_STATUS }),
    ...params,
  })
  if (status === 400 && Object(body).code === 'rest_post_invalid_page_number') return { posts: [], total: 0 }
  if (status !== 200 || !Array.isArray(body)) return undefined
  const posts = body.filter(isRawRecord).map((post: RawRecord) => ({
    id: Number(post['id']),
    modified: typeof post['modified_gmt'] === 'string' ? post['modified_gmt'] : '',
  }))
  return { posts: posts.filter(({ id }) => Number.isSafeInteger(id) && id > 0), total: total ?? posts.length }
}

const formatTime = (seconds: number): string => `${new Date(seconds * 1000).toISOString().slice(0, 19)}Z`

/** Continues from the time of the last change instead of by offset, because changed records move to the end. */
async function importChangedPosts(run: ImportRun, kind: PostKind, since: number): Promise<void> {
  const done = createIdSet()
  let [after, page] = [since, 1]
  for (;;) {
    const params = { modified_after: formatTime(after), orderby: 'modified', order: 'asc', page: String(page) }
    const list = await listPosts(run.site, kind, params)
    if (!list) return
    await importPosts(
      run,
      kind,
      list.posts.map(({ id }) => id).filter((id) => done.add(id)),
    )
    if (list.posts.length < POSTS_SIZE) return
    const last = Math.floor(Date.parse(`${list.posts.at(-1)?.modified ?? ''}Z`) / 1000) - 1
    if (last > after) [after, page] = [last, 1]
    else page += 1
  }
}

/** Events are read by lists of IDs; venues and organizers, of which few change, one by one. */
async function importPosts(run: ImportRun, kind: PostKind, ids: readonly number[]): Promise<void> {
  if (kind !== 'event') {
    for (const id of ids) await checkMissingRecord(run, kind, id)
    return
  }
  for (const batch of splitIntoBatches(ids, PAGE_SIZE)) {
    const page = await readEventsById(run.site, batch)
    await synchronizePage(run, kind, page)
    const found = new Set(page.items.filter(isRawRecord).map(({ id }) => Number(id)))
    for (const id of batch) if (!found.has(id)) await checkMissingRecord(run, kind, id)
  }
}

async function removeDeletedPosts(run: ImportRun, kind: PostKind): Promise<void> {
  const { services, site } = run
  const list = await listPosts(site, kind, { per_page: '1' })
  const imported = await countImportedRecords(services.database.read, { source: site.source, kind })
  // Records that failed are not imported, so that the numbers might be equal by chance.
  const isSame = list?.total === imported && run.report.listFailedIds(kind).length === 0
  if (!list || isSame) return
  const listed = await listPostIds(run, kind)
  if (listed) await removeMissingRecords(run, { kinds: [kind], isListed: (_kind, id) => listed.has(id) })
}

/** IDs of all posts. Those that were not imported are imported. Undefined if the site does not list them. */
async function listPostIds(run: ImportRun, kind: PostKind): Promise<IdSet | undefined> {
  const listed = createIdSet()
  for (let page = 1; ; page += 1) {
    const list = await listPosts(run.site, kind, { orderby: 'id', order: 'asc', page: String(page) })
    if (!list) return undefined
    const ids = list.posts.map(({ id }) => id)
    for (const id of ids) listed.add(id)
    await importUnknownPosts(run, kind, ids)
    if (ids.length < POSTS_SIZE) return listed
  }
}

async function importUnknownPosts(run: ImportRun, kind: PostKind, ids: readonly number[]): Promise<void> {
  const place = { source: run.site.source, kind }
  const imported = await findImportedRecords(run.services.database.read, place, ids.map(String))
  const known = new Set(imported.map(({ record_id }) => record_id))
  for (const id of ids) if (!known.has(id) && !run.report.seen[kind].has(id)) await checkMissingRecord(run, kind, id)
}

/** Hidden events are in no list of the calendar (Q41), and events with invalid dates neither. */
export async function importUnlistedEvents(run: ImportRun): Promise<void> {
  if (!run.site.listsChanges) return
  for (let page = 1; ; page += 1) {
    const list = await listPosts(run.site, 'event', { orderby: 'id', order: 'asc', page: String(page) })
    if (!list) return
    for (const { id } of list.posts) if (!run.report.seen.event.has(id)) await checkMissingRecord(run, 'event', id)
    if (list.posts.length < POSTS_SIZE) return
  }
}
