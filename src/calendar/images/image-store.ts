/** Rows of images; their files are in the media store. */
import type { ExpressionBuilder } from 'kysely'
import { POST_KINDS, type PostKind } from '../../kernel/post.ts'
import { findCachedList } from '../../storage/list-cache.ts'
import type { MediaTable, Tables } from '../../storage/tables/tables.ts'
import type { Reader, Writer } from '../../storage/types.ts'
import { type IdPage, paginateIds } from '../lists/paginate-ids.ts'
import { buildComparison, type PostExpressionBuilder } from '../lists/post-filters.ts'
import { matchesWords } from '../lists/search-filters.ts'
import { indexSearchText } from '../lists/search-index.ts'
import { POST_TABLES } from '../posts/row-mapping.ts'
import {
  IMAGE_EXTENSIONS,
  type ImageFiles,
  type ImageSize,
  type ImageType,
  type ImageVariant,
  type Media,
} from './image.ts'
import type { Crop, FocalPoint } from './image-edit.ts'
import type { MediaPlan } from './image-query.ts'
import type { LibraryScope } from './media-access.ts'

/** The default of the column. Sorts before all times, and is not empty. */
export const EARLIEST_DERIVATION = '1970-01-01 00:00:00'

function parseImageType(text: string): ImageType {
  const type = (Object.keys(IMAGE_EXTENSIONS) as ImageType[]).find((name) => name === text)
  if (!type) throw new Error(`an image has the unknown type ${text}`)
  return type
}

/** Parses the column that `toMediaRow` writes. */
function parseSizes(text: string): readonly ImageSize[] {
  const sizes: unknown = text === '' ? [] : JSON.parse(text)
  return Array.isArray(sizes) ? sizes : []
}

/** Parses a column that `toMediaRow` writes. */
const parseObject = <T>(text: string): T | null => (text === '' ? null : JSON.parse(text))

/** Parses the column that `formatVariants` writes. */
export function parseVariants(text: string): readonly ImageVariant[] {
  const variants: unknown = text === '' ? [] : JSON.parse(text)
  return Array.isArray(variants) ? variants : []
}

export const formatVariants = (variants: readonly ImageVariant[]): string =>
  variants.length === 0 ? '' : JSON.stringify(variants)

const toMedia = ({ original_key: _originalKey, derivation_due: _due, ...row }: MediaTable): Media => ({
  ...row,
  variants: parseVariants(row.variants),
  mime_type: parseImageType(row.mime_type),
  sizes: parseSizes(row.sizes),
  crop: parseObject<Crop>(row.crop),
  focal_point: parseObject<FocalPoint>(row.focal_point),
  original: parseObject<ImageFiles>(row.original),
})

const formatObject = (value: object | null): string => (value ? JSON.stringify(value) : '')

/** An image without a placeholder is new or has other files than before, so its data has to be computed. */
const toMediaRow = (media: Media) => ({
  ...media,
  ...(media.thumbhash === '' && { derivation_due: EARLIEST_DERIVATION }),
  variants: formatVariants(media.variants),
  sizes: media.sizes.length === 0 ? '' : JSON.stringify(media.sizes),
  crop: formatObject(media.crop),
  focal_point: formatObject(media.focal_point),
  original: formatObject(media.original),
  original_key: media.original?.key ?? '',
})

/** In no defined order. */
export async function findMedia(db: Reader, ids: readonly number[]): Promise<Media[]> {
  if (ids.length === 0) return []
  const rows = await db.selectFrom('media').selectAll().where('id', 'in', ids).execute()
  return rows.map(toMedia)
}

/** The image imported from a URL; the oldest of several. */
export async function findMediaBySource(db: Reader, url: string): Promise<number | undefined> {
  const row = await db
    .selectFrom('media')
    .select('id')
    .where('source_url', '=', url)
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
  return row?.id
}

/** The image with one of these full sizes, shown or original. */
export async function findMediaByKeys(db: Reader, keys: readonly string[]): Promise<number | undefined> {
  const row = await db
    .selectFrom('media')
    .select('id')
    .where((on) => on.or([on('key', 'in', keys), on('original_key', 'in', keys)]))
    .executeTakeFirst()
  return row?.id
}

/** Whether viewers with the scope see the image. */
export async function isInScope(db: Reader, id: number, scope: LibraryScope): Promise<boolean> {
  if (scope === 'every') return true
  const row = await db
    .selectFrom('media')
    .select('id')
    .where('id', '=', id)
    .where((on) => buildScopeCondition(on, scope))
    .executeTakeFirst()
  return row !== undefined
}

function buildScopeCondition(on: ExpressionBuilder<Tables, 'media'>, scope: LibraryScope) {
  const isPublic = buildPublicCondition(on as unknown as PostExpressionBuilder)
  return scope === 'public' ? isPublic : on.or([isPublic, on.not(buildSubmittedCondition(on))])
}

/** True if a visitor has sent the image with an event that is not approved. */
function buildSubmittedCondition(on: ExpressionBuilder<Tables, 'media'>) {
  const submitted = on
    .selectFrom('submissions')
    .innerJoin('events', 'events.id', 'submissions.event_id')
    .select('events.image')
    .where('events.status', 'not in', ['publish', 'future'])
    .where('events.image', '<>', on.lit(0))
  return on.and([on('media.author', '=', 0), on('media.id', 'in', submitted)])
}

/** Starts from records with an image; far more records are public. */
function buildPublicCondition(on: PostExpressionBuilder) {
  const shown = (table: 'events') =>
    on
      .selectFrom(table)
      .select('image')
      .where((post) => buildComparison(post, ['status', '=', 'publish'], () => false))
      .where('password', '=', '')
      .where('image', '<>', on.lit(0))
  return on.or(POST_KINDS.map((kind) => on('id', 'in', shown(POST_TABLES[kind] as 'events'))))
}

/** True if a record of any status, or the template of a series, has the image. */
function buildUsedCondition(on: ExpressionBuilder<Tables, 'media'>) {
  const selectImages = (table: 'events' | 'series') =>
    on.selectFrom(table).select('image').where('image', '<>', on.lit(0))
  return on.or([
    ...POST_KINDS.map((kind) => on('id', 'in', selectImages(POST_TABLES[kind] as 'events'))),
    on('id', 'in', selectImages('series')),
  ])
}

/**
 * Image types with the prefix, in any case. Not a `like` condition, whose case sensitivity depends on the engine. Never
 * empty, because SQL cannot express an empty list.
 */
function findTypesByPrefix(beginning: string): readonly string[] {
  const types = Object.keys(IMAGE_EXTENSIONS).filter((type) => type.startsWith(beginning.toLowerCase()))
  return types.length > 0 ? types : ['']
}

/** Newest first. */
export async function findMediaIds(db: Reader, plan: MediaPlan): Promise<IdPage> {
  const { page, perPage, ...filters } = plan
  const list = {
    // Public lists contain the images of public records.
    cache: findCachedList(db, 'media', filters, () => true),
    table: 'media',
    count: () => selectMatchingMedia(db, plan).select((on) => on.fn.countAll<number>().as('total')),
    order: 'latest',
    ids: () =>
      selectMatchingMedia(db, plan).select('id').orderBy('date_utc', 'desc').orderBy('id', 'desc').limit(1).offset(0),
  } as const
  return paginateIds(db, list, { page, perPage })
}

function selectMatchingMedia(db: Reader, plan: MediaPlan) {
  return db
    .selectFrom('media')
    .where((on) => on.and(plan.search ? matchesWords(on as unknown as PostExpressionBuilder, plan.search) : []))
    .$if(plan.scope !== 'every', (q) => q.where((on) => buildScopeCondition(on, plan.scope)))
    .$if(plan.slug !== undefined, (q) => q.where('slug', '=', plan.slug ?? ''))
    .$if(plan.typePrefix !== undefined, (q) => q.where('mime_type', 'in', findTypesByPrefix(plan.typePrefix ?? '')))
    .$if(plan.include !== undefined, (q) => q.where('id', 'in', plan.include ?? []))
    .$if(plan.post !== undefined, (q) => q.where('post', '=', plan.post ?? 0))
    .$if(plan.missingAlt !== undefined, (q) => q.where('alt_text', plan.missingAlt ? '=' : '<>', ''))
    .$if(plan.unused !== undefined, (q) =>
      q.where((on) => (plan.unused ? on.not(buildUsedCondition(on)) : buildUsedCondition(on))),
    )
    .$if(plan.modifiedAfter !== undefined, (q) => q.where('modified_utc', '>', plan.modifiedAfter ?? ''))
}

/** Slugs that a new image must not use. */
export async function findTakenMediaSlugs(db: Reader, stem: string): Promise<Set<string>> {
  const rows = await db
    .selectFrom('media')
    .select('slug')
    .where('slug', '>=', stem)
    .where('slug', '<=', `${stem}\uffff`)
    .execute()
  return new Set(rows.map(({ slug }) => slug))
}

export async function insertMedia(tx: Writer, media: Media): Promise<void> {
  await tx
    .insertInto('media')
    .values({ derivation_due: EARLIEST_DERIVATION, ...toMediaRow(media) })
    .execute()
  await indexMedia(tx, media, true)
}

export async function updateMedia(tx: Writer, media: Media): Promise<void> {
  await tx.updateTable('media').set(toMediaRow(media)).where('id', '=', media.id).execute()
  await indexMedia(tx, media, false)
}

/** Updates the search text. */
export async function indexMedia(tx: Writer, { id, ...media }: Media, isNew: boolean): Promise<void> {
  await indexSearchText(tx, id, [media.title, media.slug, media.caption, media.alt_text], isNew)
}

export async function deleteMedia(tx: Writer, id: number): Promise<void> {
  await tx.deleteFrom('post_search').where('rowid', '=', id).execute()
  await tx.deleteFrom('media').where('id', '=', id).execute()
  await tx.deleteFrom('object_ids').where('id', '=', id).execute()
}

/** Sets the image of records of one kind. Returns the records that changed with their former image, by id. */
export async function setImage(
  tx: Writer,
  kind: PostKind,
  ids: readonly number[],
  image: number,
): Promise<readonly { readonly id: number; readonly before: number }[]> {
  if (ids.length === 0) return []
  const table = POST_TABLES[kind] as 'events'
  const changed = await tx
    .selectFrom(table)
    .select(['id', 'image as before'])
    .where('id', 'in', ids)
    .where('image', '<>', image)
    .orderBy('id')
    .execute()
  if (changed.length === 0) return []
  const changedIds = changed.map(({ id }) => id)
  await tx.updateTable(table).set({ image }).where('id', 'in', changedIds).execute()
  return changed
}

/** The keys of all files of each image, read in batches of images. */
export async function* iterateMediaKeys(db: Reader): AsyncGenerator<{ readonly id: number; readonly keys: string[] }> {
  for (let last = 0, isDone = false; !isDone; ) {
    const rows = await db.selectFrom('media').selectAll().where('id', '>', last).orderBy('id').limit(500).execute()
    for (const media of rows.map(toMedia)) yield { id: media.id, keys: listMediaKeys(media) }
    last = rows.at(-1)?.id ?? last
    isDone = rows.length < 500
  }
}

/** The keys of all files, those of the original and the variants included. */
export const listMediaKeys = ({
  key,
  sizes,
  original = null,
  variants = [],
}: ImageFiles & Partial<Pick<Media, 'original' | 'variants'>>): string[] => [
  ...new Set([key, ...[...sizes, ...variants].map((file) => file.key), ...(original ? listMediaKeys(original) : [])]),
]
