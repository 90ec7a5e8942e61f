/** Reads the current state of records that an import has changed. */

import type { Media } from '../../../calendar/images/image.ts'
import { findMedia } from '../../../calendar/images/image-store.ts'
import { findPost } from '../../../calendar/posts/post-store.ts'
import {
  recordMediaFields,
  recordPostFields,
  recordSeriesFields,
  recordTermFields,
} from '../../../calendar/posts/recorded-fields.ts'
import type { Series } from '../../../calendar/series/series.ts'
import { findSeries } from '../../../calendar/series/series-store.ts'
import { findTerm } from '../../../calendar/terms/term-store.ts'
import type { RecordedFields } from '../../../kernel/change-record.ts'
import type { PostByKind } from '../../../kernel/post.ts'
import type { Term } from '../../../kernel/term.ts'
import type { Reader } from '../../../storage/types.ts'
import type { UndoKind } from './undo-scope.ts'

interface CurrentDetails {
  readonly title: string
  readonly fields: RecordedFields
}

export type CurrentRecord = CurrentDetails &
  (
    | { readonly kind: 'event'; readonly record: PostByKind['event'] }
    | { readonly kind: 'venue'; readonly record: PostByKind['venue'] }
    | { readonly kind: 'organizer'; readonly record: PostByKind['organizer'] }
    | { readonly kind: 'series'; readonly record: Series }
    | { readonly kind: 'media'; readonly record: Media }
    | { readonly kind: 'category' | 'tag'; readonly record: Term }
  )

type FindCurrent = (db: Reader, id: number) => Promise<CurrentRecord | undefined>

const createTermReader =
  (kind: 'category' | 'tag'): FindCurrent =>
  async (db, id) => {
    const record = await findTerm(db, kind, id)
    return record && { kind, record, title: record.name, fields: recordTermFields(record) }
  }

const READERS: Readonly<Record<UndoKind, FindCurrent>> = {
  event: async (db, id) => {
    const record = await findPost(db, 'event', id)
    return record && { kind: 'event', record, title: record.title, fields: recordPostFields('event', record) }
  },
  venue: async (db, id) => {
    const record = await findPost(db, 'venue', id)
    return record && { kind: 'venue', record, title: record.title, fields: recordPostFields('venue', record) }
  },
  organizer: async (db, id) => {
    const record = await findPost(db, 'organizer', id)
    return record && { kind: 'organizer', record, title: record.title, fields: recordPostFields('organizer', record) }
  },
  series: async (db, id) => {
    const record = await findSeries(db, id)
    return record && { kind: 'series', record, title: record.template.title, fields: recordSeriesFields(record) }
  },
  media: async (db, id) => {
    const [record] = await findMedia(db, [id])
    return record && { kind: 'media', record, title: record.title, fields: recordMediaFields(record) }
  },
  category: createTermReader('category'),
  tag: createTermReader('tag'),
}

export const findCurrentRecord = (db: Reader, kind: UndoKind, id: number): Promise<CurrentRecord | undefined> =>
  READERS[kind](db, id)
