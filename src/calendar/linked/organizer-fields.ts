import {
  authorField,
  dateField,
  dateUtcField,
  defineHtmlField,
  defineLineField,
  defineNameField,
  linkedImage,
  phoneField,
  postPasswordField,
  statusField,
  websiteField,
} from '../../kernel/common-fields.ts'
import type { Parsed } from '../../kernel/field.ts'
import { defineCustomValuesField } from '../custom-fields/custom-values-field.ts'
import { externalIdField } from '../posts/external-id.ts'

/** Parameters of an organizer, in the order of the reference (wire-contract §12). `email` is any text. */
export const organizerFields = {
  author: { ...authorField, default: null },
  date: { ...dateField, default: null },
  date_utc: { ...dateUtcField, default: null },
  organizer: { ...defineNameField('organizer.organizer'), required: true, default: null },
  description: { ...defineHtmlField('organizer.description', 'typed-if-empty'), default: null },
  status: { ...statusField, default: null },
  phone: { ...phoneField, default: null },
  website: { ...websiteField, default: null },
  email: { ...defineLineField('organizer.email'), default: null },
  image: { ...linkedImage, default: null },
  post_password: postPasswordField,
  external_id: externalIdField,
  custom_fields: defineCustomValuesField('organizer'),
} as const

export type OrganizerInput = Parsed<typeof organizerFields>
