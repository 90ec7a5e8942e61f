/** Signing in (contract 4.1), and the limit on failures, which all nodes count together. */
import { timingSafeEqual } from 'node:crypto'
import { hash, verify } from '@node-rs/argon2'
import { Problem, type ProblemCode, problem } from '../calendar/problem.ts'
import type { User } from '../calendar/user.ts'
import { findSigningIn, type SigningIn } from '../storage/users.ts'
import { fold } from '../text/fold.ts'
import { digestOf } from './accounts.ts'
import { createFailures, keyOf } from './failures.ts'
import type { Services } from './services.ts'

export interface Attempt {
  readonly login: string
  readonly password: string
  /** Whence the request came. */
  readonly address: string
}

/**
 * Who it is. Throws the 401 of contract 3.2 for wrong credentials, and 429 with the seconds to wait once an address or
 * an account failed too often, right credentials or not.
 */
export type SignIn = (attempt: Attempt) => Promise<User>

/** Ways to sign in: programs do with application passwords, which are fast to check, people with those of accounts. */
export interface SignIns {
  readonly application: SignIn
  readonly account: SignIn
}

/** `most` failures in windows of 15 minutes, per address and per account; 0 never refuses. */
export function createSignIns(services: Services, most: number): SignIns {
  const failures = createFailures(services, most)
  const by =
    (recognise: Recognise): SignIn =>
    async (attempt) => {
      const keys = keysOf(attempt)
      const known = await findSigningIn(services.database.read, attempt.login, failures.limitOf(keys))
      if (known.full !== null) throw problem('too_many_sign_ins', { retryAfter: failures.waitOf(known.full) })
      try {
        return await recognise(known, attempt)
      } catch (error) {
        if (error instanceof Problem && error.status === 401) await failures.count(keys)
        throw error
      }
    }
  return { application: by(byApplicationPassword), account: inTurn(by(byAccountPassword)) }
}

/**
 * One after another from each address: checking takes so long that many tries of one moment would all begin before any
 * had failed, and so long together that nobody else would have their turn.
 */
function inTurn(signIn: SignIn): SignIn {
  const last = new Map<string, Promise<unknown>>()
  return (attempt) => {
    const { address } = attempt
    const user = (last.get(address) ?? Promise.resolve()).then(() => signIn(attempt))
    const ended = user
      .catch(() => {})
      .then(() => {
        if (last.get(address) === ended) last.delete(address)
      })
    last.set(address, ended)
    return user
  }
}

/** Throws the 401 of contract 3.2. */
type Recognise = (known: SigningIn, attempt: Attempt) => Promise<User>

const keysOf = ({ address, login }: Attempt): string[] => [keyOf(`address ${address}`), keyOf(`account ${fold(login)}`)]

const NO_DIGEST = digestOf('')

async function byApplicationPassword({ user, digests }: SigningIn, attempt: Attempt): Promise<User> {
  const given = Buffer.from(digestOf(attempt.password))
  const matches = [...digests, NO_DIGEST].map((digest) => timingSafeEqual(Buffer.from(digest), given))
  if (!user) throw problem(unknownUser(attempt.login))
  if (!matches.slice(0, digests.length).includes(true)) throw problem('incorrect_password')
  return user
}

/** Of nobody, so that an unknown login takes as long as a known one. */
let nobody: Promise<string> | undefined

async function byAccountPassword({ user, passwordHash }: SigningIn, attempt: Attempt): Promise<User> {
  nobody ??= hash('')
  const isRight = await verify(passwordHash || (await nobody), attempt.password)
  if (!user) throw problem(unknownUser(attempt.login))
  if (!isRight) throw problem('incorrect_password', { message: 'error.wrong_password' })
  return user
}

const unknownUser = (login: string): ProblemCode => (login.includes('@') ? 'invalid_email' : 'invalid_username')
