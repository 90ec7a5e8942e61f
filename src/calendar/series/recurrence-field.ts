import { defineEnumField, defineExtension, type ParseResult } from '../../kernel/field.ts'
import { parseRecurrence, type RecurrenceInput } from './recurrence.ts'

/** `{rrule, rdate, exdate}`, or a text with an RRULE and optional RDATE and EXDATE lines. */
export const recurrenceField = defineExtension({
  describe: 'event.recurrence',
  expects: { key: 'hint.recurrence' },
  parse: (raw: unknown): ParseResult<RecurrenceInput> => parseRecurrence(raw),
})

/** Occurrences that a write of one occurrence changes. */
export const SCOPES = ['this', 'following', 'all'] as const
export type Scope = (typeof SCOPES)[number]

export const scopeField = { ...defineEnumField(SCOPES, 'event.scope'), default: 'this' } as const
