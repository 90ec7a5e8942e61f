/** Validates raw input by a table of fields (wire-contract §5, steps 4 to 6, without the lookups of step 5). */

import {
  type Field,
  type Fields,
  type ParseContext,
  type Parsed,
  type ParseResult,
  type Reference,
  valid,
} from './field.ts'
import { createInvalidParams, type FieldError, INVALID_VALUE, NOT_PERMITTED, problem } from './problem.ts'
import type { Viewer } from './user.ts'

export type RawInput = Readonly<Record<string, unknown>>

/** A record that a parameter refers to. */
export interface NamedReference {
  readonly name: string
  readonly reference: Reference
}

/** Parsed values whose references are not yet resolved. */
export interface ParsedInput<F> {
  readonly fields: Fields
  readonly raw: RawInput
  readonly values: Parsed<F>
  readonly errors: ReadonlyMap<string, FieldError>
  readonly references: readonly NamedReference[]
}

export interface ReadOptions {
  /** Without a viewer, `allows` is not checked. */
  readonly viewer?: Viewer
  /** Whether defaults replace omitted values, as in queries but not in writes. */
  readonly withDefaults?: boolean | undefined
  /** Whether invalid values of lenient fields are errors. */
  readonly isStrict?: boolean
  /** Whether invalid values of extensions are ignored. */
  readonly ignoresExtensions?: boolean
  /** Whether empty values of extensions count as omitted, because there is nothing to clear. */
  readonly isCreation?: boolean
  /** Without it, no additional fields are defined. */
  readonly context?: ParseContext
}

/** Parses `raw` by `fields`. Throws for missing parameters at once; collects other errors for `validate`. */
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

/** `undefined` means omitted. */
function readField(field: Field, given: unknown, options: ReadOptions): ParseResult<unknown> {
  const { viewer, withDefaults, isStrict, ignoresExtensions, isCreation, context } = options
  if (given === undefined || (given === null && !field.parsesNull))
    return valid(resolveMissingValue(field, given, withDefaults))
  if (field.isExtension && isCreation && isEmptyInput(given)) return valid(undefined)
  const reading = field.parseInContext && context ? field.parseInContext(given, context) : field.parse(given)
  if ('error' in reading) {
    const isIgnored = (field.isLenient && !isStrict) || (field.isExtension && ignoresExtensions)
    return isIgnored ? valid(resolveMissingValue(field, undefined, withDefaults)) : reading
  }
  return viewer && field.allows?.(reading.value, viewer) === false ? { error: NOT_PERMITTED } : reading
}

const isEmptyInput = (given: unknown): boolean => given === '' || (Array.isArray(given) && given.length === 0)

function resolveMissingValue(field: Field, given: null | undefined, withDefaults: boolean | undefined): unknown {
  if (given === null && field.cleared !== undefined) return field.cleared
  return withDefaults ? (field.default ?? undefined) : undefined
}

/** Throws `rest_missing_callback_param` naming the required fields that the input lacks. */
export function assertRequiredFields(fields: Fields, raw: RawInput): void {
  const names = Object.keys(fields).filter((name) => fields[name]?.required && isMissing(raw, name))
  if (names.length === 0) return
  throw problem('rest_missing_callback_param', { values: { names: names.join(', ') }, data: { params: names } })
}

const isMissing = (raw: RawInput, name: string): boolean =>
  !Object.hasOwn(raw, name) || raw[name] === null || raw[name] === undefined

/**
 * Returns the values, or throws `rest_invalid_param` naming all errors: invalid and unknown values in the order of the
 * fields, then unknown names; type errors, in the order of the input, only without other errors (wire-contract §5).
 */
export function validate<F>(input: ParsedInput<F>, unknown: ReadonlySet<string>): Parsed<F> {
  const invalidValues: Record<string, FieldError> = {}
  for (const name of new Set([...Object.keys(input.fields), ...input.errors.keys()])) {
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
