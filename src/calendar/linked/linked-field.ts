/** `venue` and `organizer` of an event: ids, data of new records, or lists of both (wire-contract §9.5, Q29). */
import type { MessageKey } from '../../base/i18n/messages/catalog.ts'
import { isRecord } from '../../base/is-record.ts'
import {
  type Field,
  type Fields,
  invalid,
  type ParseContext,
  type ParseResult,
  type Reference,
  toPositiveInteger,
  valid,
} from '../../kernel/field.ts'
import { Problem } from '../../kernel/problem.ts'
import type { Viewer } from '../../kernel/user.ts'
import { parseFields } from '../../kernel/validate-input.ts'

/** An existing record to link, or the fields of a new one. */
export type LinkInput<Values> = { readonly id: number } | { readonly create: Values }

/** Maximum links; each costs queries. */
export const MAX_LINKS = 500
/** Maximum new records; each takes a dozen statements. */
export const MAX_NEW_LINKS = 100

interface LinkedFieldOptions {
  readonly kind: 'venue' | 'organizer'
  /** Field with the name of the record; an object that contains it describes a new record. */
  readonly fields: Fields
  readonly describe: MessageKey
}

const isEmptyValue = (raw: unknown): boolean =>
  raw === '' ||
  raw === 0 ||
  raw === '0' ||
  raw === false ||
  (typeof raw === 'object' && Object.keys(raw ?? {}).length === 0)

/**
 * The reference reads an object for `organizer` as a list of its values, and an empty list as none (wire-contract
 * §9.5).
 */
const isNoOrganizer = ({ kind }: LinkedFieldOptions, raw: unknown): boolean =>
  kind === 'organizer' && isRecord(raw) && Object.values(raw).every((value) => value === '')

function parseLink(
  { kind, fields }: LinkedFieldOptions,
  raw: unknown,
  context: ParseContext | undefined,
): LinkInput<never> | undefined {
  const id = toPositiveInteger(isRecord(raw) && raw['id'] !== undefined ? raw['id'] : raw)
  if (id !== undefined) return { id }
  return isRecord(raw) ? parseNewRecord({ kind, fields }, raw, context) : undefined
}

/**
 * A blank name passes: creating the record then fails with its own code. An organizer with an empty name is invalid. Both as in
 * the reference.
 */
function parseNewRecord(
  { kind: name, fields }: Pick<LinkedFieldOptions, 'kind' | 'fields'>,
  raw: Record<string, unknown>,
  context: ParseContext | undefined,
): LinkInput<never> | undefined {
  const text = raw[name]
  const isBlank = typeof text === 'string' && text.trim() === '' && (text !== '' || name === 'venue')
  try {
    const input = parseFields(fields, isBlank ? { ...raw, [name]: ' ' } : raw, context && { context })
    return input.errors.size > 0 ? undefined : { create: input.values as never }
  } catch (error) {
    if (error instanceof Problem) return undefined
    throw error
  }
}

/** A JSON list, a CSV of ids, indexed form fields (already a list), or a single value. */
function splitLinks(raw: unknown): unknown[] {
  if (Array.isArray(raw)) return raw
  if (typeof raw === 'string' && raw.includes(',')) return raw.split(',').filter((part) => part.trim() !== '')
  return [raw]
}

/** Defines the field. Its value contains the links in order, without duplicates. */
export function defineLinkedField<Values>(options: LinkedFieldOptions) {
  const parse = (raw: unknown, context?: ParseContext): ParseResult<readonly LinkInput<Values>[]> => {
    if (isEmptyValue(raw) || isNoOrganizer(options, raw)) return valid([])
    const results = splitLinks(raw).map((element) => parseLink(options, element, context))
    const links = results.flatMap((one) => (one ? [one as LinkInput<Values>] : []))
    const created = links.filter((link) => 'create' in link).length
    const isTooLong = links.length > MAX_LINKS || created > MAX_NEW_LINKS
    return links.length < results.length || isTooLong ? invalid : valid(removeDuplicateLinks(links))
  }
  return {
    items: 'integer',
    default: null,
    describe: options.describe,
    expects: { key: `hint.${options.kind}_links` },
    cleared: [] as readonly LinkInput<Values>[],
    parse: (raw: unknown) => parse(raw),
    parseInContext: parse,
    references: (links: readonly LinkInput<Values>[]): Reference[] => {
      const ids = links.flatMap((link) => ('id' in link ? [link.id] : []))
      const nestedReferences = findNewRecordFields(options.fields, links).flatMap(
        ({ field, value }) => field.references?.(value) ?? [],
      )
      return [...(ids.length > 0 ? [{ kind: options.kind, ids } as const] : []), ...nestedReferences]
    },
    allows: (links: readonly LinkInput<Values>[], viewer: Viewer): boolean =>
      findNewRecordFields(options.fields, links).every(({ field, value }) => field.allows?.(value, viewer) !== false),
  } as const
}

/** Fields of the records to create, with their values. */
function findNewRecordFields(fields: Fields, links: readonly LinkInput<unknown>[]): { field: Field; value: unknown }[] {
  return links.flatMap((link) => {
    const values = 'create' in link && isRecord(link.create) ? link.create : {}
    return Object.entries(values).flatMap(([name, value]) => {
      const field = fields[name]
      return field ? [{ field, value }] : []
    })
  })
}

function removeDuplicateLinks<Values>(links: readonly LinkInput<Values>[]): readonly LinkInput<Values>[] {
  const seen = new Set<number>()
  return links.filter((link) => 'create' in link || (!seen.has(link.id) && seen.add(link.id)))
}
