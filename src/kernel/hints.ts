/** Hints of errors: the received and the allowed value of each invalid parameter. */
import type { Phrase } from '../base/i18n/translate.ts'
import type { Field, Fields } from './field.ts'
import { type FieldError, Problem, problem } from './problem.ts'
import type { RawInput } from './validate-input.ts'

/** Maximum characters of a received value in a hint. */
const LONGEST = 80
/** Maximum elements of a received list in a hint. */
const MOST_ELEMENTS = 5

/** Adds a hint to the error for each invalid parameter that `fields` contains; other errors are returned unchanged. */
export function withHints(error: unknown, fields: Fields, raw: RawInput): unknown {
  if (!(error instanceof Problem) || !error.details.fieldErrors) return error
  const hints = Object.entries(error.details.fieldErrors).flatMap(([name, fieldError]) => {
    const field = fields[name]
    return field ? [[name, hintFor(field, fieldError, Object.hasOwn(raw, name) ? raw[name] : undefined)] as const] : []
  })
  return problem(error.code, { ...error.details, hints: Object.fromEntries(hints) })
}

function hintFor(field: Field, fieldError: FieldError, given: unknown): readonly Phrase[] {
  const received = field.isSecret ? undefined : describeReceived(given)
  return [...(received ? [received] : []), describeAllowed(field, fieldError)]
}

/** The specific hint of the error, else the description of the field. */
function describeAllowed(field: Field, fieldError: FieldError): Phrase {
  if (fieldError.kind === 'type') return field.expects
  if (fieldError.hint) return fieldError.hint
  return fieldError.message
    ? { key: fieldError.message, ...(fieldError.values && { values: fieldError.values }) }
    : field.expects
}

/** Objects are omitted: they may contain passwords. */
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

/** As JSON, so that quotes and control characters are escaped. */
function quote(given: unknown): string {
  if (typeof given !== 'string') return JSON.stringify(given)
  const characters = Array.from(given.slice(0, 4 * LONGEST).toWellFormed())
  const shown = characters.slice(0, LONGEST).join('')
  return JSON.stringify(characters.length > LONGEST ? `${shown}…` : shown)
}
