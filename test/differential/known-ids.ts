/** Records that a history has created so far, collected from its responses. */

import type { Random } from '../../src/features/settings/sample/seeded-random.ts'
import type { PostKind } from '../../src/kernel/post.ts'
import type { Taxonomy } from '../../src/kernel/term.ts'
import type { Json } from '../helper/service.ts'

export type TestRecordKind = PostKind | Taxonomy | 'media'

export interface KnownRecords {
  readonly ids: Readonly<Record<TestRecordKind, number[]>>
  readonly slugs: Readonly<Record<TestRecordKind, string[]>>
  /** IDs of the users. */
  readonly users: readonly number[]
  /** Images to upload, created beforehand. */
  readonly images: readonly Buffer[]
  /** UTC, milliseconds. */
  now: number
}

export const TEST_RECORD_KINDS = [
  'event',
  'venue',
  'organizer',
  'category',
  'tag',
  'media',
] as const satisfies readonly TestRecordKind[]

const listOfEach = <T>(): Record<TestRecordKind, T[]> => ({
  event: [],
  venue: [],
  organizer: [],
  category: [],
  tag: [],
  media: [],
})

export const createKnownRecords = (facts: Pick<KnownRecords, 'users' | 'images' | 'now'>): KnownRecords => ({
  ids: listOfEach(),
  slugs: listOfEach(),
  ...facts,
})

/** An ID of this kind, recent ones more often; occasionally one that does not exist. */
export function pickId(random: Random, { ids }: KnownRecords, kind: TestRecordKind): number {
  const all = ids[kind]
  if (all.length === 0 || random.chance(0.02)) return random.pick([1, 2, 3, 999_999])
  return random.pick(random.chance(0.5) ? all.slice(-20) : all)
}

export function pickSlug(random: Random, { slugs }: KnownRecords, kind: TestRecordKind): string {
  return slugs[kind].length === 0 || random.chance(0.05) ? 'none' : random.pick(slugs[kind].slice(-50))
}

const MOST_SLUGS = 2000

/** Adds the record of a response, with those inside of it. */
export function addKnownRecord(known: Pick<KnownRecords, 'ids' | 'slugs'>, kind: TestRecordKind, body: Json): void {
  const { ids, slugs } = known
  if (typeof body?.id !== 'number') return
  if (!ids[kind].includes(body.id)) ids[kind].push(body.id)
  if (typeof body.slug === 'string' && body.slug !== '') slugs[kind].push(body.slug)
  if (slugs[kind].length > MOST_SLUGS) slugs[kind].splice(0, MOST_SLUGS / 2)
  if (kind !== 'event') return
  if (body.venue?.id) addKnownRecord(known, 'venue', body.venue)
  for (const [one, inside] of [
    ['organizer', body.organizer],
    ['category', body.categories],
    ['tag', body.tags],
  ] as const) {
    for (const part of inside ?? []) addKnownRecord(known, one, part)
  }
}
