/** The fields of an event in the form in which writes accept them, for editing. */
import { toWallTimes } from '../../calendar/events/apply-offers.ts'
import { findRelations } from '../../calendar/fragments/render-rows.ts'
import { recordPostFields, recordRelations } from '../../calendar/posts/recorded-fields.ts'
import { findTermsOfEvent } from '../../calendar/terms/term-store.ts'
import type { RecordedFields } from '../../kernel/change-record.ts'
import { type CustomFields, selectCustomValues } from '../../kernel/custom-field.ts'
import type { Event } from '../../kernel/post.ts'
import type { Reader } from '../../storage/types.ts'

/** Texts are as stored, dates of offers are wall times of the event. Links and terms are IDs. The password cannot be read, as only its digest is stored. */
export async function readEventInput(db: Reader, event: Event, customFields: CustomFields): Promise<RecordedFields> {
  const { post_password: digest, series: _series, custom_fields: _values, ...fields } = recordPostFields('event', event)
  const values = selectCustomValues('event', event.custom_fields, customFields)
  const { venues, organizers } = (await findRelations(db, [event.id]))(event.id)
  const terms = await findTermsOfEvent(db, event.id)
  const selectTerms = (taxonomy: string) => terms.filter((term) => term.taxonomy === taxonomy).map(({ id }) => id)
  return {
    id: event.id,
    ...fields,
    ...(Object.keys(values).length > 0 && { custom_fields: values }),
    image: event.image === 0 ? null : event.image,
    tickets: event.tickets.map((offer) => ({ ...toWallTimes(offer, event.timezone) })),
    ...recordRelations({ venues, organizers, categories: selectTerms('category'), tags: selectTerms('tag') }),
    has_password: digest !== '',
    series:
      event.series_id === 0 ? null : { id: event.series_id, date: event.series_date, is_edited: event.series_edited },
  }
}
