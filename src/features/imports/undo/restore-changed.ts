/** Restores the values that a record had before an import has changed it. */
import { eventFields } from '../../../calendar/events/event-fields.ts'
import { writeEvent } from '../../../calendar/events/write-event.ts'
import { editMedia } from '../../../calendar/images/edit-media.ts'
import { mediaFields } from '../../../calendar/images/image-fields.ts'
import { organizerFields } from '../../../calendar/linked/organizer-fields.ts'
import { venueFields } from '../../../calendar/linked/venue-fields.ts'
import { updateLinked } from '../../../calendar/linked/write-linked.ts'
import { resolveReferences } from '../../../calendar/posts/resolve-references.ts'
import { editSeries } from '../../../calendar/series/edit-series.ts'
import { recurrenceField } from '../../../calendar/series/recurrence-field.ts'
import { categoryFields, tagFields } from '../../../calendar/terms/term-fields.ts'
import { changeTerm } from '../../../calendar/terms/write-terms.ts'
import { createWriteContext } from '../../../calendar/write-context.ts'
import { type Fields, makeOptional } from '../../../kernel/field.ts'
import { parseFields } from '../../../kernel/validate-input.ts'
import { findFieldsAfter } from '../../history/restore-revision.ts'
import { createRestoredInput } from '../../history/restored-input.ts'
import type { CurrentRecord } from './find-record.ts'
import type { UndoKind, UndoTransaction } from './undo-scope.ts'

const FIELDS: Readonly<Record<UndoKind, Fields>> = {
  event: makeOptional<Fields>(eventFields),
  series: { ...makeOptional<Fields>(eventFields), recurrence: recurrenceField },
  venue: makeOptional<Fields>(venueFields),
  organizer: makeOptional<Fields>(organizerFields),
  media: makeOptional<Fields>(mediaFields),
  category: makeOptional<Fields>(categoryFields),
  tag: makeOptional<Fields>(tagFields),
}

/** Returns the names of the restored fields. Throws a `Problem` if a value is not valid any more. */
export async function restoreChanged(
  scope: UndoTransaction,
  current: CurrentRecord,
  firstEntry: number,
): Promise<readonly string[]> {
  const { tx, viewer } = scope
  const { kind, record, fields } = current
  const before = await findFieldsAfter(tx, { kind, id: record.id, entry: firstEntry - 1 }, fields)
  const raw = createRestoredInput(before, fields, { fields: FIELDS[kind] })
  if (Object.keys(raw).length === 0) return []
  const parsed = parseFields(FIELDS[kind], raw, {
    viewer,
    context: { customFields: scope.services.site.customFields, ignoresInvalid: true },
  })
  const { args } = await resolveReferences(tx, { viewer, attempt: undefined }, parsed)
  await writeInput(scope, current, args)
  return Object.keys(raw)
}

/** The table of fields of the kind determines the type of the input. */
async function writeInput(
  { tx, services, viewer }: UndoTransaction,
  current: CurrentRecord,
  input: object,
): Promise<void> {
  const context = createWriteContext(services, viewer)
  const { kind, record } = current
  if (kind === 'event') await writeEvent(tx, record, input, context)
  else if (kind === 'venue') await updateLinked(tx, { kind, current: record }, input, context)
  else if (kind === 'organizer') await updateLinked(tx, { kind, current: record }, input, context)
  else if (kind === 'series') await editSeries(tx, record, input, { context, horizon: services.site.seriesHorizon })
  else if (kind === 'media') await editMedia(services, { viewer, precondition: undefined }, record, input)
  else await changeTerm(services, record, input, undefined)
}
