/** The log of deliveries of a webhook, and their replay. */

import { createListResponse } from '../../api/list-response.ts'
import { resolveTimeFilter } from '../../calendar/lists/modified-after.ts'
import { createPagination } from '../../calendar/lists/query-plan.ts'
import { restUrl } from '../../calendar/posts/urls.ts'
import { createTimeContext } from '../../calendar/services.ts'
import { CREATE_METHODS, defineEndpoint, READ_METHODS, type Route } from '../../http/endpoint.ts'
import { deliveryArguments, idArgument } from '../../http/path-parameters.ts'
import { type EndpointResponse, okResponse } from '../../http/response/reply.ts'
import { type Parsed, toPositiveInteger } from '../../kernel/field.ts'
import { problem } from '../../kernel/problem.ts'
import { listDeliveries } from './delivery-store.ts'
import { replayChanges, replayDelivery } from './manage-webhooks.ts'
import { presentDelivery } from './present-webhook.ts'
import {
  mayManageWebhooks,
  requireWebhookTarget,
  WEBHOOK_PATTERN,
  WEBHOOK_ROUTE,
  type WebhookRequest,
} from './routes.ts'
import type { Webhook } from './webhook.ts'
import { deliveryQuery, replayFields } from './webhook-fields.ts'

async function list(call: WebhookRequest<Parsed<typeof deliveryQuery>>): Promise<EndpointResponse> {
  const { services, args, urls } = call
  const { id: webhookId } = requireWebhookTarget(call)
  const paging = createPagination(args, services.site)
  const { deliveries, total } = await listDeliveries(services.database.read, { webhookId, state: args.state }, paging)
  if (paging.page > 1 && deliveries.length === 0) throw problem('delivery-page-not-found')
  const queryParameters = [
    ['per_page', paging.perPage],
    ['state', args.state],
  ] as const
  const records = deliveries.map(presentDelivery)
  return createListResponse(
    { kind: 'delivery', records, total, ...paging, queryParameters, hasCompleteUrl: true },
    { ...urls, base: restUrl(urls, 'webhook', webhookId) },
  )
}

async function replayOne(call: WebhookRequest): Promise<EndpointResponse> {
  // 0 for IDs beyond the range of the database, which no delivery has.
  const id = toPositiveInteger(call.params['delivery_id']) ?? 0
  return okResponse(presentDelivery(await replayDelivery(call.services, requireWebhookTarget(call), id)))
}

async function replayRange(call: WebhookRequest<Parsed<typeof replayFields>>): Promise<EndpointResponse> {
  const { services, args } = call
  const clock = createTimeContext(services)
  const from = resolveTimeFilter('from', args.from, clock) ?? services.now()
  const to = resolveTimeFilter('to', args.to, clock) ?? services.now()
  return okResponse({ queued: await replayChanges(services, requireWebhookTarget(call), { from, to }) })
}

const NOT_FOUND = { 404: 'Error' } as const

export const deliveryRoutes: readonly Route<Webhook>[] = [
  {
    ...WEBHOOK_ROUTE,
    pattern: `${WEBHOOK_PATTERN}/deliveries`,
    endpoints: [
      defineEndpoint({
        operation: 'listWebhookDeliveries',
        answers: { 200: 'WebhookDeliveryList', ...NOT_FOUND },
        methods: READ_METHODS,
        path: idArgument,
        args: deliveryQuery,
        isQuery: true,
        access: mayManageWebhooks,
        handle: list,
      }),
    ],
  },
  {
    ...WEBHOOK_ROUTE,
    pattern: `${WEBHOOK_PATTERN}/deliveries/(?P<delivery_id>\\d+)/replay`,
    endpoints: [
      defineEndpoint({
        operation: 'replayWebhookDelivery',
        answers: { 200: 'WebhookDelivery', ...NOT_FOUND },
        methods: CREATE_METHODS,
        path: deliveryArguments,
        args: {},
        access: mayManageWebhooks,
        handle: replayOne,
      }),
    ],
  },
  {
    ...WEBHOOK_ROUTE,
    pattern: `${WEBHOOK_PATTERN}/replay`,
    endpoints: [
      defineEndpoint({
        operation: 'replayWebhook',
        answers: { 200: 'WebhookReplay', ...NOT_FOUND },
        methods: CREATE_METHODS,
        path: idArgument,
        args: replayFields,
        access: mayManageWebhooks,
        handle: replayRange,
      }),
    ],
  },
]
