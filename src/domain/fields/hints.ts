/** Hints of errors: what was received for each invalid parameter, and what is allowed. */
import type { Phrase } from '../../i18n/translate.ts'
import { type FieldError, Problem, problem } from '../problem.ts'
import type { Field, Fields } from './field.ts'
import type { RawInput } from './validate-input.ts'

/** Characters of a received value that are repeated. */
const LONGEST = 80
/** Elements of a received list that are repeated. */
const MOST_ELEMENTS = 5

/** The error with a hint for each parameter of the table that it names; other errors as they are. */
export function withHints(error: unknown, fields: Fields, raw: RawInput): unknown {
  if (!(error instanceof Problem) || !error.details.fieldErrors) return error
  const hints = Object.entries(error.details.fieldErrors).flatMap(([name, flaw]) => {
    const field = fields[name]
    return field ? [[name, hintFor(field, flaw, Object.hasOwn(raw, name) ? raw[name] : undefined)] as const] : []
  })
  return problem(error.code, { ...error.details, hints: Object.fromEntries(hints) })
}

function hintFor(field: Field, flaw: FieldError, given: unknown): readonly Phrase[] {
  const received = field.isSecret ? undefined : describeReceived(given)
  return [...(received ? [received] : []), describeAllowed(field, flaw)]
}

/** The reason, where the error has one of its own; else what the field expects. */
function describeAllowed(field: Field, flaw: FieldError): Phrase {
  if (flaw.kind === 'type') return field.expects
  if (flaw.hint) return flaw.hint
  return flaw.message ? { key: flaw.message, ...(flaw.values && { values: flaw.values }) } : field.expects
}

/** Objects are not repeated: they may hold passwords. */
function describeReceived(given: unknown): Phrase | undefined {
  if (given === undefined) return undefined
  if (Array.isArray(given)) return describeList(given)
  if (typeof given === 'object' && given !== null) return { key: 'hint.received_object' }
  return { key: 'hint.received', values: { value: quote(given) } }
}

function describeList(given: readonly unknown[]): Phrase {
  if (given.some((element) => typeof element === 'object' && element !== null)) return { key: 'hint.received_list' }
  const elements = given.slice(0, MOST_ELEMENTS).map(quote)
  const rest = given.length > MOST_ELEMENTS ? ['…'] : []
  return { key: 'hint.received', values: { value: `[${[...elements, ...rest].join(', ')}]` } }
}

/** As JSON, so that quotes and control characters are told apart from the sentence. */
function quote(given: unknown): string {
  if (typeof given !== 'string') return JSON.stringify(given)
  const characters = Array.from(given.slice(0, 4 * LONGEST).toWellFormed())
  const shown = characters.slice(0, LONGEST).join('')
  return JSON.stringify(characters.length > LONGEST ? `${shown}…` : shown)
}
