/** Problems as the wire shows them: contract 3.1. */
import { type Flaw, Problem, type ProblemFacts, problem } from '../calendar/problem.ts'
import type { Language } from '../text/language.ts'
import { type MessageKey, type Say, sayIn } from '../text/say.ts'

export interface Failure {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: Readonly<Record<string, unknown>>
  readonly isLocalized: true
}

export function presentProblem(failure: Problem, language: Language): Failure {
  const { code, status, facts } = failure
  const say = sayIn(language)
  const message = say(facts.message ?? (`error.${code}` as MessageKey), facts.values)
  const data = { status, ...facts.data, ...(facts.flaws && presentFlaws(facts.flaws, facts.hints, say)) }
  return {
    status,
    headers: facts.retryAfter === undefined ? {} : { 'retry-after': String(facts.retryAfter) },
    body: {
      code,
      message,
      ...(code !== 'rest_callback_invalid' && { data }),
      ...(facts.additional && { additional_data: facts.additional }),
    },
    isLocalized: true,
  }
}

/**
 * `params` maps names to texts, `details` holds the typed failures, a list when there are none. `hints` says what was
 * received and what is allowed.
 */
function presentFlaws(flaws: NonNullable<ProblemFacts['flaws']>, hints: ProblemFacts['hints'], say: Say) {
  const entries = Object.entries(flaws)
  const params = Object.fromEntries(entries.map(([name, flaw]) => [name, flawText(name, flaw, say)]))
  const typed = entries.filter(([, flaw]) => flaw.kind === 'mistyped')
  const details = typed.map(([name, flaw]) => [
    name,
    { code: 'rest_invalid_type', message: flawText(name, flaw, say), data: { param: name } },
  ])
  return { params, details: details.length > 0 ? Object.fromEntries(details) : [], ...presentHints(hints, say) }
}

function presentHints(hints: ProblemFacts['hints'], say: Say) {
  const entries = Object.entries(hints ?? {})
  const texts = entries.map(([name, phrases]) => [name, phrases.map(({ key, values }) => say(key, values)).join(' ')])
  return texts.length > 0 ? { hints: Object.fromEntries(texts) } : {}
}

function flawText(name: string, flaw: Flaw, say: Say): string {
  if (flaw.kind === 'mistyped') return say('error.rest_invalid_type', { name, type: flaw.type })
  return say(flaw.message ?? 'error.invalid_parameter', flaw.values)
}

/** Seconds: disks are not emptied at once. */
const FULL_RETRY = 30
const FULL_DISK: readonly unknown[] = ['ENOSPC', 'EDQUOT']

/** Of files; the database has its own words. */
function isFullDisk(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  return ('code' in error && FULL_DISK.includes(error.code)) || isFullDisk(error.cause)
}

/** Any failure as a problem: what was not foreseen becomes a 500 that tells nothing but the request's id. */
export function asProblem(error: unknown, requestId: string): Problem {
  if (isFullDisk(error)) return Object.assign(problem('storage_full', { retryAfter: FULL_RETRY }), { cause: error })
  if (error instanceof Problem) return error
  if (isOutOfFiles(error)) return problem('overloaded', { retryAfter: RETRY_SECONDS })
  return problem('internal_server_error', { data: { request_id: requestId } })
}

const RETRY_SECONDS = 5

/** The process or the system has as many open files as it may have, which passes. */
const isOutOfFiles = (error: unknown): boolean =>
  error instanceof Error &&
  (('code' in error && (error.code === 'EMFILE' || error.code === 'ENFILE')) || isOutOfFiles(error.cause))
