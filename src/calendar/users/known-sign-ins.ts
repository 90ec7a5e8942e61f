/**
 * Cache of verified application passwords, because programs sign in with every request. An entry is valid until a user
 * or an application password changes. Entries contain no credentials, only their keyed hash.
 */
import { createHmac } from 'node:crypto'
import { createCountedCache } from '../../base/lru-cache.ts'
import type { Generation } from '../../storage/identity-types.ts'
import type { ProcessServices } from '../services.ts'
import type { SignedInApplication } from './application-sign-in.ts'
import { hasRecentUse } from './use-recorder.ts'

export interface KnownSignIns {
  /** Undefined for credentials that have to be verified, or whose use has to be recorded. */
  readonly find: (credentials: string) => SignedInApplication | undefined
  /** Returns the known sign-in, or else the result of `verify`. */
  readonly findOrVerify: (
    credentials: string,
    verify: () => Promise<SignedInApplication>,
  ) => Promise<SignedInApplication>
}

interface Entry {
  readonly signedIn: SignedInApplication
  /** The newest generation for which the entry is valid. */
  generation: Generation
}

const MAX_ENTRIES = 1000
const KEY_BYTES = 32

export function createKnownSignIns({ database, now, random }: ProcessServices): KnownSignIns {
  const entries = createCountedCache<string, Entry>({ maxEntries: MAX_ENTRIES })
  const secret = random(KEY_BYTES)
  const createKey = (credentials: string): string => createHmac('sha256', secret).update(credentials).digest('base64')

  function isValid(entry: Entry, newest: Generation): boolean {
    if (entry.generation === newest) return true
    // The changes of other processes are not known here.
    const changes = database.ownChanges(entry.generation, newest)
    if (!changes?.every(({ kind }) => kind !== 'user')) return false
    entry.generation = newest
    return true
  }

  function findByKey(key: string): SignedInApplication | undefined {
    const newest = database.generation()
    const entry = newest && entries.get(key)
    if (!entry || !isValid(entry, newest)) return undefined
    return hasRecentUse(entry.signedIn.password, now()) ? entry.signedIn : undefined
  }

  return {
    find: (credentials) => findByKey(createKey(credentials)),
    findOrVerify: async (credentials, verify) => {
      const key = createKey(credentials)
      const known = findByKey(key)
      if (known) return known
      // Read first: a change during the verification makes the entry outdated.
      const generation = database.generation()
      const signedIn = await verify()
      if (generation) entries.set(key, { signedIn, generation })
      return signedIn
    },
  }
}
