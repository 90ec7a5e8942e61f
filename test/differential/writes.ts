/** Random writes, each generated from the records that exist. */

import { COLLECTION_NAMES } from '../../src/calendar/posts/urls.ts'
import type { Random } from '../../src/features/settings/sample/seeded-random.ts'
import type { Json, TestUser } from '../helper/service.ts'
import {
  CATEGORY_GENERATORS,
  createDate,
  createExternalId,
  EVENT_GENERATORS,
  generateInput,
  MEDIA_GENERATORS,
  ORGANIZER_GENERATORS,
  TAG_GENERATORS,
  type ValueGenerator,
  VENUE_GENERATORS,
} from './inputs.ts'
import { type KnownRecords, pickId, pickSlug, type TestRecordKind } from './known-ids.ts'
import type { TwinRequest } from './twin-process.ts'
import { createName, createShortName } from './words.ts'

export interface WriteRequest extends TwinRequest {
  readonly kind: TestRecordKind
}

interface Shape {
  readonly fields: Readonly<Record<string, ValueGenerator>>
  readonly required: readonly string[]
}

const SHAPES: Readonly<Record<TestRecordKind, Shape>> = {
  event: { fields: EVENT_GENERATORS, required: ['title', 'start_date', 'end_date'] },
  venue: { fields: VENUE_GENERATORS, required: ['venue'] },
  organizer: { fields: ORGANIZER_GENERATORS, required: ['organizer'] },
  category: { fields: CATEGORY_GENERATORS, required: ['name'] },
  tag: { fields: TAG_GENERATORS, required: ['name'] },
  media: { fields: MEDIA_GENERATORS, required: [] },
}

/** Number of writes of forty that each user sends. */
const WRITERS: readonly TestUser[] = (
  [
    ['admin', 22],
    ['editor', 8],
    ['author', 4],
    ['author2', 2],
    ['contributor', 2],
    ['subscriber', 1],
    ['anon', 1],
  ] as const
).flatMap(([viewer, share]) => Array.from({ length: share }, () => viewer))

type MakeWrite = (random: Random, known: KnownRecords, kind: TestRecordKind) => TwinRequest

const collection = (kind: TestRecordKind): string => `/${COLLECTION_NAMES[kind]}`
const METHODS = ['POST', 'PUT', 'PATCH'] as const
const update = (random: Random, known: KnownRecords, kind: TestRecordKind): Json =>
  generateInput(random, known, SHAPES[kind].fields, { required: [], share: 0.15 })

const creates: MakeWrite = (random, known, kind) => {
  if (kind === 'media') return uploads(random, known, kind)
  const { fields, required } = SHAPES[kind]
  const json = generateInput(random, known, fields, { required, share: 0.2 })
  // Most events end after they start.
  if (kind === 'event' && random.chance(0.9)) [json.start_date, json.end_date] = [json.start_date, json.end_date].sort()
  return { method: 'POST', path: collection(kind), json }
}

const uploads: MakeWrite = (random, known) => ({
  method: 'POST',
  path: '/media',
  body: random.pick(known.images),
  headers: {
    'content-type': 'image/png',
    'content-disposition': `attachment; filename*=UTF-8''${encodeURIComponent(`${createShortName(random)}.png`)}`,
  },
})

const updates: MakeWrite = (random, known, kind) => ({
  method: random.pick(METHODS),
  path: `${collection(kind)}/${pickId(random, known, kind)}`,
  json: update(random, known, kind),
})

const removes: MakeWrite = (random, known, kind) => ({
  method: 'DELETE',
  path: `${collection(kind)}/${pickId(random, known, kind)}`,
})

const restores: MakeWrite = (random, known, kind) => ({
  method: 'POST',
  path: `${collection(kind)}/${pickId(random, known, kind)}`,
  json: { status: random.pick(['publish', 'draft', 'future', 'private']) },
})

const putsByExternalId: MakeWrite = (random, known, kind) => {
  const { json } = creates(random, known, kind)
  return {
    method: 'PUT',
    path: `${collection(kind)}/by-external-id/${encodeURIComponent(createExternalId(random, known))}`,
    json: random.chance(0.7) ? json : update(random, known, kind),
  }
}

const writesBySlug: MakeWrite = (random, known, kind) => {
  const path = `${collection(kind)}/by-slug/${encodeURIComponent(pickSlug(random, known, kind))}`
  return random.chance(0.2) ? { method: 'DELETE', path } : { method: 'POST', path, json: update(random, known, kind) }
}

/** Only the last part is invalid; nothing of the first parts may remain. */
const failsLate: MakeWrite = (random, known) => ({
  method: 'POST',
  path: '/events',
  json: {
    title: createName(random),
    start_date: createDate(random, known),
    end_date: '2027-12-01',
    categories: [createShortName(random)],
    ...random.pick<Json>([
      {
        venue: { venue: `${createName(random)} late` },
        organizer: [{ organizer: createName(random) }, { organizer: ' ' }],
      },
      { venue: { venue: `${createName(random)} late` }, external_id: createExternalId(random, known) },
      {
        organizer: { organizer: `${createName(random)} late` },
        tickets: [{ name: 'x', price: 1, available_from: '9999-13-01' }],
      },
    ]),
  },
})

const RULES = [
  'FREQ=WEEKLY;COUNT=4',
  'FREQ=DAILY;INTERVAL=3;COUNT=5',
  'FREQ=MONTHLY;BYDAY=2TU;COUNT=3',
  'FREQ=YEARLY;COUNT=2',
]

const createsSeries: MakeWrite = (random, known, kind) => {
  const { json } = creates(random, known, kind)
  return {
    method: 'POST',
    path: '/events',
    json: Object.assign({}, json, { recurrence: { rrule: random.pick(RULES) } }),
  }
}

const changesSeries: MakeWrite = (random, known, kind) => {
  const path = `/events/${pickId(random, known, kind)}`
  const scope = random.pick(['following', 'all'])
  if (random.chance(0.2)) return { method: 'DELETE', path: `${path}?scope=${scope}` }
  if (random.chance(0.2)) return { method: 'POST', path: `${path}/detach` }
  const json: Record<string, unknown> = update(random, known, kind)
  return {
    method: 'POST',
    path,
    json: { ...json, scope, ...(random.chance(0.3) ? { recurrence: random.pick(RULES) } : {}) },
  }
}

/** Number of writes of a thousand for each kind, and their target. */
const SORTS: readonly (readonly [number, MakeWrite, readonly TestRecordKind[]])[] = [
  [400, creates, ['event', 'event', 'event', 'venue', 'organizer', 'category', 'tag']],
  [10, creates, ['media']],
  [300, updates, ['event', 'event', 'event', 'venue', 'organizer', 'category', 'tag']],
  [10, updates, ['media']],
  [90, removes, ['event', 'event', 'venue', 'organizer', 'category', 'tag', 'tag']],
  [5, removes, ['media']],
  [50, restores, ['event', 'venue', 'organizer']],
  [65, putsByExternalId, ['event', 'venue', 'organizer']],
  [40, writesBySlug, ['event', 'venue', 'organizer']],
  [30, failsLate, ['event']],
  [25, createsSeries, ['event']],
  [60, changesSeries, ['event']],
]
const DRAWN = SORTS.flatMap(([share, make, kinds]) => Array.from({ length: share }, () => ({ make, kinds })))

export function createWriteRequest(random: Random, known: KnownRecords): WriteRequest {
  if (known.ids.media.length === 0) return { kind: 'media', as: 'admin', ...uploads(random, known, 'media') }
  const { make, kinds } = random.pick(DRAWN)
  const kind = random.pick(kinds)
  return { kind, as: random.pick(WRITERS), ...make(random, known, kind) }
}
