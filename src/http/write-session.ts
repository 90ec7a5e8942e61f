/** Writes that are repeated (`Idempotency-Key`), only tried (`dry_run`), or part of one transaction (`POST /batch`). */

import { createFragment } from '../calendar/fragments/json-fragment.ts'
import {
  describeIdempotentRequest,
  findFirstResponse,
  type IdempotentRequest,
  isWithheld,
  saveFirstResponse,
  WITHHELD_RESPONSE,
} from '../calendar/idempotency.ts'
import type { StoredResponse } from '../calendar/idempotency-keys.ts'
import { createRequestTransaction } from '../calendar/request-transaction.ts'
import type { Services } from '../calendar/services.ts'
import { isTrueWord } from '../kernel/field.ts'
import { createInvalidParams, problem } from '../kernel/problem.ts'
import type { RawInput } from '../kernel/validate-input.ts'
import type { TransactionLimit } from '../storage/open-transaction.ts'
import type { BatchRunner } from './endpoint.ts'
import type { EndpointContext, EndpointInput } from './endpoint-stages.ts'
import { createHttpResponse, type HttpResponse } from './response/http-response.ts'

/** The transaction of a write whose response decides whether it is committed. */
export interface WriteSession {
  /** Used by all later stages. */
  readonly services: Services
  readonly headers: Readonly<Record<string, string>>
  /** True if the response is stored, so that nothing has to be executed. */
  readonly isReplay: boolean
  /** Commits or rolls back, and returns the response to send. `status` is that of the endpoint. */
  readonly finish: (response: HttpResponse, status: number) => Promise<HttpResponse>
  /** After an unexpected error. */
  readonly abort: () => Promise<void>
}

/** Undefined for a request whose writes are committed as they happen. */
export async function openWriteSession(
  { services, endpoint, request }: EndpointContext,
  { rawInput, file }: EndpointInput,
): Promise<WriteSession | undefined> {
  const { method, viewer, path, isInTransaction } = request
  const isRead = method === 'GET' || method === 'HEAD'
  const isDryRun = !isRead && (endpoint.isRolledBack === true || parseDryRun(rawInput))
  if (isInTransaction && (isRead || isDryRun || endpoint.isIrreversible)) throw problem('batch_not_atomic')
  if (isDryRun && endpoint.isIrreversible) throw problem('dry_run_unsupported')
  if (isRead || isInTransaction) return undefined
  const isAtomic = endpoint.isBatch && isTrueWord(rawInput['atomic'])
  if (endpoint.isBatch && !isAtomic) return undefined
  const limit = isAtomic ? ATOMIC_BATCH_LIMIT : undefined
  if (isDryRun) return openDryRun(services, limit)
  const isStored = viewer.id !== 0 && !endpoint.isIrreversible && !endpoint.returnsCredentials
  const key = isStored ? parseKey(request.idempotencyKey) : undefined
  if (key === undefined) return isAtomic ? openPlainSession(services, limit) : undefined
  const input = { values: rawInput, file }
  return openIdempotent(services, await describeIdempotentRequest({ key, viewer, method, path, input }), {
    limit,
    hasCredentials: () => request.batch?.hasCredentials() === true,
  })
}

/** Other requests change one record, one series or what refers to a record. */
export const ATOMIC_BATCH_LIMIT: TransactionLimit = { changes: 5000, seconds: 5 }

const FALSE_WORDS: readonly unknown[] = [undefined, null, false, 0, '', '0', 'false', 'no', 'off']

/** Unlike other booleans, an unknown word is an error: a client that wants to try something must not execute it. */
function parseDryRun({ dry_run: raw }: RawInput): boolean {
  if (isTrueWord(raw)) return true
  if (!FALSE_WORDS.includes(raw)) throw createInvalidParams({ dry_run: { kind: 'type', type: 'boolean' } })
  return false
}

export const MAX_IDEMPOTENCY_KEY_LENGTH = 255

function parseKey(key: string | undefined): string | undefined {
  if (key !== undefined && (key.trim() === '' || key.length > MAX_IDEMPOTENCY_KEY_LENGTH))
    throw problem('idempotency_key_invalid')
  return key
}

function openPlainSession(services: Services, limit: TransactionLimit | undefined): WriteSession {
  const transaction = createRequestTransaction(services, { limit })
  return {
    services: transaction.services,
    headers: {},
    isReplay: false,
    finish: async (response, status) => {
      await (status < 400 ? transaction.commit() : transaction.rollback())
      return response
    },
    abort: transaction.rollback,
  }
}

function openDryRun(services: Services, limit: TransactionLimit | undefined): WriteSession {
  const transaction = createRequestTransaction(services, { limit, isDryRun: true })
  return {
    services: transaction.services,
    headers: { 'x-dry-run': 'true' },
    isReplay: false,
    finish: async (response) => {
      await transaction.rollback()
      return response
    },
    abort: transaction.rollback,
  }
}

interface IdempotencyOptions extends Pick<BatchRunner, 'hasCredentials'> {
  readonly limit: TransactionLimit | undefined
}

/**
 * Writers take turns, on all nodes, so a repeated request that begins its transaction finds the response to the first
 * one, whose transaction has stored it.
 */
async function openIdempotent(
  services: Services,
  request: IdempotentRequest,
  { limit, hasCredentials }: IdempotencyOptions,
): Promise<WriteSession> {
  let first = await findFirstResponse(services.database.read, request, services)
  const transaction = createRequestTransaction(services, {
    limit,
    onBegin: async (tx) => {
      first = await findFirstResponse(tx, request, services)
      if (first) throw problem('idempotency_key_in_use', { retryAfter: 1 })
    },
  })
  const complete = async (response: HttpResponse, status: number): Promise<void> => {
    // A write that failed has changed nothing, so a repeated request is executed.
    if (status >= 400) return transaction.rollback()
    const stored = hasCredentials() ? WITHHELD_RESPONSE : toStoredResponse(response)
    if (stored) await saveFirstResponse(transaction.services, request, stored)
    return transaction.commit()
  }
  return {
    services: transaction.services,
    headers: {},
    isReplay: first !== undefined,
    finish: async (response, status) => {
      try {
        if (!first) await complete(response, status)
      } catch (error) {
        if (!first) throw error
      }
      if (!first) return response
      await transaction.rollback()
      return createReplay(first)
    },
    abort: transaction.rollback,
  }
}

function toStoredResponse({ status, headers: list, identity: { body } }: HttpResponse): StoredResponse | undefined {
  if (!Buffer.isBuffer(body)) return undefined
  const headers: Record<string, string> = {}
  for (let index = 0; index < list.length; index += 2) headers[list[index] ?? ''] = list[index + 1] ?? ''
  return { status, headers, body: body.toString('utf8') }
}

function createReplay(first: StoredResponse): HttpResponse {
  if (isWithheld(first)) throw problem('idempotency_response_not_stored')
  const { status, headers: stored, body } = first
  const { 'content-type': contentType = 'application/json', ...headers } = stored
  return createHttpResponse({
    status,
    headers: { ...headers, 'idempotency-replayed': 'true' },
    contentType,
    body: createFragment(body),
    isRead: false,
  })
}
