/** Reads the records of this service as its API presents them to an administrator. */

import { JsonDocument } from '../../../calendar/fragments/json-fragment.ts'
import { findMedia } from '../../../calendar/images/image-store.ts'
import { readVisibleEvents } from '../../../calendar/posts/read-posts.ts'
import { createRenderContext, type RenderContext } from '../../../calendar/posts/render-settings.ts'
import type { Services } from '../../../calendar/services.ts'
import { presentTerm } from '../../../calendar/terms/present-term.ts'
import { findTerms } from '../../../calendar/terms/term-store.ts'
import { loadAncestors } from '../../../calendar/terms/write-terms.ts'
import type { LinkedKind, PostKind } from '../../../kernel/post.ts'
import type { Taxonomy } from '../../../kernel/term.ts'
import type { Viewer } from '../../../kernel/user.ts'
import { isRawRecord, type RawRecord } from '../formats/record-reader.ts'
import type { ImportKind } from '../map-record.ts'

/** URLs are relative to the front page, so that they can be compared with those of another site. */
const RELATIVE_URLS = { site: '', home: '', base: '', files: '', globalIdPrefix: '' }

/** No account; it reads every record. */
const READER: Viewer = { id: 0, role: 'administrator' }

export interface LocalRecord {
  readonly record: RawRecord
  /** URL from which the image was fetched; empty without an image. */
  readonly imageSource: string
}

/** By ID; missing records are omitted. */
export async function readLocalRecords(
  services: Services,
  kind: ImportKind,
  ids: readonly number[],
): Promise<ReadonlyMap<number, LocalRecord>> {
  if (ids.length === 0) return new Map()
  if (kind === 'category' || kind === 'tag') return readLocalTerms(services, kind, ids)
  const records = await readLocalPosts(services, kind, ids)
  const imageIds = records.flatMap(({ image }) => (isRawRecord(image) ? Number(image['id']) : []))
  const media = await findMedia(services.database.read, [...new Set(imageIds)])
  const sources = new Map(media.map(({ id, source_url }) => [id, source_url]))
  return new Map(
    records.map((record) => {
      const { image } = record
      const imageSource = isRawRecord(image) ? sources.get(Number(image['id'])) || String(image['url']) : ''
      return [Number(record['id']), { record, imageSource }]
    }),
  )
}

async function readLocalPosts(services: Services, kind: PostKind, ids: readonly number[]): Promise<RawRecord[]> {
  const renderContext = createRenderContext(RELATIVE_URLS, services.site)
  if (kind !== 'event') return readLocalLinked(services, renderContext, kind, ids)
  const access = { viewer: READER, attempt: undefined }
  const events = await readVisibleEvents({ services, renderContext, access }, ids)
  return events.map(({ fragment }) => parseRecord(new JsonDocument(fragment).toFragment().bytes))
}

async function readLocalLinked(
  services: Services,
  renderContext: RenderContext,
  kind: LinkedKind,
  ids: readonly number[],
): Promise<RawRecord[]> {
  const fragments = await services.fragments.read(services.database.read, renderContext)
  return [...(await fragments.linked(kind, ids)).values()].map(({ open }) => parseRecord(open.bytes))
}

async function readLocalTerms(
  { database }: Services,
  taxonomy: Taxonomy,
  ids: readonly number[],
): Promise<ReadonlyMap<number, LocalRecord>> {
  const terms = (await findTerms(database.read, ids)).filter((term) => term.taxonomy === taxonomy)
  const paths = await loadAncestors(database.read, terms)
  return new Map(
    paths.map((path) => [path.term.id, { record: { ...presentTerm(path, RELATIVE_URLS) }, imageSource: '' }]),
  )
}

function parseRecord(bytes: Buffer): RawRecord {
  const record: unknown = JSON.parse(bytes.toString('utf8'))
  return isRawRecord(record) ? record : {}
}
