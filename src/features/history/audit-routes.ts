/** The history of all records and accounts, with sign-ins, for administrators. */

import { createListResponse } from '../../api/list-response.ts'
import { resolveTimeFilter } from '../../calendar/lists/modified-after.ts'
import { createPagination } from '../../calendar/lists/query-plan.ts'
import { createTimeContext } from '../../calendar/services.ts'
import { defineEndpoint, type EndpointRequest, READ_METHODS, type Route } from '../../http/endpoint.ts'
import type { EndpointResponse } from '../../http/response/reply.ts'
import { CHANNELS, HISTORY_ACTIONS } from '../../kernel/change-record.ts'
import { defineDateField, pageField, perPageField } from '../../kernel/common-fields.ts'
import { defineEnumField, definePositiveField, type Parsed } from '../../kernel/field.ts'
import { problem } from '../../kernel/problem.ts'
import { can } from '../../kernel/user.ts'
import { presentAuditEntry } from './present-history.ts'
import { listAudit } from './read-history.ts'

const AUDIT_KINDS = [
  'event',
  'venue',
  'organizer',
  'category',
  'tag',
  'media',
  'series',
  'user',
  'source',
  'webhook',
  'settings',
] as const

const auditQuery = {
  page: pageField,
  per_page: perPageField,
  user: definePositiveField('audit.user'),
  kind: defineEnumField(AUDIT_KINDS, 'audit.kind'),
  record: definePositiveField('audit.record'),
  action: defineEnumField(HISTORY_ACTIONS, 'audit.action'),
  channel: defineEnumField(CHANNELS, 'audit.channel'),
  from: defineDateField('audit.from'),
  until: defineDateField('audit.until'),
} as const
type AuditQuery = Parsed<typeof auditQuery>

async function list({ services, args, urls }: EndpointRequest<never, AuditQuery>): Promise<EndpointResponse> {
  const { database, site } = services
  const { user, kind, record, action, channel, from, until } = args
  const clock = createTimeContext(services)
  const paging = createPagination(args, site)
  const filter = {
    ...{ kind, recordId: record, userId: user, action, channel },
    from: resolveTimeFilter('from', from, clock),
    until: resolveTimeFilter('until', until, clock),
  }
  const { entries, total } = await listAudit(database.read, filter, paging)
  if (paging.page > 1 && entries.length === 0) throw problem('history-page-not-found')
  const records = entries.map((entry) => presentAuditEntry(entry, site.zone))
  const queryParameters = [
    ...([['per_page', paging.perPage]] as const),
    ...Object.entries({ user, kind, record, action, channel, from, until }),
  ]
  return createListResponse({ kind: 'audit', records, total, ...paging, queryParameters, hasCompleteUrl: true }, urls)
}

export const auditRoute: Route = {
  pattern: '/audit',
  needsSignIn: true,
  endpoints: [
    defineEndpoint({
      operation: 'listAudit',
      answers: { 200: 'AuditList', 404: 'Error' },
      methods: READ_METHODS,
      path: {},
      args: auditQuery,
      isQuery: true,
      access: (viewer) => can(viewer, 'edit_users'),
      handle: list,
    }),
  ],
}
