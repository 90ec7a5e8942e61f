/** Validates the fields of a record of another calendar by the field tables of the API. */

import { isRecord } from '../../../base/is-record.ts'
import { readImportedValues } from '../../../calendar/custom-fields/custom-values-field.ts'
import { eventFields } from '../../../calendar/events/event-fields.ts'
import type { LinkedInputByKind } from '../../../calendar/linked/apply-linked-input.ts'
import { organizerFields } from '../../../calendar/linked/organizer-fields.ts'
import { venueFields } from '../../../calendar/linked/venue-fields.ts'
import type { WriteContext } from '../../../calendar/posts/apply-post-input.ts'
import { resolveReferences } from '../../../calendar/posts/resolve-references.ts'
import type { SeriesInput } from '../../../calendar/series/create-series.ts'
import { recurrenceField } from '../../../calendar/series/recurrence-field.ts'
import type { Fields } from '../../../kernel/field.ts'
import { withHints } from '../../../kernel/hints.ts'
import type { PostKind } from '../../../kernel/post.ts'
import { Problem } from '../../../kernel/problem.ts'
import type { Viewer } from '../../../kernel/user.ts'
import { parseFields, type RawInput } from '../../../kernel/validate-input.ts'
import type { Writer } from '../../../storage/types.ts'
import { describeFieldErrors } from './describe-problem.ts'

export interface ExternalInputByKind extends LinkedInputByKind {
  event: SeriesInput
}

const FIELDS = {
  event: { ...eventFields, recurrence: recurrenceField },
  venue: venueFields,
  organizer: organizerFields,
} as const satisfies Record<PostKind, Fields>

/** Without these, a record would be another one. Other fields are omitted if they are invalid. */
const ESSENTIAL_FIELDS: ReadonlySet<string> = new Set([
  ...['title', 'venue', 'organizer', 'recurrence'],
  ...['start_date', 'end_date', 'timezone', 'all_day'],
])

export interface ValidatedRecord<K extends PostKind> {
  readonly input: ExternalInputByKind[K]
  readonly warnings: readonly string[]
}

/** Throws a `Problem` for an invalid essential field. */
export async function validateRecord<K extends PostKind>(
  tx: Writer,
  kind: K,
  raw: RawInput,
  { viewer, customFields }: Pick<WriteContext, 'viewer' | 'customFields'>,
): Promise<ValidatedRecord<K>> {
  const { custom_fields: given, ...fields } = raw
  const custom = readImportedValues(kind, isRecord(given) ? given : {}, customFields)
  const normalized = normalizeLinks(kind, fields)
  const problem = await findInvalidFields(tx, kind, normalized, viewer)
  const names = Object.keys(problem?.details.fieldErrors ?? {})
  const remaining = Object.fromEntries(Object.entries(normalized).filter(([name]) => !names.includes(name)))
  const { args } = await resolveReferences(
    tx,
    { viewer, attempt: undefined },
    parseFields(FIELDS[kind], remaining, { viewer }),
  )
  const warnings = [
    ...(problem ? describeFieldErrors(problem).map((reason) => `${reason} It was omitted.`) : []),
    ...custom.invalidKeys.map((key) => `custom_fields[${key}]: The field or value is invalid. It was omitted.`),
  ]
  const input = Object.keys(custom.values).length === 0 ? args : { ...args, custom_fields: custom.values }
  // The table of fields of the kind determines the type of its values.
  return { input: input as ExternalInputByKind[K], warnings }
}

/** The problem of invalid fields that are not essential; undefined for a valid record. */
async function findInvalidFields(
  tx: Writer,
  kind: PostKind,
  raw: RawInput,
  viewer: Viewer,
): Promise<Problem | undefined> {
  try {
    await resolveReferences(tx, { viewer, attempt: undefined }, parseFields(FIELDS[kind], raw, { viewer }))
    return undefined
  } catch (error) {
    const problem = withHints(error, FIELDS[kind], raw)
    const names = problem instanceof Problem ? Object.keys(problem.details.fieldErrors ?? {}) : []
    const isEssential = names.length === 0 || names.some((name) => ESSENTIAL_FIELDS.has(name))
    if (isEssential || !(problem instanceof Problem)) throw problem
    return problem
  }
}

/** Names of venues and organizers become records with a name. */
function normalizeLinks(kind: PostKind, raw: RawInput): RawInput {
  if (kind !== 'event') return raw
  return {
    ...raw,
    ...(raw['venue'] !== undefined && { venue: normalizeLink('venue', raw['venue']) }),
    ...(raw['organizer'] !== undefined && { organizer: normalizeLink('organizer', raw['organizer']) }),
  }
}

function normalizeLink(kind: 'venue' | 'organizer', value: unknown): unknown {
  if (Array.isArray(value)) return value.map((element: unknown) => normalizeLink(kind, element))
  return typeof value === 'string' && value.trim() !== '' ? { [kind]: value.trim() } : value
}
