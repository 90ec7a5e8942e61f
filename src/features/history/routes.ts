/** Routes of the history of records: the list of changes, and restoring an earlier state. */

import { revisableEvent } from '../../api/events.ts'
import { createRevisableLinked } from '../../api/linked.ts'
import { createListResponse } from '../../api/list-response.ts'
import { revisableSeries } from '../../api/series.ts'
import { createRevisableTerm } from '../../api/terms.ts'
import { createPagination } from '../../calendar/lists/query-plan.ts'
import { resolveReferences } from '../../calendar/posts/resolve-references.ts'
import { COLLECTION_NAMES, restUrl } from '../../calendar/posts/urls.ts'
import {
  CREATE_METHODS,
  defineEndpoint,
  type Endpoint,
  type EndpointRequest,
  READ_METHODS,
  type RevisableKind,
  type Route,
} from '../../http/endpoint.ts'
import { idArgument, revisionArgument } from '../../http/path-parameters.ts'
import type { EndpointResponse } from '../../http/response/reply.ts'
import { pageField, perPageField } from '../../kernel/common-fields.ts'
import { invalid, type Parsed, type ParseResult, parseElements, valid } from '../../kernel/field.ts'
import { problem } from '../../kernel/problem.ts'
import { can } from '../../kernel/user.ts'
import { parseFields } from '../../kernel/validate-input.ts'
import { presentAuditEntry, presentHistoryEntry } from './present-history.ts'
import { listRecordHistory } from './read-history.ts'
import { findRestoredFields } from './restore-revision.ts'
import { createRestoredInput } from './restored-input.ts'

const KINDS = {
  event: { noun: 'Event', schema: 'Event' },
  venue: { noun: 'Venue', schema: 'Venue' },
  organizer: { noun: 'Organizer', schema: 'Organizer' },
  category: { noun: 'Category', schema: 'Term' },
  tag: { noun: 'Tag', schema: 'Term' },
  media: { noun: 'Media', schema: 'Media' },
  series: { noun: 'Series', schema: 'Series' },
} as const

interface StoredRecord {
  readonly id: number
}

const historyQuery = { page: pageField, per_page: perPageField } as const

export function createHistoryRoutes<Target extends StoredRecord>(
  options: RevisableKind<Target>,
): readonly Route<Target>[] {
  const { kind, findTarget } = options
  const pattern = `/${COLLECTION_NAMES[kind]}/(?P<id>\\d+)/history`
  return [
    { pattern, findTarget, needsSignIn: true, endpoints: [createListEndpoint(options)] },
    {
      pattern: `${pattern}/(?P<revision>\\d+)/restore`,
      kind,
      findTarget,
      endpoints: [createRestoreEndpoint(options)],
    },
  ]
}

function createListEndpoint<Target extends StoredRecord>({ kind, mayEdit }: RevisableKind<Target>): Endpoint<Target> {
  return defineEndpoint({
    operation: `list${KINDS[kind].noun}History`,
    answers: { 200: 'HistoryList', 404: 'Error' },
    methods: READ_METHODS,
    path: idArgument,
    args: historyQuery,
    isQuery: true,
    access: mayEdit,
    handle: (call: EndpointRequest<Target, Parsed<typeof historyQuery>>) => list(call, kind),
  })
}

async function list(
  { services, args, viewer, target, urls }: EndpointRequest<StoredRecord, Parsed<typeof historyQuery>>,
  kind: RevisableKind<never>['kind'],
): Promise<EndpointResponse> {
  const { database, site } = services
  if (!target) throw problem('history-not-found')
  const paging = createPagination(args, site)
  const { entries, total } = await listRecordHistory(database.read, viewer, { kind, id: target.id }, paging)
  if (paging.page > 1 && entries.length === 0) throw problem('history-page-not-found')
  const present = can(viewer, 'edit_users') ? presentAuditEntry : presentHistoryEntry
  const records = entries.map((entry) => present(entry, site.zone))
  const queryParameters = [['per_page', paging.perPage]] as const
  return createListResponse(
    { kind: 'history', records, total, ...paging, queryParameters, hasCompleteUrl: true },
    { ...urls, base: restUrl(urls, kind, target.id) },
  )
}

function createRestoreEndpoint<Target extends StoredRecord>(options: RevisableKind<Target>): Endpoint<Target> {
  const { kind, mayEdit } = options
  const { noun, schema } = KINDS[kind]
  return defineEndpoint({
    operation: `restore${noun}Revision`,
    answers: { 200: schema, 404: 'Error', ...(kind === 'series' && ({ 410: 'Error' } as const)) },
    methods: CREATE_METHODS,
    path: { ...idArgument, ...revisionArgument },
    args: { fields: fieldNames },
    ...(kind === 'series' && ({ isLocalized: true } as const)),
    access: mayEdit,
    handle: (call: EndpointRequest<Target, Parsed<{ readonly fields: typeof fieldNames }>>) => restore(call, options),
  })
}

/** An ordinary update with the values that the record had, so that all its checks apply. */
async function restore<Target extends StoredRecord>(
  call: EndpointRequest<Target, { readonly fields?: readonly string[] }>,
  { kind, fields, recordFields, update }: RevisableKind<Target>,
): Promise<EndpointResponse> {
  const { services, viewer, target, params } = call
  if (!target) throw problem('history-not-found')
  const { read } = services.database
  const revision = Number(params['revision'])
  const current = recordFields(target)
  const restored = await findRestoredFields(read, viewer, { kind, id: target.id, revision }, current)
  const rawInput = createRestoredInput(restored, current, { fields, names: call.args.fields })
  const parsed = parseFields(fields, rawInput, {
    viewer,
    context: { customFields: services.site.customFields, ignoresInvalid: true },
  })
  const { args } = await resolveReferences(read, { viewer, attempt: undefined }, parsed)
  return update({ ...call, args: args as never, rawInput })
}

function parseFieldNames(raw: unknown): ParseResult<readonly string[]> {
  const names = parseElements(raw).map(String)
  return names.every((name) => /^[a-z_]{1,40}$/.test(name)) ? valid(names) : invalid
}

const fieldNames = {
  items: 'string',
  describe: 'field.restored_fields',
  expects: { key: 'hint.field_names' },
  parse: parseFieldNames,
} as const

/** Images have their history in the media library. */
export const historyRoutes = [
  ...createHistoryRoutes(revisableEvent),
  ...createHistoryRoutes(createRevisableLinked('venue')),
  ...createHistoryRoutes(createRevisableLinked('organizer')),
  ...createHistoryRoutes(createRevisableTerm('category')),
  ...createHistoryRoutes(createRevisableTerm('tag')),
  ...createHistoryRoutes(revisableSeries),
]
