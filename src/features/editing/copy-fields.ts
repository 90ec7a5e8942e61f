/** Parameters of `POST /events/copy`: which events, by how many days, and the status of the copies. */

import { defineDaysField } from '../../calendar/events/relative-fields.ts'
import { defineWallTimeField } from '../../kernel/common-fields.ts'
import { defineBooleanField, defineEnumField, type Parsed, positives } from '../../kernel/field.ts'

const COPY_STATUSES = ['draft', 'pending', 'publish'] as const

export const copyFields = {
  start_date: defineWallTimeField('copy.start_date'),
  end_date: defineWallTimeField('copy.end_date'),
  include: positives('copy.include'),
  exclude: positives('copy.exclude'),
  days: { ...defineDaysField('copy.days'), required: true },
  status: defineEnumField(COPY_STATUSES, 'copy.status'),
  occurrences: defineBooleanField('copy.occurrences'),
} as const

export type CopyInput = Parsed<typeof copyFields>
