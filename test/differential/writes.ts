/** Writes as they come to a calendar: made up one after the other, from what was there before. */
import type { Random } from '../../src/cli/random.ts'
import { PLURAL } from '../../src/present/urls.ts'
import type { Json, Who } from '../helper/service.ts'
import { CATEGORY, EVENT, externalId, fill, type Make, MEDIA, moment, ORGANIZER, TAG, VENUE } from './inputs.ts'
import { idOf, type Kind, type Known, slugOf } from './known.ts'
import type { Request } from './twin-process.ts'
import { name, shortName } from './words.ts'

export interface Write extends Request {
  readonly kind: Kind
}

interface Shape {
  readonly fields: Readonly<Record<string, Make>>
  readonly required: readonly string[]
}

const SHAPES: Readonly<Record<Kind, Shape>> = {
  event: { fields: EVENT, required: ['title', 'start_date', 'end_date'] },
  venue: { fields: VENUE, required: ['venue'] },
  organizer: { fields: ORGANIZER, required: ['organizer'] },
  category: { fields: CATEGORY, required: ['name'] },
  tag: { fields: TAG, required: ['name'] },
  media: { fields: MEDIA, required: [] },
}

/** How often in forty each of them writes. */
const WRITERS: readonly Who[] = (
  [
    ['admin', 22],
    ['editor', 8],
    ['author', 4],
    ['author2', 2],
    ['contributor', 2],
    ['subscriber', 1],
    ['anon', 1],
  ] as const
).flatMap(([who, share]) => Array.from({ length: share }, () => who))

type MakeWrite = (random: Random, known: Known, kind: Kind) => Request

const collection = (kind: Kind): string => `/${PLURAL[kind]}`
const METHODS = ['POST', 'PUT', 'PATCH'] as const
const update = (random: Random, known: Known, kind: Kind): Json =>
  fill(random, known, SHAPES[kind].fields, { required: [], share: 0.15 })

const creates: MakeWrite = (random, known, kind) => {
  if (kind === 'media') return uploads(random, known, kind)
  const { fields, required } = SHAPES[kind]
  const json = fill(random, known, fields, { required, share: 0.2 })
  // Most events end after they start.
  if (kind === 'event' && random.chance(0.9)) [json.start_date, json.end_date] = [json.start_date, json.end_date].sort()
  return { method: 'POST', path: collection(kind), json }
}

const uploads: MakeWrite = (random, known) => ({
  method: 'POST',
  path: '/media',
  body: random.pick(known.pictures),
  headers: {
    'content-type': 'image/png',
    'content-disposition': `attachment; filename*=UTF-8''${encodeURIComponent(`${shortName(random)}.png`)}`,
  },
})

const updates: MakeWrite = (random, known, kind) => ({
  method: random.pick(METHODS),
  path: `${collection(kind)}/${idOf(random, known, kind)}`,
  json: update(random, known, kind),
})

const removes: MakeWrite = (random, known, kind) => ({
  method: 'DELETE',
  path: `${collection(kind)}/${idOf(random, known, kind)}`,
})

const restores: MakeWrite = (random, known, kind) => ({
  method: 'POST',
  path: `${collection(kind)}/${idOf(random, known, kind)}`,
  json: { status: random.pick(['publish', 'draft', 'future', 'private']) },
})

const putsByExternalId: MakeWrite = (random, known, kind) => {
  const { json } = creates(random, known, kind)
  return {
    method: 'PUT',
    path: `${collection(kind)}/by-external-id/${encodeURIComponent(externalId(random, known))}`,
    json: random.chance(0.7) ? json : update(random, known, kind),
  }
}

const writesBySlug: MakeWrite = (random, known, kind) => {
  const path = `${collection(kind)}/by-slug/${encodeURIComponent(slugOf(random, known, kind))}`
  return random.chance(0.2) ? { method: 'DELETE', path } : { method: 'POST', path, json: update(random, known, kind) }
}

/** All is well but the last part, after which nothing of the first may remain. */
const failsLate: MakeWrite = (random, known) => ({
  method: 'POST',
  path: '/events',
  json: {
    title: name(random),
    start_date: moment(random, known),
    end_date: '2027-12-01',
    categories: [shortName(random)],
    ...random.pick<Json>([
      { venue: { venue: `${name(random)} late` }, organizer: [{ organizer: name(random) }, { organizer: ' ' }] },
      { venue: { venue: `${name(random)} late` }, external_id: externalId(random, known) },
      {
        organizer: { organizer: `${name(random)} late` },
        tickets: [{ name: 'x', price: 1, available_from: '9999-13-01' }],
      },
    ]),
  },
})

/** How often in a thousand each sort of write comes, and to what. */
const SORTS: readonly (readonly [number, MakeWrite, readonly Kind[]])[] = [
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
]
const DRAWN = SORTS.flatMap(([share, make, kinds]) => Array.from({ length: share }, () => ({ make, kinds })))

export function nextWrite(random: Random, known: Known): Write {
  if (known.ids.media.length === 0) return { kind: 'media', as: 'admin', ...uploads(random, known, 'media') }
  const { make, kinds } = random.pick(DRAWN)
  const kind = random.pick(kinds)
  return { kind, as: random.pick(WRITERS), ...make(random, known, kind) }
}
