/** Lines of an NDJSON export, read in batches. */

import { findRelations } from '../../calendar/fragments/render-rows.ts'
import { NOT_DERIVED } from '../../calendar/images/image.ts'
import { findMedia, listMediaKeys } from '../../calendar/images/image-store.ts'
import { findPosts } from '../../calendar/posts/post-store.ts'
import type { Series } from '../../calendar/series/series.ts'
import { findSeriesByIds } from '../../calendar/series/series-store.ts'
import type { PostKind } from '../../kernel/post.ts'
import { readTables } from '../../storage/maintenance/table-rows.ts'
import type { Reader } from '../../storage/types.ts'
import {
  EXPORT_HEADER,
  EXPORT_KINDS,
  type ExportKind,
  STORED_FIELDS,
} from '../imports/formats/ndjson/stored-records.ts'
import { readIdsOfKind } from './read-ids.ts'

type Line = Readonly<Record<string, unknown>>

export interface ExportedLine {
  readonly line: Line
  /** Keys of the files of an image. */
  readonly files: readonly string[]
}

/** Yields the header and all records, without accounts, history and the state of the service. */
export async function* exportRecords(db: Reader): AsyncGenerator<ExportedLine> {
  yield { line: EXPORT_HEADER, files: [] }
  for (const kind of EXPORT_KINDS) {
    if (kind === 'category' || kind === 'tag') for await (const line of readTerms(db, kind)) yield { line, files: [] }
    else yield* readKind(db, kind)
  }
}

async function* readTerms(db: Reader, taxonomy: 'category' | 'tag'): AsyncGenerator<Line> {
  for await (const { rows } of readTables(db, ['terms'])) {
    for (const { id, name, slug, description, parent, color, icon, position, modified_utc, ...row } of rows)
      if (row['taxonomy'] === taxonomy)
        yield { kind: taxonomy, id, name, slug, description, parent, color, icon, position, modified_utc }
  }
}

async function* readKind(db: Reader, kind: Exclude<ExportKind, 'category' | 'tag'>): AsyncGenerator<ExportedLine> {
  for await (const ids of readIdsOfKind(db, kind)) {
    const records = await LINE_READERS[kind](db, ids)
    const media = kind === 'media' ? await findMedia(db, ids) : []
    const files = new Map(media.map((image) => [image.id, listMediaKeys({ ...image, ...NOT_DERIVED })]))
    for (const record of records.toSorted((a, b) => a.id - b.id))
      yield { line: { kind, ...record }, files: files.get(record.id) ?? [] }
  }
}

type ReadLines = (db: Reader, ids: readonly number[]) => Promise<readonly { readonly id: number }[]>

const readPosts =
  (kind: PostKind): ReadLines =>
  async (db, ids) =>
    (await findPosts(db, kind, ids)).map((post) => pickFields(kind, post))

const LINE_READERS: Readonly<Record<Exclude<ExportKind, 'category' | 'tag'>, ReadLines>> = {
  venue: readPosts('venue'),
  organizer: readPosts('organizer'),
  media: async (db, ids) => (await findMedia(db, ids)).map((media) => pickFields('media', media)),
  series: async (db, ids) => (await findSeriesByIds(db, ids)).map(omitEmptyValues),
  event: async (db, ids) => {
    const getRelations = await findRelations(db, ids)
    const events = await findPosts(db, 'event', ids)
    return events.map((event) => ({ ...pickFields('event', event), ...getRelations(event.id) }))
  },
}

/** Records without additional fields are exported as in earlier versions. */
const isOmitted = (name: string, value: unknown): boolean =>
  name === 'custom_fields' && Object.keys(value ?? {}).length === 0

function omitEmptyValues(series: Series) {
  const fields = Object.entries(series.template).filter(([name, value]) => !isOmitted(name, value))
  return { ...series, template: Object.fromEntries(fields) }
}

/** Rows contain derived columns too. */
const pickFields = (kind: PostKind | 'media', record: { readonly id: number }): { readonly id: number } => {
  const { id } = record
  const fields = STORED_FIELDS[kind].map((name): [string, unknown] => [name, Reflect.get(record, name)])
  return { id, ...Object.fromEntries(fields.filter(([name, value]) => !isOmitted(name, value))) }
}
