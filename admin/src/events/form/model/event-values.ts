/** The values of the form: the fields of an event in the form in which the service accepts and returns them. */

/** An existing record, or the fields of one that is created with the event. */
export type LinkValue = number | NewLink

export interface NewLink {
  readonly venue?: string
  readonly organizer?: string
  readonly address?: string
  readonly zip?: string
  readonly city?: string
  readonly country?: string
  readonly email?: string
  readonly website?: string
}

export interface OfferValue {
  readonly name: string
  readonly price: string
  readonly currency: string
  readonly url: string
  readonly available_from: string
  readonly available_until: string
  readonly availability: string
}

export interface RecurrenceValue {
  readonly rrule: string
  readonly rdate: readonly string[]
  readonly exdate: readonly string[]
}

/** An image as the API shows it. */
export interface ImageValue {
  readonly id: number
  readonly url: string
  readonly alt_text?: string
  readonly sizes?: Readonly<Record<string, { readonly url: string }>>
}

export interface EventValues {
  readonly title: string
  /** Wall times of the event's time zone, `YYYY-MM-DD HH:MM:SS`; empty until they are entered. */
  readonly start_date: string
  readonly end_date: string
  readonly all_day: boolean
  /** Empty for the time zone of the site. */
  readonly timezone: string
  readonly recurrence: RecurrenceValue | null
  readonly venue: readonly LinkValue[]
  readonly organizer: readonly LinkValue[]
  /** False without one. */
  readonly image: ImageValue | false
  /** HTML as stored. */
  readonly description: string
  readonly excerpt: string
  /** IDs, or names of terms that are created with the event. */
  readonly categories: readonly (number | string)[]
  readonly tags: readonly (number | string)[]
  readonly cost: readonly string[]
  readonly tickets: readonly OfferValue[]
  readonly status: string
  /** Publication time, in the time zone of the site; empty for now. */
  readonly date: string
  readonly event_status: string
  readonly event_status_reason: string
  readonly attendance_mode: string
  readonly virtual_url: string
  readonly virtual_url_visibility: string
  readonly website: string
  /** Values of additional fields by key; an empty text removes one. */
  readonly custom_fields: Readonly<Record<string, string | number | boolean>>
  readonly slug: string
  readonly featured: boolean
  readonly sticky: boolean
  readonly hide_from_listings: boolean
  readonly show_map: boolean
  readonly show_map_link: boolean
  /** Sent only if it is changed, because the service stores no password that could be read. */
  readonly post_password?: string
}

export type FieldName = keyof EventValues

/** An event as it was read for editing. */
export interface EventInput extends EventValues {
  readonly id: number
  readonly has_password: boolean
  readonly series: { readonly id: number; readonly date: string; readonly is_edited: boolean } | null
}

export const EMPTY_EVENT: EventValues = {
  ...{ title: '', start_date: '', end_date: '', all_day: false, timezone: '', recurrence: null },
  ...{ venue: [], organizer: [], image: false, description: '', excerpt: '', categories: [], tags: [] },
  ...{ cost: [], tickets: [], status: 'publish', date: '', event_status: 'scheduled', event_status_reason: '' },
  ...{ attendance_mode: 'offline', virtual_url: '', virtual_url_visibility: 'always', website: '', slug: '' },
  custom_fields: {},
  ...{ featured: false, sticky: false, hide_from_listings: false, show_map: true, show_map_link: true },
}

export const FIELD_NAMES: readonly string[] = [...Object.keys(EMPTY_EVENT), 'post_password']

/** The fields of the form, without those that it does not edit. */
export const pickValues = (input: EventInput): EventValues => ({
  ...EMPTY_EVENT,
  ...Object.fromEntries(Object.entries(input).filter(([name]) => FIELD_NAMES.includes(name))),
})

/** A copy of an event that can be created as a new one. */
export const copyValues = (input: EventInput): EventValues => ({
  ...pickValues(input),
  ...{ slug: '', date: '', status: 'draft', event_status: 'scheduled', event_status_reason: '', recurrence: null },
})

const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(a ?? null) === JSON.stringify(b ?? null)

/** The fields as the service accepts them. */
const toFields = ({ image, ...fields }: Partial<EventValues>): Record<string, unknown> => ({
  ...fields,
  ...(image !== undefined && { image: image ? image.id : null }),
})

/** Names of the fields that differ. */
export function listDifferences(values: EventValues, base: EventValues): FieldName[] {
  const names = new Set([...Object.keys(base), ...Object.keys(values)])
  return [...names].filter((name): name is FieldName => !isSame(Object(values)[name], Object(base)[name]))
}

/** The fields that differ, as a partial update sends them. */
export const pickChanges = (values: EventValues, base: EventValues): Record<string, unknown> =>
  toFields(Object.fromEntries(listDifferences(values, base).map((name) => [name, values[name]])))

/** The fields of a new event; empty ones are left to the service. */
export function pickNewFields(values: EventValues): Record<string, unknown> {
  const isEmpty = (value: unknown) =>
    value === '' || value === null || (typeof value === 'object' && Object.keys(Object(value)).length === 0)
  return Object.fromEntries(Object.entries(toFields(values)).filter(([, value]) => !isEmpty(value)))
}
