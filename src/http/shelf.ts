/**
 * Whole answers to callers without credentials, ready to go out. Each is good until anything is written, or until the
 * moment at which the same question would mean something else. What is asked for once, as by those who walk through all
 * pages, is not kept: it would only push out what is asked for often.
 */
import { LRUCache } from 'lru-cache'
import type { Generation } from '../actions/services.ts'
import type { DateTime } from '../text/dates.ts'
import type { Language } from '../text/language.ts'
import { type Prepared, weightOf } from './prepared.ts'

interface Kept {
  readonly prepared: Prepared
  readonly generation: Generation
  /** First and last second for which it is true, UTC. */
  readonly from: DateTime
  readonly until: DateTime
}

/** An answer, and the last second for which it is true; without one it is not kept. */
export interface Made {
  readonly prepared: Prepared
  readonly until: DateTime | undefined
}

export interface Shelf {
  /** What lies ready for an address, just as it was asked for. */
  readonly at: (address: string) => Prepared | undefined
  /** The answer of this key: kept, being made for somebody else at this moment, or made now. */
  readonly share: (question: Question, make: () => Promise<Made>) => Promise<Prepared>
}

export interface Question {
  /** Just as it was asked. */
  readonly address: string
  /** The same for all who are answered alike. */
  readonly key: string
  /** Of the caller. What fails says so in it, though success may be the same in any. */
  readonly language: Language
}

export interface ShelfFacts {
  /** Most it may weigh; with 0 nothing is kept. */
  readonly bytes: number
  readonly now: () => DateTime
  /** The newest state; undefined while that is not known. */
  readonly generation: () => Generation | undefined
}

/** What the addresses may weigh that were seen to mean a key; several may mean the same, and callers make them up. */
const ADDRESS_BYTES = 4_000_000
/** What an entry takes beside its texts, roughly. */
const ENTRY_BYTES = 200

export function createShelf({ bytes, now, generation }: ShelfFacts): Shelf {
  const answers = new LRUCache<string, Kept>({ maxSize: Math.max(bytes, 1) })
  const keys = new LRUCache<string, string>({
    maxSize: ADDRESS_BYTES,
    sizeCalculation: (key, address) => key.length + address.length + ENTRY_BYTES,
  })
  const flights = new Map<string, Promise<Prepared>>()

  function fresh(key: string, newest: Generation | undefined): Prepared | undefined {
    const kept = answers.get(key)
    if (!kept || newest === undefined || kept.generation !== newest) return undefined
    const moment = now()
    return kept.from <= moment && moment <= kept.until ? kept.prepared : undefined
  }

  async function take(
    key: string,
    { newest, isAskedAgain }: { newest: Generation; isAskedAgain: boolean },
    make: () => Promise<Made>,
  ): Promise<Prepared> {
    const from = now()
    const { prepared, until } = await make()
    if (until !== undefined && isAskedAgain && bytes > 0) {
      answers.set(key, { prepared, generation: newest, from, until }, { size: weightOf(prepared) })
    }
    return prepared
  }

  return {
    at: (address) => {
      const key = keys.get(address)
      return key === undefined ? undefined : fresh(key, generation())
    },
    share: async ({ address, key, language }, make) => {
      const newest = generation()
      if (newest === undefined) return (await make()).prepared
      const isAskedAgain = keys.has(address)
      keys.set(address, key)
      const kept = fresh(key, newest)
      if (kept) return kept
      const flight = `${newest.epoch} ${newest.seq} ${now()} ${language} ${key}`
      const made =
        flights.get(flight) ?? take(key, { newest, isAskedAgain }, make).finally(() => flights.delete(flight))
      flights.set(flight, made)
      return made
    },
  }
}
