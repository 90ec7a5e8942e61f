/**
 * Tokens of forms that visitors fill in: signed, so that only this service issues them, valid for a day and for one
 * submission. Programs that send forms without reading them, or at once, are rejected without a question to people.
 */
import { createHmac, timingSafeEqual } from 'node:crypto'
import { toSeconds } from '../../base/time/civil-time.ts'
import type { Services } from '../../calendar/services.ts'
import { digestToken } from '../../calendar/users/session.ts'
import { findSubmissionKey, insertSubmissionKey } from './submission-store.ts'

/** People need longer to fill in the form. */
const MIN_SECONDS = 3
export const MAX_FORM_SECONDS = 24 * 60 * 60

export type FormCheck =
  | { readonly state: 'valid' | 'early'; readonly digest: string }
  /** Expired, forged or missing. */
  | { readonly state: 'invalid' }

export async function createFormToken(services: Services): Promise<string> {
  const claim = `${toSeconds(services.now())}.${services.random(16)}`
  return `${claim}.${sign(await readKey(services), claim)}`
}

/** `digest` identifies the form. */
export async function checkFormToken(services: Services, token: unknown): Promise<FormCheck> {
  const [, claim = '', seconds = '', signature = ''] =
    typeof token === 'string' ? (/^((\d{9,12})\.[0-9a-f]{32})\.([\w-]{43})$/.exec(token) ?? []) : []
  if (claim === '') return { state: 'invalid' }
  const expected = Buffer.from(sign(await readKey(services), claim))
  if (!timingSafeEqual(expected, Buffer.from(signature))) return { state: 'invalid' }
  const age = toSeconds(services.now()) - Number(seconds)
  if (age < 0 || age > MAX_FORM_SECONDS) return { state: 'invalid' }
  return { state: age < MIN_SECONDS ? 'early' : 'valid', digest: digestToken(claim) }
}

const sign = (key: string, claim: string): string => createHmac('sha256', key).update(claim).digest('base64url')

/** All nodes use the key that was stored first. */
async function readKey({ database, random }: Services): Promise<string> {
  const key = await findSubmissionKey(database.read)
  if (key !== undefined) return key
  return database.transaction(async (tx) => {
    await insertSubmissionKey(tx, random(32))
    return (await findSubmissionKey(tx)) ?? ''
  })
}
