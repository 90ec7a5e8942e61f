/** Invitations and password resets. */

import {
  type AccountOwner,
  mayManageUsers,
  OWNER_PATTERN,
  OWNER_ROUTE,
  requireOwnerId,
} from '../../../api/account-owner.ts'
import {
  linkFields,
  linkRedemptionFields,
  linkTokenFields,
  resetRequestFields,
} from '../../../calendar/users/account-fields.ts'
import { findAccount } from '../../../calendar/users/accounts.ts'
import { presentSentLink } from '../../../calendar/users/present-account.ts'
import { allowEveryone } from '../../../http/access-rules.ts'
import { CREATE_METHODS, defineEndpoint, type EndpointRequest, type Route } from '../../../http/endpoint.ts'
import { userArgument } from '../../../http/path-parameters.ts'
import { type EndpointResponse, okResponse } from '../../../http/response/reply.ts'
import type { Fields, Parsed } from '../../../kernel/field.ts'
import { problem } from '../../../kernel/problem.ts'
import { sendAccountLink } from '../account-links.ts'
import { assertSameOrigin } from './session.ts'

type PublicRequest<F extends Fields> = EndpointRequest<unknown, Parsed<F>>

async function create(call: EndpointRequest<AccountOwner, Parsed<typeof linkFields>>): Promise<EndpointResponse> {
  const { services, urls, language, args } = call
  const user = await findAccount(services, requireOwnerId(call))
  if (!user) throw problem('rest_user_invalid_id')
  const link = await sendAccountLink(services, user, { purpose: args.purpose, home: urls.home, language })
  return okResponse(presentSentLink(link))
}

async function describe(call: PublicRequest<typeof linkTokenFields>): Promise<EndpointResponse> {
  assertSameOrigin(call)
  const { user, purpose } = await call.host.accounts.links.describe(call.args.token, call.client.ip)
  return okResponse({ login: user.login, purpose })
}

async function redeem(call: PublicRequest<typeof linkRedemptionFields>): Promise<EndpointResponse> {
  assertSameOrigin(call)
  const { token, password } = call.args
  const { user, purpose } = await call.host.accounts.links.redeem(token, password, call.client.ip)
  return okResponse({ login: user.login, purpose })
}

async function requestReset(call: PublicRequest<typeof resetRequestFields>): Promise<EndpointResponse> {
  assertSameOrigin(call)
  const { urls, language, client, args } = call
  await call.host.accounts.links.requestReset(args.login, { home: urls.home, language }, client.ip)
  return okResponse({ requested: true })
}

const PUBLIC_ENDPOINT = { methods: CREATE_METHODS, path: {}, access: allowEveryone, isPublic: true } as const

const userLinkRoute: Route<AccountOwner> = {
  ...OWNER_ROUTE,
  pattern: `${OWNER_PATTERN}/links`,
  endpoints: [
    defineEndpoint({
      operation: 'createAccountLink',
      returnsCredentials: true,
      answers: { 200: 'SentLink', 404: 'Error' },
      methods: CREATE_METHODS,
      path: userArgument,
      args: linkFields,
      access: mayManageUsers,
      handle: create,
    }),
  ],
}

const publicRoutes: readonly Route<unknown>[] = [
  {
    pattern: '/users/password-reset',
    endpoints: [
      defineEndpoint({
        ...PUBLIC_ENDPOINT,
        operation: 'requestPasswordReset',
        isIrreversible: true,
        answers: { 200: 'RequestedReset' },
        args: resetRequestFields,
        handle: requestReset,
      }),
    ],
  },
  {
    pattern: '/users/links/describe',
    endpoints: [
      defineEndpoint({
        ...PUBLIC_ENDPOINT,
        operation: 'describeAccountLink',
        answers: { 200: 'AccountLink', 404: 'Error' },
        args: linkTokenFields,
        handle: describe,
      }),
    ],
  },
  {
    pattern: '/users/links/redeem',
    endpoints: [
      defineEndpoint({
        ...PUBLIC_ENDPOINT,
        operation: 'redeemAccountLink',
        isIrreversible: true,
        answers: { 200: 'AccountLink', 404: 'Error' },
        args: linkRedemptionFields,
        handle: redeem,
      }),
    ],
  },
]

export const accountLinkRoutes = [userLinkRoute, ...publicRoutes]
