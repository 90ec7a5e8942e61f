/**
 * Second factor of the sign-in with an account password: codes of an authenticator app (TOTP, RFC 6238), and recovery
 * codes for the loss of the device. A code is valid once. The secret is returned only when it is created.
 */
import { Secret, TOTP } from 'otpauth'
import { toSeconds } from '../../base/time/civil-time.ts'
import type { DateTime } from '../../base/time/date-time.ts'
import type { ProcessServices, Services } from '../../calendar/services.ts'
import type { AccountAttempt, SignedInAccount } from '../../calendar/users/account-sign-in.ts'
import { createAttemptLimiter, createLimitKey, WINDOW_POLICY } from '../../calendar/users/attempt-limiter.ts'
import { generateSecret } from '../../calendar/users/generate-secret.ts'
import {
  countRecoveryCodes,
  deleteSecondFactors,
  findTotp,
  insertRecoveryCodes,
  insertTotp,
  useRecoveryCode,
  useTotpStep,
} from '../../calendar/users/second-factor-store.ts'
import { digestToken } from '../../calendar/users/session.ts'
import type { SignIns } from '../../calendar/users/sign-in.ts'
import { findUserById } from '../../calendar/users/user-store.ts'
import type { HistoryAction } from '../../kernel/change-record.ts'
import { createInvalidParams, problem } from '../../kernel/problem.ts'
import { recordChange } from '../../storage/change-log/change-log.ts'
import type { Writer } from '../../storage/types.ts'

const STEP_SECONDS = 30
/** Steps before and after the current one whose codes are valid, because clocks differ. */
const WINDOW = 1
/** 160 bits, the length that RFC 4226 recommends. */
const SECRET_BYTES = 20
const RECOVERY_CODES = 10
const RECOVERY_CODE_LENGTH = 16
/** Wrong codes for a user in 15 minutes. Only a client with the right password can cause them. */
export const MAX_WRONG_CODES = 10

const createTotp = (secret: Secret | string, label = '', issuer = ''): TOTP =>
  new TOTP({ secret, label, issuer, algorithm: 'SHA1', digits: 6, period: STEP_SECONDS })

/** The time step of a valid code. `now` is Unix time. */
function findStep(secret: string, code: string, now: number): number | undefined {
  const delta = createTotp(secret).validate({ token: code, timestamp: now * 1000, window: WINDOW })
  return delta === null ? undefined : Math.floor(now / STEP_SECONDS) + delta
}

/** Users type codes with blanks and dashes. */
const cleanCode = (code: string): string => code.replace(/[^a-z0-9]/gi, '')

const createWrongCodeProblem = () =>
  createInvalidParams({ code: { kind: 'invalid', message: 'error.second_factor_wrong' } })

export interface SecondFactorStatus {
  readonly hasTotp: boolean
  readonly recoveryCodes: number
}

export async function findSecondFactors({ database }: Services, userId: number): Promise<SecondFactorStatus> {
  const totp = await findTotp(database.read, userId)
  return { hasTotp: totp?.is_confirmed === 1, recoveryCodes: await countRecoveryCodes(database.read, userId) }
}

export interface NewTotp {
  /** Base32, for typing. */
  readonly secret: string
  /** `otpauth:` URL, for QR codes. */
  readonly url: string
}

/** Creates a secret, which is in force once it is confirmed. Throws `totp_enabled` if another one is. */
export async function createTotpSecret(services: Services, userId: number): Promise<NewTotp> {
  const { database, random, site } = services
  const secret = Secret.fromHex(random(SECRET_BYTES))
  const login = await database.transaction(async (tx) => {
    const user = await findUserById(tx, userId)
    if (!user) throw problem('rest_user_invalid_id')
    if ((await findTotp(tx, userId))?.is_confirmed === 1) throw problem('totp_enabled')
    await insertTotp(tx, { user_id: userId, secret: secret.base32, last_step: 0, is_confirmed: 0 })
    return user.login
  })
  return { secret: secret.base32, url: createTotp(secret, login, site.name).toString() }
}

/** Puts the created secret in force, and returns recovery codes. Throws `rest_invalid_param` for a wrong code. */
export function confirmTotp(services: Services, userId: number, code: string): Promise<readonly string[]> {
  const { database, now, random } = services
  return database.transaction(async (tx) => {
    const totp = await findTotp(tx, userId)
    if (totp?.is_confirmed === 1) throw problem('totp_enabled')
    const step = totp && findStep(totp.secret, cleanCode(code), toSeconds(now()))
    if (step === undefined || !(await useTotpStep(tx, userId, step))) throw createWrongCodeProblem()
    const codes = Array.from({ length: RECOVERY_CODES }, () => generateSecret(random, RECOVERY_CODE_LENGTH))
    await insertRecoveryCodes(tx, userId, codes.map(digestToken))
    await recordFactorChange(tx, userId, 'add-second-factor', now())
    return codes
  })
}

const recordFactorChange = (tx: Writer, id: number, action: HistoryAction, at: DateTime): Promise<number> =>
  recordChange(tx, { kind: 'user', id, op: 'update', at, action, fields: {} })

/** Also deletes the recovery codes. */
export async function removeSecondFactors({ database, now }: Services, userId: number): Promise<void> {
  await database.transaction(async (tx) => {
    await deleteSecondFactors(tx, userId)
    await recordFactorChange(tx, userId, 'remove-second-factor', now())
  })
}

async function redeemCode(tx: Writer, { now }: ProcessServices, userId: number, code: string): Promise<boolean> {
  const totp = await findTotp(tx, userId)
  const step = totp && findStep(totp.secret, code, toSeconds(now()))
  if (step !== undefined) return useTotpStep(tx, userId, step)
  return useRecoveryCode(tx, userId, digestToken(code))
}

export interface PasswordSignIn extends AccountAttempt {
  /** Code of the authenticator app, or a recovery code. */
  readonly code: string | undefined
}

/**
 * Sign-in with the account password, and a code if the user has a second factor. Throws like `SignIns.account`, and
 * `second_factor_required` or `second_factor_wrong`.
 */
export function createPasswordSignIn(services: ProcessServices, { account }: SignIns, maxFailures: number) {
  const limiter = createAttemptLimiter(services, WINDOW_POLICY)
  return async ({ code, ...attempt }: PasswordSignIn): Promise<SignedInAccount> => {
    const signedIn = await account(attempt)
    const { id } = signedIn.user
    const totp = await findTotp(services.database.read, id)
    if (totp?.is_confirmed !== 1) return signedIn
    const cleaned = cleanCode(code ?? '')
    if (cleaned === '') throw problem('second_factor_required')
    const key = createLimitKey(`second factor user ${id}`)
    const { wait, counted } = await limiter.countAttempt(
      maxFailures === 0 ? [] : [{ key, maxFailures: MAX_WRONG_CODES }],
    )
    if (wait > 0) throw problem('too_many_sign_ins', { retryAfter: wait })
    const isRight = await services.database.transaction((tx) => redeemCode(tx, services, id, cleaned))
    if (!isRight) throw problem('second_factor_wrong')
    await limiter.refundAttempt(counted)
    return signedIn
  }
}
