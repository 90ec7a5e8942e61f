import {
  defineEventIdField,
  modifiedAfterField,
  pageField,
  perPageField,
  searchField,
  statusFilter,
  textFormField,
} from '../../kernel/common-fields.ts'
import { defineBooleanField, defineTruthyField, type Parsed } from '../../kernel/field.ts'
import { defineCustomValuesFilter } from '../custom-fields/custom-values-field.ts'
import { externalIdFilter } from '../posts/external-id.ts'
import { geolocRadiusField, geoQuery } from './geo-query.ts'
import { organizerOrderFields, venueOrderFields } from './sort-order.ts'

const linkedQuery = {
  page: pageField,
  per_page: perPageField,
  search: searchField,
  event: defineEventIdField('list.event'),
  has_events: defineTruthyField('list.has_events'),
  only_with_upcoming: { ...defineTruthyField('list.only_with_upcoming'), default: false },
  status: statusFilter,
  modified_after: modifiedAfterField,
  text: textFormField,
  external_id: externalIdFilter,
  strict: defineBooleanField('list.strict'),
} as const

/** Parameters of the list of venues (wire-contract §11.1). */
export const venueQuery = {
  ...linkedQuery,
  custom_fields: defineCustomValuesFilter('venue'),
  ...venueOrderFields,
  ...geoQuery,
  geoloc_radius: geolocRadiusField,
} as const

/** Parameters of the list of organizers, which have no location. */
export const organizerQuery = {
  ...linkedQuery,
  custom_fields: defineCustomValuesFilter('organizer'),
  ...organizerOrderFields,
} as const

/** Common type: organizers use a subset. */
export type LinkedQuery = Parsed<typeof venueQuery>
