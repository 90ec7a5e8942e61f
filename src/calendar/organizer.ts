import { externalId } from './external-id.ts'
import type { Parsed } from './field.ts'
import {
  author,
  date,
  dateUtc,
  html,
  line,
  linkedImage,
  nameOf,
  phone,
  postPassword,
  status,
  website,
} from './shared-fields.ts'

/** What an organizer takes, in the order the reference declares it (contract 12). `email` is any text. */
export const organizerFields = {
  author: { ...author, default: null },
  date: { ...date, default: null },
  date_utc: { ...dateUtc, default: null },
  organizer: { ...nameOf('organizer.organizer'), required: true, default: null },
  description: { ...html('organizer.description', 'typed-if-empty'), default: null },
  status: { ...status, default: null },
  phone: { ...phone, default: null },
  website: { ...website, default: null },
  email: { ...line('organizer.email'), default: null },
  image: { ...linkedImage, default: null },
  post_password: postPassword,
  external_id: externalId,
} as const

export type OrganizerInput = Parsed<typeof organizerFields>
