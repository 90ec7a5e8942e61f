/** What a history has made so far, as far as its answers told. */

import type { PostKind } from '../../src/calendar/post.ts'
import type { Taxonomy } from '../../src/calendar/term.ts'
import type { Random } from '../../src/cli/random.ts'
import type { Json } from '../helper/service.ts'

export type Kind = PostKind | Taxonomy | 'media'

export interface Known {
  readonly ids: Readonly<Record<Kind, number[]>>
  readonly slugs: Readonly<Record<Kind, string[]>>
  /** Numbers of the users. */
  readonly users: readonly number[]
  /** Pictures to be sent, drawn beforehand. */
  readonly pictures: readonly Buffer[]
  /** UTC, milliseconds. */
  now: number
}

export const KINDS = ['event', 'venue', 'organizer', 'category', 'tag', 'media'] as const satisfies readonly Kind[]

const listOfEach = <T>(): Record<Kind, T[]> => ({
  event: [],
  venue: [],
  organizer: [],
  category: [],
  tag: [],
  media: [],
})

export const knowNothing = (facts: Pick<Known, 'users' | 'pictures' | 'now'>): Known => ({
  ids: listOfEach(),
  slugs: listOfEach(),
  ...facts,
})

/** A number of this kind, the young ones more often; now and then one that is none. */
export function idOf(random: Random, { ids }: Known, kind: Kind): number {
  const all = ids[kind]
  if (all.length === 0 || random.chance(0.02)) return random.pick([1, 2, 3, 999_999])
  return random.pick(random.chance(0.5) ? all.slice(-20) : all)
}

export function slugOf(random: Random, { slugs }: Known, kind: Kind): string {
  return slugs[kind].length === 0 || random.chance(0.05) ? 'none' : random.pick(slugs[kind].slice(-50))
}

const MOST_SLUGS = 2000

/** Takes in the record that an answer shows, with those inside of it. */
export function learn(known: Pick<Known, 'ids' | 'slugs'>, kind: Kind, body: Json): void {
  const { ids, slugs } = known
  if (typeof body?.id !== 'number') return
  if (!ids[kind].includes(body.id)) ids[kind].push(body.id)
  if (typeof body.slug === 'string' && body.slug !== '') slugs[kind].push(body.slug)
  if (slugs[kind].length > MOST_SLUGS) slugs[kind].splice(0, MOST_SLUGS / 2)
  if (kind !== 'event') return
  if (body.venue?.id) learn(known, 'venue', body.venue)
  for (const [one, inside] of [
    ['organizer', body.organizer],
    ['category', body.categories],
    ['tag', body.tags],
  ] as const) {
    for (const part of inside ?? []) learn(known, one, part)
  }
}
