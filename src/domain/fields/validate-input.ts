/** Raw input through a table of fields: wire-contract §5, steps 4 to 6, without the look-ups of step 5. */

import type { Viewer } from '../model/user.ts'
import { createInvalidParams, type FieldError, INVALID_VALUE, NOT_PERMITTED, problem } from '../problem.ts'
import { type Field, type Fields, type Parsed, type ParseResult, type Reference, valid } from './field.ts'

export type RawInput = Readonly<Record<string, unknown>>

/** Something a parameter says exists. */
export interface NamedReference {
  readonly name: string
  readonly reference: Reference
}

/** Parsed but not yet known to be true: references wait for their look-up. */
export interface ParsedInput<F> {
  readonly fields: Fields
  readonly raw: RawInput
  readonly values: Parsed<F>
  readonly errors: ReadonlyMap<string, FieldError>
  readonly references: readonly NamedReference[]
}

export interface ReadOptions {
  /** Without one, nothing is checked for whether it may be given. */
  readonly viewer?: Viewer
  /** Whether defaults fill in what was not given, as for queries. Creation and update leave it out. */
  readonly withDefaults?: boolean | undefined
  /** Whether invalid values of lenient fields are errors. */
  readonly isStrict?: boolean
}

/** Reads `raw` through `fields`: what is missing is thrown at once, what is bad is kept for `settle`. */
export function parseFields<F extends Fields>(fields: F, raw: RawInput, options: ReadOptions = {}): ParsedInput<F> {
  assertRequiredFields(fields, raw)
  const values: Record<string, unknown> = {}
  const errors = new Map<string, FieldError>()
  const references: NamedReference[] = []
  for (const [name, field] of Object.entries(fields) as [string, Field][]) {
    const rawValue = Object.hasOwn(raw, name) ? raw[name] : undefined
    const reading = readField(field, rawValue, options)
    if ('error' in reading) errors.set(name, reading.error)
    else if (reading.value !== undefined) {
      values[name] = reading.value
      for (const reference of field.references?.(reading.value) ?? []) references.push({ name, reference })
    }
  }
  return { fields, raw, values: values as Parsed<F>, errors, references }
}

/** The value `undefined` stands for none. */
function readField(
  field: Field,
  given: unknown,
  { viewer, withDefaults, isStrict }: ReadOptions,
): ParseResult<unknown> {
  if (given === undefined || given === null) return valid(resolveMissingValue(field, given, withDefaults))
  const reading = field.parse(given)
  if ('error' in reading)
    return field.isLenient && !isStrict ? valid(resolveMissingValue(field, undefined, withDefaults)) : reading
  return viewer && field.allows?.(reading.value, viewer) === false ? { error: NOT_PERMITTED } : reading
}

function resolveMissingValue(field: Field, given: null | undefined, withDefaults: boolean | undefined): unknown {
  if (given === null && field.cleared !== undefined) return field.cleared
  return withDefaults ? (field.default ?? undefined) : undefined
}

/** Throws `rest_missing_callback_param` naming what the table requires and the input lacks. */
export function assertRequiredFields(fields: Fields, raw: RawInput): void {
  const names = Object.keys(fields).filter((name) => fields[name]?.required && isMissing(raw, name))
  if (names.length === 0) return
  throw problem('rest_missing_callback_param', { values: { names: names.join(', ') }, data: { params: names } })
}

const isMissing = (raw: RawInput, name: string): boolean =>
  !Object.hasOwn(raw, name) || raw[name] === null || raw[name] === undefined

/**
 * The values, or `rest_invalid_param` naming all that is wrong: bad and unknown values in declared order; values
 * of the wrong type, in the order they were given, only when there is no other fault (wire-contract §5).
 */
export function validate<F>(input: ParsedInput<F>, unknown: ReadonlySet<string>): Parsed<F> {
  const invalidValues: Record<string, FieldError> = {}
  for (const name of Object.keys(input.fields)) {
    const error = input.errors.get(name)
    if (error?.kind === 'invalid') invalidValues[name] = error
    else if (unknown.has(name)) invalidValues[name] = INVALID_VALUE
  }
  if (Object.keys(invalidValues).length > 0) throw createInvalidParams(invalidValues)
  if (input.errors.size > 0) throw createInvalidParams(findTypeErrors(input))
  return input.values
}

function findTypeErrors<F>({ raw, errors }: ParsedInput<F>): Record<string, FieldError> {
  const typeErrors: Record<string, FieldError> = {}
  for (const name of Object.keys(raw)) {
    const error = errors.get(name)
    if (error) typeErrors[name] = error
  }
  return typeErrors
}
