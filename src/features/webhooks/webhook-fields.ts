/** Fields of webhooks. */

import { arraySchema, enumSchema } from '../../api/schemas/json-schema.ts'
import { isRecord } from '../../base/is-record.ts'
import {
  defineDateField,
  defineRecordIdsField,
  MAX_URL_LENGTH,
  pageField,
  perPageField,
  statusFilter,
} from '../../kernel/common-fields.ts'
import { EVENT_STATUSES } from '../../kernel/event-status.ts'
import {
  defineBooleanField,
  defineEnumField,
  type Field,
  invalid,
  makeOptional,
  type ParseResult,
  parseElements,
  positives,
  type Reference,
  valid,
} from '../../kernel/field.ts'
import type { FieldError } from '../../kernel/problem.ts'
import { parseFields } from '../../kernel/validate-input.ts'
import { DELIVERY_STATES } from './delivery.ts'
import { WEBHOOK_KINDS, WEBHOOK_VIEWS, type WebhookFilters } from './webhook.ts'

export const MAX_WEBHOOK_NAME_LENGTH = 250

/** Several of the names, as CSV or list. */
const defineNamesField = <const N extends string>(
  names: readonly N[],
  describe: 'webhook.kinds' | 'list.event_status',
) =>
  ({
    items: 'string',
    describe,
    expects: { key: 'hint.names', values: { names: names.join(', ') } },
    parse: (raw: unknown): ParseResult<readonly N[]> => {
      const given = parseElements(raw)
      const chosen = names.filter((name) => given.includes(name))
      return chosen.length === 0 || chosen.length < new Set(given).size ? invalid : valid(chosen)
    },
  }) as const

/** By ID, because slugs change. */
const defineTermIdsField = (kind: 'category' | 'tag', describe: `list.${'categories' | 'tags'}${'' | '_exclude'}`) =>
  ({
    ...positives(describe),
    references: (ids: readonly number[]): Reference[] => [{ kind, keys: ids.map(String), by: 'id' }],
  }) as const

const filterFields = {
  status: statusFilter,
  categories: defineTermIdsField('category', 'list.categories'),
  tags: defineTermIdsField('tag', 'list.tags'),
  categories_exclude: defineTermIdsField('category', 'list.categories_exclude'),
  tags_exclude: defineTermIdsField('tag', 'list.tags_exclude'),
  venue: defineRecordIdsField('venue', 'list.venue'),
  organizer: defineRecordIdsField('organizer', 'list.organizer'),
  series: positives('list.series'),
  event_status: defineNamesField(EVENT_STATUSES, 'list.event_status'),
  featured: defineBooleanField('list.featured'),
  is_virtual: defineBooleanField('list.is_virtual'),
  ticketed: defineBooleanField('list.ticketed'),
} as const

const createFilterError = (name: string): FieldError => ({
  kind: 'invalid',
  message: 'error.wrong_member',
  values: { path: `filters[${name}]` },
})

/** An object with filters of the list of events; empty for none. */
export function parseWebhookFilters(raw: unknown): ParseResult<WebhookFilters> {
  if (raw === '' || (Array.isArray(raw) && raw.length === 0)) return valid({})
  if (!isRecord(raw)) return invalid
  const unknown = Object.keys(raw).find((name) => !Object.hasOwn(filterFields, name))
  if (unknown !== undefined) return { error: createFilterError(unknown) }
  const { values, errors } = parseFields(filterFields, raw)
  const [wrong] = errors.keys()
  return wrong === undefined ? valid(values) : { error: createFilterError(wrong) }
}

const filters: Field<WebhookFilters> = {
  describe: 'webhook.filters',
  schema: { type: 'object', additionalProperties: true },
  expects: { key: 'hint.names', values: { names: Object.keys(filterFields).join(', ') } },
  cleared: {},
  parse: parseWebhookFilters,
  references: (value) => parseFields(filterFields, { ...value }).references.map(({ reference }) => reference),
}

const name = {
  type: 'string',
  describe: 'webhook.name',
  expects: { key: 'hint.optional_text' },
  cleared: '',
  parse: (raw: unknown): ParseResult<string> => {
    const text = typeof raw === 'string' ? raw.trim() : undefined
    const isValid =
      text !== undefined && text.length <= MAX_WEBHOOK_NAME_LENGTH && text.isWellFormed() && !text.includes('\0')
    return isValid ? valid(text) : invalid
  },
} as const

/** Without user name and password, which requests would not contain. */
const url = {
  type: 'string',
  format: 'uri',
  describe: 'webhook.url',
  expects: { key: 'hint.url' },
  required: true,
  parse: (raw: unknown): ParseResult<string> => {
    if (typeof raw !== 'string' || raw.length > MAX_URL_LENGTH || !URL.canParse(raw)) return invalid
    const { protocol, username, password, href } = new URL(raw)
    return /^https?:$/.test(protocol) && username + password === '' ? valid(href) : invalid
  },
} as const

export const newWebhookFields = {
  url,
  name,
  kinds: { ...defineNamesField(WEBHOOK_KINDS, 'webhook.kinds'), schema: arraySchema(enumSchema(WEBHOOK_KINDS)) },
  filters,
  view: defineEnumField(WEBHOOK_VIEWS, 'webhook.view'),
  enabled: defineBooleanField('webhook.enabled'),
} as const

export const webhookUpdateFields = makeOptional(newWebhookFields)

export const deliveryQuery = {
  page: pageField,
  per_page: perPageField,
  state: defineEnumField(DELIVERY_STATES, 'webhook.delivery_state'),
} as const

export const replayFields = {
  from: { ...defineDateField('webhook.replay_from'), required: true },
  to: defineDateField('webhook.replay_to'),
} as const
