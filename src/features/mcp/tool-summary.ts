/** Which tools are listed, and with which arguments. Clients pay for every byte of the list in every conversation. */

import type { Schema } from '../../api/schemas/json-schema.ts'
import { isRecord } from '../../base/is-record.ts'
import type { OperationName } from '../../http/route-description.ts'

const PAGING = ['page', 'per_page', 'fields']

const EVENT_TEXTS = ['title', 'when', 'start_date', 'end_date', 'all_day', 'timezone', 'description', 'status']
const EVENT_LINKS = ['venue', 'organizer', 'categories', 'tags', 'cost', 'website', 'image', 'recurrence']
const EVENT_STATUS = ['event_status', 'event_status_reason']

/** Main arguments of the listed tools, in the order of their importance. */
const MAIN_ARGUMENTS: Readonly<Partial<Record<OperationName, readonly string[]>>> = {
  listEvents: [
    ...['search', 'start_date', 'end_date', 'venue', 'organizer', 'categories', 'tags', 'status', 'order'],
    ...PAGING,
  ],
  getEvent: ['id', 'fields'],
  listVenues: ['search', ...PAGING],
  listOrganizers: ['search', ...PAGING],
  listCategories: ['search', ...PAGING],
  listTags: ['search', ...PAGING],
  parseDate: ['text', 'zone'],
  createEvent: [...EVENT_TEXTS, ...EVENT_LINKS, 'dry_run', 'fields'],
  updateEvent: ['id', ...EVENT_TEXTS, ...EVENT_LINKS, ...EVENT_STATUS, 'scope', 'dry_run', 'fields'],
  deleteEvent: ['id', 'scope', 'permanent', 'dry_run'],
}

/** Main arguments of the records that a tool can create with its own. */
export const MAIN_LINK_ARGUMENTS: Readonly<Record<'CreateVenue' | 'CreateOrganizer', readonly string[]>> = {
  CreateVenue: ['venue', 'address', 'city', 'zip', 'country', 'website'],
  CreateOrganizer: ['organizer', 'email', 'phone', 'website'],
}

export interface ToolSummary {
  readonly schema: Schema
  /** Accepted arguments that the schema leaves out. */
  readonly otherNames: readonly string[]
}

/** Undefined for tools that are not listed. The schema accepts more arguments than it names. */
export function findSummary(operation: OperationName, schema: Schema): ToolSummary | undefined {
  const names = MAIN_ARGUMENTS[operation]
  if (!names) return undefined
  const otherNames = Object.keys(getProperties(schema)).filter((name) => !names.includes(name))
  return { schema: pickProperties(schema, names), otherNames }
}

export function pickProperties(schema: Schema, names: readonly string[]): Schema {
  const properties = getProperties(schema)
  const picked = names.flatMap((name) => (Object.hasOwn(properties, name) ? [[name, properties[name]]] : []))
  return { ...schema, properties: Object.fromEntries(picked) }
}

const getProperties = ({ properties }: Schema): Readonly<Record<string, unknown>> =>
  isRecord(properties) ? properties : {}
