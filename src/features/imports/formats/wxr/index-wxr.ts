/** Collects what the items of WordPress exports refer to: authors, terms, images and records. */

import { findKinds } from '../../../../calendar/posts/post-store.ts'
import { findLastTermId, findTermsByKeys } from '../../../../calendar/terms/term-store.ts'
import { MAX_INTEGER } from '../../../../kernel/field.ts'
import type { PostKind } from '../../../../kernel/post.ts'
import type { Taxonomy } from '../../../../kernel/term.ts'
import { splitIntoBatches } from '../../../../storage/split-into-batches.ts'
import type { Reader } from '../../../../storage/types.ts'
import type { RawRecord } from '../record-reader.ts'
import type { WxrElement, WxrEntry } from './collect-elements.ts'
import { WXR_POST_TYPES, WXR_TAXONOMIES } from './wxr-names.ts'

export interface WxrIndex {
  /** Ids of authors by login. */
  readonly authors: ReadonlyMap<string, number>
  /** Ids of terms by `createTermKey`. */
  readonly terms: ReadonlyMap<string, number>
  /** Terms to import. */
  readonly termRecords: readonly { readonly where: string; readonly value: RawRecord }[]
  readonly images: ReadonlyMap<number, RawRecord>
  /** Kinds of records by id, in the files and in the database. */
  readonly kinds: ReadonlyMap<number, string>
  /** Numbers of items that are not imported, by post type. */
  readonly ignored: Readonly<Record<string, number>>
}

export const createTermKey = (taxonomy: Taxonomy, slug: string): string => `${taxonomy} ${slug}`

export const findTaxonomy = (name: string): Taxonomy | undefined =>
  (['category', 'tag'] as const).find((taxonomy) => WXR_TAXONOMIES[taxonomy] === name)

/** Statuses of items that are neither visible nor editable. */
const INTERNAL_STATUSES = new Set(['auto-draft', 'inherit', 'tribe-ignored'])

/** Undefined for items that are not imported. */
export function findItemKind({ texts }: WxrElement): PostKind | undefined {
  if (INTERNAL_STATUSES.has(texts.get('wp:status') ?? '')) return undefined
  const type = texts.get('wp:post_type')
  return (['event', 'venue', 'organizer'] as const).find((kind) => WXR_POST_TYPES[kind] === type)
}

export const getMeta = ({ meta }: WxrElement, key: string): string => meta.get(key)?.at(-1) ?? ''

/** 0 for a text that is not an id. */
export function toWxrId(text = ''): number {
  const id = /^\d{1,10}$/.test(text.trim()) ? Number(text) : 0
  return id <= MAX_INTEGER ? id : 0
}

/** Ids of the records that an event refers to. */
export const listLinkedIds = ({ meta }: WxrElement, key: string): number[] =>
  (meta.get(key) ?? []).map(toWxrId).filter((id) => id > 0)

interface FoundTerm {
  readonly where: string
  readonly taxonomy: Taxonomy
  readonly slug: string
  readonly name: string
  readonly id: number
  readonly description: string
  readonly parentSlug: string
}

interface Findings {
  readonly authors: Map<string, number>
  readonly terms: Map<string, FoundTerm>
  readonly images: Map<number, RawRecord>
  readonly shownImages: Set<number>
  readonly kinds: Map<number, string>
  readonly linkedIds: Set<number>
  readonly ignored: Map<string, number>
}

/** Yields the elements of a file. */
export type ReadElements = (path: string) => AsyncIterable<WxrEntry>

/** Reads the files once. */
export async function indexWxr(db: Reader, paths: readonly string[], readElements: ReadElements): Promise<WxrIndex> {
  const findings: Findings = {
    ...{ authors: new Map(), terms: new Map(), images: new Map(), shownImages: new Set() },
    ...{ kinds: new Map(), linkedIds: new Set(), ignored: new Map() },
  }
  for (const path of paths)
    for await (const entry of readElements(path)) if ('texts' in entry) addElement(findings, entry)
  const { authors, images, shownImages, kinds, linkedIds, ignored } = findings
  const unseenIds = [...linkedIds].filter((id) => !kinds.has(id))
  for (const ids of splitIntoBatches(unseenIds, BATCH_SIZE))
    for (const [id, kind] of await findKinds(db, ids)) kinds.set(id, kind)
  const unused = [...images.keys()].filter((id) => !shownImages.has(id)).length
  if (unused > 0) ignored.set('attachment', unused)
  return { authors, images, kinds, ignored: Object.fromEntries(ignored), ...(await resolveTerms(db, findings.terms)) }
}

const BATCH_SIZE = 250

function addElement(findings: Findings, element: WxrElement): void {
  const { texts } = element
  if (element.name === 'wp:author')
    findings.authors.set(texts.get('wp:author_login') ?? '', toWxrId(texts.get('wp:author_id')))
  else if (element.name === 'item') addItem(findings, element)
  else addTerm(findings, element)
}

function addTerm({ terms }: Findings, { name, texts, where }: WxrElement): void {
  const prefix = name === 'wp:tag' ? 'wp:tag' : 'wp:term'
  const taxonomy = name === 'wp:tag' ? 'tag' : findTaxonomy(texts.get('wp:term_taxonomy') ?? '')
  const slug = texts.get(`${prefix}_slug`) ?? ''
  if (!taxonomy) return
  terms.set(createTermKey(taxonomy, slug), {
    ...{ where, taxonomy, slug, id: toWxrId(texts.get('wp:term_id')), name: texts.get(`${prefix}_name`) ?? '' },
    ...{ description: texts.get(`${prefix}_description`) ?? '', parentSlug: texts.get('wp:term_parent') ?? '' },
  })
}

function addItem(findings: Findings, item: WxrElement): void {
  const { texts } = item
  const id = toWxrId(texts.get('wp:post_id'))
  const type = texts.get('wp:post_type') ?? ''
  if (type === 'attachment') {
    const url = texts.get('wp:attachment_url') || (texts.get('guid') ?? '')
    findings.images.set(id, { id, url, alt_text: getMeta(item, '_wp_attachment_image_alt') })
    return
  }
  const kind = findItemKind(item)
  if (!kind) {
    findings.ignored.set(type, (findings.ignored.get(type) ?? 0) + 1)
    return
  }
  findings.kinds.set(id, kind)
  findings.shownImages.add(toWxrId(getMeta(item, '_thumbnail_id')))
  if (kind === 'event') addReferences(findings, item)
}

function addReferences({ linkedIds, terms }: Findings, item: WxrElement): void {
  const links = [...listLinkedIds(item, '_EventVenueID'), ...listLinkedIds(item, '_EventOrganizerID')]
  for (const id of [...links, toWxrId(item.texts.get('wp:post_parent'))]) if (id > 0) linkedIds.add(id)
  for (const { domain, slug, name } of item.terms) {
    const taxonomy = findTaxonomy(domain)
    if (!taxonomy || terms.has(createTermKey(taxonomy, slug))) continue
    const term = { where: item.where, taxonomy, slug, name, id: 0, description: '', parentSlug: '' }
    terms.set(createTermKey(taxonomy, slug), term)
  }
}

/**
 * Exports of single post types contain only slugs and names of terms, without ids: these are the terms of the database with
 * the same slug, or get new ids.
 */
async function resolveTerms(
  db: Reader,
  found: ReadonlyMap<string, FoundTerm>,
): Promise<Pick<WxrIndex, 'terms' | 'termRecords'>> {
  const terms = new Map<string, number>()
  const created: FoundTerm[] = []
  let lastId = await findLastTermId(db)
  for (const { id } of found.values()) lastId = Math.max(lastId, id)
  for (const [key, term] of found) {
    const existing = term.id > 0 ? undefined : await findTermBySlug(db, term)
    const id = existing ?? (term.id > 0 ? term.id : ++lastId)
    terms.set(key, id)
    if (existing === undefined) created.push({ ...term, id })
  }
  const termRecords = created.map(({ where, taxonomy, parentSlug, ...term }) => ({
    where,
    value: { ...term, taxonomy: WXR_TAXONOMIES[taxonomy], parent: terms.get(createTermKey(taxonomy, parentSlug)) ?? 0 },
  }))
  return { terms, termRecords }
}

async function findTermBySlug(db: Reader, { taxonomy, slug }: FoundTerm): Promise<number | undefined> {
  const terms = await findTermsByKeys(db, taxonomy, { texts: [slug], ids: [] })
  return terms.find((term) => term.slug === slug)?.id
}
