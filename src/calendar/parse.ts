/** Raw input through a table of fields: contract 5, steps 4 to 6, without the look-ups of step 5. */
import { type Field, type Fields, type Mention, ok, type Parsed, type Reading } from './field.ts'
import { type Flaw, INVALID, invalid, NOT_PERMITTED, problem } from './problem.ts'
import type { Viewer } from './user.ts'

export type RawInput = Readonly<Record<string, unknown>>

/** Something a parameter says exists. */
export interface NamedMention {
  readonly name: string
  readonly mention: Mention
}

/** Parsed but not yet known to be true: mentions wait for their look-up. */
export interface Draft<F> {
  readonly fields: Fields
  readonly raw: RawInput
  readonly values: Parsed<F>
  readonly flaws: ReadonlyMap<string, Flaw>
  readonly mentions: readonly NamedMention[]
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
export function readFields<F extends Fields>(fields: F, raw: RawInput, options: ReadOptions = {}): Draft<F> {
  refuseMissing(fields, raw)
  const values: Record<string, unknown> = {}
  const flaws = new Map<string, Flaw>()
  const mentions: NamedMention[] = []
  for (const [name, field] of Object.entries(fields) as [string, Field][]) {
    const given = Object.hasOwn(raw, name) ? raw[name] : undefined
    const reading = readField(field, given, options)
    if ('flaw' in reading) flaws.set(name, reading.flaw)
    else if (reading.value !== undefined) {
      values[name] = reading.value
      for (const mention of field.mentions?.(reading.value) ?? []) mentions.push({ name, mention })
    }
  }
  return { fields, raw, values: values as Parsed<F>, flaws, mentions }
}

/** The value `undefined` stands for none. */
function readField(field: Field, given: unknown, { viewer, withDefaults, isStrict }: ReadOptions): Reading<unknown> {
  if (given === undefined || given === null) return ok(absent(field, given, withDefaults))
  const reading = field.parse(given)
  if ('flaw' in reading) return field.isLenient && !isStrict ? ok(absent(field, undefined, withDefaults)) : reading
  return viewer && field.allows?.(reading.value, viewer) === false ? { flaw: NOT_PERMITTED } : reading
}

function absent(field: Field, given: null | undefined, withDefaults: boolean | undefined): unknown {
  if (given === null && field.cleared !== undefined) return field.cleared
  return withDefaults ? (field.default ?? undefined) : undefined
}

/** Throws `rest_missing_callback_param` naming what the table requires and the input lacks. */
export function refuseMissing(fields: Fields, raw: RawInput): void {
  const names = Object.keys(fields).filter((name) => fields[name]?.required && isMissing(raw, name))
  if (names.length === 0) return
  throw problem('rest_missing_callback_param', { values: { names: names.join(', ') }, data: { params: names } })
}

const isMissing = (raw: RawInput, name: string): boolean =>
  !Object.hasOwn(raw, name) || raw[name] === null || raw[name] === undefined

/**
 * The values, or `rest_invalid_param` naming all that is wrong: bad and unknown values in declared order; values
 * of the wrong type, in the order they were given, only when there is no other fault (contract 5).
 */
export function settle<F>(draft: Draft<F>, unknown: ReadonlySet<string>): Parsed<F> {
  const bad: Record<string, Flaw> = {}
  for (const name of Object.keys(draft.fields)) {
    const flaw = draft.flaws.get(name)
    if (flaw?.kind === 'invalid') bad[name] = flaw
    else if (unknown.has(name)) bad[name] = INVALID
  }
  if (Object.keys(bad).length > 0) throw invalid(bad)
  if (draft.flaws.size > 0) throw invalid(mistypedFlaws(draft))
  return draft.values
}

function mistypedFlaws<F>({ raw, flaws }: Draft<F>): Record<string, Flaw> {
  const mistyped: Record<string, Flaw> = {}
  for (const name of Object.keys(raw)) {
    const flaw = flaws.get(name)
    if (flaw) mistyped[name] = flaw
  }
  return mistyped
}
