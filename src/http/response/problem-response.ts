/** JSON of problems (wire-contract §3.1). */

import type { Language } from '../../base/i18n/language.ts'
import type { MessageKey } from '../../base/i18n/messages/catalog.ts'
import { createTranslator, type Translate } from '../../base/i18n/translate.ts'
import { formatFieldError } from '../../kernel/field-error-text.ts'
import { Problem, type ProblemDetails, problem } from '../../kernel/problem.ts'

export interface ProblemResponse {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: Readonly<Record<string, unknown>>
  readonly isLocalized: true
}

export function presentProblem(failure: Problem, language: Language): ProblemResponse {
  const { code, status, details } = failure
  const translate = createTranslator(language)
  const message = translate(details.message ?? (`error.${code}` as MessageKey), details.values)
  const data = {
    status,
    ...details.data,
    ...(details.fieldErrors && presentFieldErrors(details.fieldErrors, details.hints, translate)),
  }
  return {
    status,
    headers: details.retryAfter === undefined ? {} : { 'retry-after': String(details.retryAfter) },
    body: {
      code,
      message,
      ...(code !== 'rest_callback_invalid' && { data }),
      ...(details.additional && { additional_data: details.additional }),
    },
    isLocalized: true,
  }
}

/**
 * `params` maps names to messages. `details` contains the type errors; it is an empty list without any. `hints` states
 * the received and the allowed values.
 */
function presentFieldErrors(
  fieldErrors: NonNullable<ProblemDetails['fieldErrors']>,
  hints: ProblemDetails['hints'],
  translate: Translate,
) {
  const entries = Object.entries(fieldErrors)
  const params = Object.fromEntries(
    entries.map(([name, fieldError]) => [name, formatFieldError(name, fieldError, translate)]),
  )
  const typed = entries.filter(([, fieldError]) => fieldError.kind === 'type')
  const details = typed.map(([name, fieldError]) => [
    name,
    { code: 'rest_invalid_type', message: formatFieldError(name, fieldError, translate), data: { param: name } },
  ])
  return { params, details: details.length > 0 ? Object.fromEntries(details) : [], ...presentHints(hints, translate) }
}

function presentHints(hints: ProblemDetails['hints'], translate: Translate) {
  const entries = Object.entries(hints ?? {})
  const texts = entries.map(([name, phrases]) => [
    name,
    phrases.map(({ key, values }) => translate(key, values)).join(' '),
  ])
  return texts.length > 0 ? { hints: Object.fromEntries(texts) } : {}
}

/** `Retry-After`, in seconds. Freeing disk space takes time. */
const FULL_DISK_RETRY_SECONDS = 30
const FULL_DISK_CODES: readonly unknown[] = ['ENOSPC', 'EDQUOT']

/** For files; the storage layer converts errors of the database. */
function isFullDisk(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  return ('code' in error && FULL_DISK_CODES.includes(error.code)) || isFullDisk(error.cause)
}

/** Unexpected errors become a 500 that contains only the request ID. */
export function toProblem(error: unknown, requestId: string): Problem {
  if (isFullDisk(error))
    return Object.assign(problem('storage_full', { retryAfter: FULL_DISK_RETRY_SECONDS }), { cause: error })
  if (error instanceof Problem) return error
  if (isOutOfFiles(error)) return problem('overloaded', { retryAfter: RETRY_SECONDS })
  return problem('internal_server_error', { data: { request_id: requestId } })
}

const RETRY_SECONDS = 5

/** The limit of open files of the process or the system is reached, which is temporary. */
const isOutOfFiles = (error: unknown): boolean =>
  error instanceof Error &&
  (('code' in error && (error.code === 'EMFILE' || error.code === 'ENFILE')) || isOutOfFiles(error.cause))
