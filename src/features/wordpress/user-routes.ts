/** `wp/v2/users`: the users that the viewer may see, at least the signed-in user. */

import { createTotalHeaders } from '../../api/total-headers.ts'
import { createPagination } from '../../calendar/lists/query-plan.ts'
import { findAccount } from '../../calendar/users/accounts.ts'
import { listVisibleUsers } from '../../calendar/users/visible-users.ts'
import { allowEveryone } from '../../http/access-rules.ts'
import { type AnyRoute, defineEndpoint, type EndpointRequest, READ_METHODS } from '../../http/endpoint.ts'
import { idArgument } from '../../http/path-parameters.ts'
import { type EndpointResponse, okResponse } from '../../http/response/reply.ts'
import type { Parsed } from '../../kernel/field.ts'
import { problem } from '../../kernel/problem.ts'
import { can, forbidden, type User, type Viewer } from '../../kernel/user.ts'
import { presentWordpressUser, type WordpressUserOptions } from './present-user.ts'
import { contextField } from './wordpress-term-query.ts'
import { type ListedUser, selectUsers, type WordpressUserQuery, wordpressUserQuery } from './wordpress-user-query.ts'

type UserRequest<Args> = EndpointRequest<unknown, Args>
type ContextArguments = Parsed<typeof contextField>
type Context = WordpressUserOptions['context']

const isSignedIn = ({ id }: Viewer): boolean => id !== 0

const isOwnOrManaged = (viewer: Viewer, user: Pick<User, 'id'>): boolean =>
  user.id === viewer.id || can(viewer, 'edit_users')

const present = ({ services, viewer, urls }: UserRequest<unknown>, user: User, context: Context) =>
  presentWordpressUser(user, { context, isOwn: isOwnOrManaged(viewer, user), site: services.site }, urls)

async function getMe(call: UserRequest<ContextArguments>): Promise<EndpointResponse> {
  const user = await findAccount(call.services, call.viewer.id)
  if (!user) throw problem('rest_not_logged_in')
  return okResponse(present(call, user, call.args.context ?? 'view'))
}

async function getUser(call: UserRequest<ContextArguments>): Promise<EndpointResponse> {
  const { services, viewer, params, args } = call
  const users = await listVisibleUsers(services.database.read, viewer)
  const user = users.find(({ id }) => id === Number(params['id']))
  if (!user) throw problem('rest_user_invalid_id')
  if (args.context === 'edit' && !isOwnOrManaged(viewer, user)) throw createContextProblem(viewer)
  return okResponse(present(call, user, args.context ?? 'view'))
}

const createContextProblem = (viewer: Viewer) =>
  forbidden(viewer, 'rest_forbidden_context', 'error.rest_forbidden_context.user')

async function list(call: UserRequest<WordpressUserQuery>): Promise<EndpointResponse> {
  const { services, viewer, args, urls, rawInput } = call
  if (args.context === 'edit' && !can(viewer, 'edit_users')) throw createContextProblem(viewer)
  const users = await listVisibleUsers(services.database.read, viewer)
  const listed = users.map((user): ListedUser & { readonly user: User } => {
    const isOwn = isOwnOrManaged(viewer, user)
    const { name, slug } = present(call, user, 'view')
    return { id: user.id, name, slug, email: isOwn ? user.email : '', role: isOwn ? user.role : '', user }
  })
  const matches = selectUsers(listed, args)
  const { page, perPage } = createPagination(args, { perPage: 10, maxPerPage: 100 })
  const views = matches
    .slice((page - 1) * perPage, page * perPage)
    .map(({ user }) => present(call, user, args.context ?? 'view'))
  const requested = { url: `${urls.base}/users`, rawInput, fields: wordpressUserQuery }
  return okResponse(views, createTotalHeaders(requested, { total: matches.length, page, perPage }))
}

const query = { answers: {}, methods: READ_METHODS, isQuery: true } as const
const signedIn = { access: isSignedIn, forbiddenCode: 'rest_user_cannot_view' } as const

export const wordpressUserRoutes: readonly AnyRoute[] = [
  {
    pattern: '/users',
    needsSignIn: true,
    endpoints: [
      defineEndpoint({
        ...query,
        ...signedIn,
        operation: 'listUsers',
        path: {},
        args: wordpressUserQuery,
        handle: list,
      }),
    ],
  },
  {
    pattern: '/users/(?P<id>[\\d]+)',
    needsSignIn: true,
    hasRevisions: false,
    endpoints: [
      defineEndpoint({
        ...query,
        ...signedIn,
        operation: 'getUser',
        path: idArgument,
        args: contextField,
        handle: getUser,
      }),
    ],
  },
  {
    pattern: '/users/me',
    endpoints: [
      defineEndpoint({
        ...query,
        operation: 'getMe',
        path: {},
        args: contextField,
        access: allowEveryone,
        handle: getMe,
      }),
    ],
  },
]
