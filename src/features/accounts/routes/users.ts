/** Users, for administrators; users can read themselves and change their name and password. */

import {
  type AccountOwner,
  isOwnAccount,
  mayManage,
  mayManageUsers,
  OWNER_PATTERN,
  OWNER_ROUTE,
  requireOwnerId,
} from '../../../api/account-owner.ts'
import {
  newUserFields,
  passwordChangeFields,
  userDeletionFields,
  userUpdateFields,
} from '../../../calendar/users/account-fields.ts'
import { createAccount, findAccount, listAccounts } from '../../../calendar/users/accounts.ts'
import { presentSentLink, presentSignedIn, presentUser } from '../../../calendar/users/present-account.ts'
import {
  CREATE_METHODS,
  DELETE_METHODS,
  defineEndpoint,
  type EndpointRequest,
  READ_METHODS,
  type Route,
  UPDATE_METHODS,
} from '../../../http/endpoint.ts'
import { userArgument } from '../../../http/path-parameters.ts'
import { createdResponse, type EndpointResponse, okResponse } from '../../../http/response/reply.ts'
import type { Parsed } from '../../../kernel/field.ts'
import { createInvalidParams, INVALID_VALUE, problem } from '../../../kernel/problem.ts'
import type { User } from '../../../kernel/user.ts'
import { sendAccountLink } from '../account-links.ts'
import { deleteAccount, updateAccount } from '../manage-users.ts'
import { changeOwnPassword } from '../own-password.ts'
import { createSignInResponse } from './session.ts'

type UserRequest<Args = unknown> = EndpointRequest<AccountOwner, Args>

async function requireUser(call: UserRequest): Promise<User> {
  const user = await findAccount(call.services, requireOwnerId(call))
  if (!user) throw problem('rest_user_invalid_id')
  return user
}

/** A user without a password is invited to choose one. */
async function create(call: EndpointRequest<unknown, Parsed<typeof newUserFields>>): Promise<EndpointResponse> {
  const { services, args, urls, language } = call
  const { id } = await createAccount(services, args)
  const user = await findAccount(services, id)
  if (!user) throw problem('rest_user_invalid_id')
  const request = { purpose: 'invitation', home: urls.home, language } as const
  const invitation = args.password === undefined ? await sendAccountLink(services, user, request) : undefined
  const view = { ...presentUser(user), ...(invitation && { invitation: presentSentLink(invitation) }) }
  return createdResponse(view, `${urls.base}/users/${id}`)
}

async function update(call: UserRequest<Parsed<typeof userUpdateFields>>): Promise<EndpointResponse> {
  const { disabled, revoke_credentials: mustRevoke, ...args } = call.args
  const id = requireOwnerId(call)
  const isRevoked = args.password !== undefined && (mustRevoke ?? id !== call.viewer.id)
  const revocation = { revokesPasskeys: isRevoked, revokesApplicationPasswords: isRevoked }
  const change = { ...args, ...(disabled !== undefined && { isDisabled: disabled }), ...revocation }
  return okResponse(presentUser(await updateAccount(call.services, id, change)))
}

async function remove(call: UserRequest<Parsed<typeof userDeletionFields>>): Promise<EndpointResponse> {
  const user = await requireUser(call)
  const { reassign = 0 } = call.args
  if (reassign === user.id) throw createInvalidParams({ reassign: INVALID_VALUE })
  await deleteAccount(call.services, user.id, reassign)
  return okResponse({ deleted: true, previous: presentUser(user) })
}

/** The other sessions of the user end; that of the request continues with a new token. */
async function changePassword(call: UserRequest<Parsed<typeof passwordChangeFields>>): Promise<EndpointResponse> {
  const { services, signIns, client, session } = call
  const { current_password, password, revoke_application_passwords: revokesApplicationPasswords = false } = call.args
  const user = await changeOwnPassword(services, signIns, requireOwnerId(call), {
    confirmation: { password: current_password, ip: client.ip, devices: client.devices },
    password,
    revokesApplicationPasswords,
  })
  return session ? createSignInResponse(call, { user }) : okResponse(presentSignedIn({ user, session }))
}

const NOT_FOUND = { 404: 'Error' } as const

const collectionRoute: Route<unknown> = {
  pattern: '/users',
  needsSignIn: true,
  endpoints: [
    defineEndpoint({
      operation: 'listUsers',
      answers: { 200: 'Users' },
      methods: READ_METHODS,
      path: {},
      args: {},
      access: mayManageUsers,
      handle: async ({ services }) => okResponse((await listAccounts(services)).map(presentUser)),
    }),
    defineEndpoint({
      operation: 'createUser',
      returnsCredentials: true,
      answers: { 201: 'NewUser' },
      methods: CREATE_METHODS,
      path: {},
      args: newUserFields,
      access: mayManageUsers,
      handle: create,
    }),
  ],
}

const itemRoute: Route<AccountOwner> = {
  ...OWNER_ROUTE,
  pattern: OWNER_PATTERN,
  endpoints: [
    defineEndpoint({
      operation: 'getUser',
      answers: { 200: 'User', ...NOT_FOUND },
      methods: READ_METHODS,
      path: userArgument,
      args: {},
      access: mayManage,
      handle: async (call: UserRequest) => okResponse(presentUser(await requireUser(call))),
    }),
    defineEndpoint({
      operation: 'updateUser',
      answers: { 200: 'User', ...NOT_FOUND },
      methods: UPDATE_METHODS,
      path: userArgument,
      args: userUpdateFields,
      access: mayManage,
      handle: update,
    }),
    defineEndpoint({
      operation: 'deleteUser',
      answers: { 200: 'DeletedUser', ...NOT_FOUND },
      methods: DELETE_METHODS,
      path: userArgument,
      args: userDeletionFields,
      access: mayManageUsers,
      handle: remove,
    }),
  ],
}

const passwordRoute: Route<AccountOwner> = {
  ...OWNER_ROUTE,
  pattern: `${OWNER_PATTERN}/password`,
  endpoints: [
    defineEndpoint({
      operation: 'changePassword',
      isIrreversible: true,
      answers: { 200: 'SignedIn' },
      methods: CREATE_METHODS,
      path: userArgument,
      args: passwordChangeFields,
      access: isOwnAccount,
      handle: changePassword,
    }),
  ],
}

export const userRoutes = [collectionRoute, itemRoute, passwordRoute]
