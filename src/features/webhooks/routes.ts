/** Webhooks, for administrators. */

import { restUrl } from '../../calendar/posts/urls.ts'
import {
  CREATE_METHODS,
  DELETE_METHODS,
  defineEndpoint,
  type EndpointRequest,
  READ_METHODS,
  type Route,
  UPDATE_METHODS,
} from '../../http/endpoint.ts'
import { idArgument } from '../../http/path-parameters.ts'
import { createdResponse, type EndpointResponse, okResponse } from '../../http/response/reply.ts'
import type { Parsed } from '../../kernel/field.ts'
import { toPositiveInteger } from '../../kernel/field.ts'
import { problem } from '../../kernel/problem.ts'
import { can, type Viewer } from '../../kernel/user.ts'
import { changeWebhook, createWebhook, pingWebhook, removeWebhook, rotateWebhookSecret } from './manage-webhooks.ts'
import { presentNewSecret, presentPing, presentWebhook } from './present-webhook.ts'
import type { Webhook } from './webhook.ts'
import { newWebhookFields, webhookUpdateFields } from './webhook-fields.ts'
import { findWebhook, listWebhooks } from './webhook-store.ts'

export type WebhookRequest<Args = unknown> = EndpointRequest<Webhook, Args>

export const mayManageWebhooks = (viewer: Viewer): boolean => can(viewer, 'manage_webhooks')

/** Options of every route below a webhook. */
export const WEBHOOK_ROUTE: Pick<Route<Webhook>, 'needsSignIn' | 'hasRevisions' | 'findTarget'> = {
  needsSignIn: true,
  hasRevisions: false,
  findTarget: async ({ database }, { id }) => {
    const webhookId = toPositiveInteger(id)
    return webhookId === undefined ? undefined : findWebhook(database.read, webhookId)
  },
}

export const WEBHOOK_PATTERN = '/webhooks/(?P<id>\\d+)'

export function requireWebhookTarget({ target }: WebhookRequest): Webhook {
  if (!target) throw problem('webhook-not-found')
  return target
}

/** The input with the names of the domain. */
const toInput = <T extends { readonly enabled?: boolean }>({ enabled, ...input }: T) => ({
  ...input,
  ...(enabled !== undefined && { isEnabled: enabled }),
})

async function create({
  services,
  args,
  urls,
}: EndpointRequest<unknown, Parsed<typeof newWebhookFields>>): Promise<EndpointResponse> {
  const webhook = await createWebhook(services, toInput(args))
  return createdResponse(presentNewSecret(webhook), restUrl(urls, 'webhook', webhook.id))
}

async function update(call: WebhookRequest<Parsed<typeof webhookUpdateFields>>): Promise<EndpointResponse> {
  const { id } = requireWebhookTarget(call)
  return okResponse(presentWebhook(await changeWebhook(call.services, id, toInput(call.args))))
}

async function remove(call: WebhookRequest): Promise<EndpointResponse> {
  const webhook = await removeWebhook(call.services, requireWebhookTarget(call).id)
  return okResponse({ deleted: true, previous: presentWebhook(webhook) })
}

async function rotate(call: WebhookRequest): Promise<EndpointResponse> {
  return okResponse(presentNewSecret(await rotateWebhookSecret(call.services, requireWebhookTarget(call).id)))
}

async function ping(call: WebhookRequest): Promise<EndpointResponse> {
  return okResponse(presentPing(await pingWebhook(call.services, requireWebhookTarget(call))))
}

const NOT_FOUND = { 404: 'Error' } as const

const collectionRoute: Route<Webhook> = {
  pattern: '/webhooks',
  needsSignIn: true,
  endpoints: [
    defineEndpoint({
      operation: 'listWebhooks',
      answers: { 200: 'Webhooks' },
      methods: READ_METHODS,
      path: {},
      args: {},
      access: mayManageWebhooks,
      handle: async ({ services }) => okResponse((await listWebhooks(services.database.read)).map(presentWebhook)),
    }),
    defineEndpoint({
      operation: 'createWebhook',
      returnsCredentials: true,
      answers: { 201: 'NewWebhook' },
      methods: CREATE_METHODS,
      path: {},
      args: newWebhookFields,
      access: mayManageWebhooks,
      handle: create,
    }),
  ],
}

const itemRoute: Route<Webhook> = {
  ...WEBHOOK_ROUTE,
  pattern: WEBHOOK_PATTERN,
  endpoints: [
    defineEndpoint({
      operation: 'getWebhook',
      answers: { 200: 'Webhook', ...NOT_FOUND },
      methods: READ_METHODS,
      path: idArgument,
      args: {},
      access: mayManageWebhooks,
      handle: async (call: WebhookRequest) => okResponse(presentWebhook(requireWebhookTarget(call))),
    }),
    defineEndpoint({
      operation: 'updateWebhook',
      answers: { 200: 'Webhook', ...NOT_FOUND },
      methods: UPDATE_METHODS,
      path: idArgument,
      args: webhookUpdateFields,
      access: mayManageWebhooks,
      handle: update,
    }),
    defineEndpoint({
      operation: 'deleteWebhook',
      answers: { 200: 'DeletedWebhook', ...NOT_FOUND },
      methods: DELETE_METHODS,
      path: idArgument,
      args: {},
      access: mayManageWebhooks,
      handle: remove,
    }),
  ],
}

const ACTION_ENDPOINT = { methods: CREATE_METHODS, path: idArgument, args: {}, access: mayManageWebhooks } as const

const rotationRoute: Route<Webhook> = {
  ...WEBHOOK_ROUTE,
  pattern: `${WEBHOOK_PATTERN}/rotate-secret`,
  endpoints: [
    defineEndpoint({
      ...ACTION_ENDPOINT,
      operation: 'rotateWebhookSecret',
      returnsCredentials: true,
      answers: { 200: 'NewWebhook', ...NOT_FOUND },
      handle: rotate,
    }),
  ],
}

const pingRoute: Route<Webhook> = {
  ...WEBHOOK_ROUTE,
  pattern: `${WEBHOOK_PATTERN}/ping`,
  endpoints: [
    defineEndpoint({
      ...ACTION_ENDPOINT,
      operation: 'pingWebhook',
      isIrreversible: true,
      answers: { 200: 'WebhookPing', ...NOT_FOUND },
      handle: ping,
    }),
  ],
}

export const webhookRoutes: readonly Route<Webhook>[] = [collectionRoute, itemRoute, rotationRoute, pingRoute]
