/** Application passwords of users, in the format of WordPress in both namespaces (decisions: Application passwords). */

import {
  type ApplicationPassword,
  applicationPasswordFields,
  applicationPasswordUpdateFields,
  groupSecret,
} from '../../domain/fields/application-password.ts'
import { toPositiveInteger } from '../../domain/fields/field.ts'
import { can, type User, type Viewer } from '../../domain/model/user.ts'
import { type ProblemCode, problem } from '../../domain/problem.ts'
import { linkedApplicationPassword } from '../../presenters/wordpress/application-password.ts'
import { findAccount } from '../../usecases/auth/accounts.ts'
import {
  createApplicationPassword,
  findApplicationPassword,
  findApplicationPasswords,
  renamePassword,
  revokePasswords,
} from '../../usecases/auth/application-passwords.ts'
import type { Services } from '../../usecases/services.ts'
import {
  CREATE_METHODS,
  DELETE_METHODS,
  defineEndpoint,
  type EndpointRequest,
  READ_METHODS,
  type Route,
  UPDATE_METHODS,
} from '../api/endpoint.ts'
import { applicationPasswordArguments, userArgument } from '../api/path-parameters.ts'
import { createdResponse, type EndpointResponse, okResponse } from '../response/reply.ts'

/** The user that the path names: the signed-in one, or one by id. */
type PasswordOwner = { readonly kind: 'me' } | { readonly kind: 'user'; readonly user: User }

type PasswordRequest<Args> = EndpointRequest<PasswordOwner, Args>

const getOwnerId = (owner: PasswordOwner, viewer: Viewer): number => (owner.kind === 'me' ? viewer.id : owner.user.id)

const isOwnAccount = (viewer: Viewer, owner: PasswordOwner | undefined): boolean =>
  viewer.id !== 0 && owner !== undefined && getOwnerId(owner, viewer) === viewer.id

/** Only viewers who may manage all users learn whether a user exists. */
const mayManage = (viewer: Viewer, owner: PasswordOwner | undefined): boolean =>
  can(viewer, 'edit_users') || isOwnAccount(viewer, owner)

const createForbiddenCode =
  (code: ProblemCode) =>
  (viewer: Viewer): ProblemCode =>
    viewer.id === 0 ? 'rest_not_logged_in' : code

function requireOwnerId({ target, viewer }: PasswordRequest<unknown>): number {
  if (!target) throw problem('rest_user_invalid_id')
  return getOwnerId(target, viewer)
}

async function requirePassword(call: PasswordRequest<unknown>): Promise<ApplicationPassword> {
  const found = await findApplicationPassword(call.services, requireOwnerId(call), call.params['uuid'] ?? '')
  if (!found) throw problem('rest_application_password_not_found')
  return found
}

const presentPassword = (call: PasswordRequest<unknown>, password: ApplicationPassword) =>
  linkedApplicationPassword(password, call.urls)

async function list(call: PasswordRequest<unknown>): Promise<EndpointResponse> {
  const passwords = await findApplicationPasswords(call.services, requireOwnerId(call))
  return okResponse(passwords.map((password) => presentPassword(call, password)))
}

async function create(
  call: PasswordRequest<{ readonly name: string; readonly app_id?: string }>,
): Promise<EndpointResponse> {
  const { name, app_id: appId = '' } = call.args
  const { password, secret } = await createApplicationPassword(call.services, requireOwnerId(call), { name, appId })
  const { _links, ...view } = presentPassword(call, password)
  return createdResponse({ ...view, password: groupSecret(secret), _links }, _links.self[0].href)
}

async function removeAll(call: PasswordRequest<unknown>): Promise<EndpointResponse> {
  const { length } = await revokePasswords(call.services, requireOwnerId(call), () => true)
  return okResponse({ deleted: true, count: length })
}

async function introspect(call: PasswordRequest<unknown>): Promise<EndpointResponse> {
  const { applicationPassword } = call
  if (!applicationPassword) throw problem('rest_no_authenticated_app_password')
  return okResponse(presentPassword(call, applicationPassword))
}

async function remove(call: PasswordRequest<unknown>): Promise<EndpointResponse> {
  const { id } = await requirePassword(call)
  const [revoked] = await revokePasswords(call.services, requireOwnerId(call), (password) => password.id === id)
  if (!revoked) throw problem('rest_application_password_not_found')
  return okResponse({ deleted: true, previous: presentPassword(call, revoked) })
}

async function update(call: PasswordRequest<{ readonly name?: string }>): Promise<EndpointResponse> {
  const password = await requirePassword(call)
  const { name } = call.args
  return okResponse(
    presentPassword(call, name === undefined ? password : await renamePassword(call.services, password, name)),
  )
}

async function findOwner(
  services: Services,
  params: Readonly<Record<string, string>>,
): Promise<PasswordOwner | undefined> {
  const { user_id: userId = '' } = params
  if (userId.toLowerCase() === 'me') return { kind: 'me' }
  const id = toPositiveInteger(userId)
  const user = id === undefined ? undefined : await findAccount(services, id)
  return user && { kind: 'user', user }
}

const COLLECTION = '/users/(?P<user_id>\\d+|me)/application-passwords'
const NOT_FOUND = { 404: 'Error' } as const

const collectionEndpoints: Route<PasswordOwner>['endpoints'] = [
  defineEndpoint({
    operation: 'listApplicationPasswords',
    answers: { 200: 'ApplicationPasswords', ...NOT_FOUND },
    methods: READ_METHODS,
    path: userArgument,
    args: {},
    access: mayManage,
    forbiddenCode: createForbiddenCode('rest_cannot_list_application_passwords'),
    handle: list,
  }),
  defineEndpoint({
    operation: 'createApplicationPassword',
    answers: { 201: 'NewApplicationPassword', ...NOT_FOUND },
    methods: CREATE_METHODS,
    path: userArgument,
    args: applicationPasswordFields,
    access: mayManage,
    forbiddenCode: createForbiddenCode('rest_cannot_create_application_passwords'),
    handle: create,
  }),
  defineEndpoint({
    operation: 'deleteApplicationPasswords',
    answers: { 200: 'RevokedApplicationPasswords', ...NOT_FOUND },
    methods: DELETE_METHODS,
    path: userArgument,
    args: {},
    access: mayManage,
    forbiddenCode: createForbiddenCode('rest_cannot_delete_application_passwords'),
    handle: removeAll,
  }),
]

const itemEndpoints: Route<PasswordOwner>['endpoints'] = [
  defineEndpoint({
    operation: 'getApplicationPassword',
    answers: { 200: 'ApplicationPassword', ...NOT_FOUND },
    methods: READ_METHODS,
    path: applicationPasswordArguments,
    args: {},
    access: mayManage,
    forbiddenCode: createForbiddenCode('rest_cannot_read_application_password'),
    handle: async (call: PasswordRequest<unknown>) => okResponse(presentPassword(call, await requirePassword(call))),
  }),
  defineEndpoint({
    operation: 'updateApplicationPassword',
    answers: { 200: 'ApplicationPassword', ...NOT_FOUND },
    methods: UPDATE_METHODS,
    path: applicationPasswordArguments,
    args: applicationPasswordUpdateFields,
    access: mayManage,
    forbiddenCode: createForbiddenCode('rest_cannot_edit_application_password'),
    handle: update,
  }),
  defineEndpoint({
    operation: 'deleteApplicationPassword',
    answers: { 200: 'RevokedApplicationPassword', ...NOT_FOUND },
    methods: DELETE_METHODS,
    path: applicationPasswordArguments,
    args: {},
    access: mayManage,
    forbiddenCode: createForbiddenCode('rest_cannot_delete_application_password'),
    handle: remove,
  }),
]

const introspectionEndpoint = defineEndpoint({
  operation: 'introspectApplicationPassword',
  answers: { 200: 'ApplicationPassword' },
  methods: READ_METHODS,
  path: userArgument,
  args: {},
  access: isOwnAccount,
  forbiddenCode: createForbiddenCode('rest_cannot_introspect_app_password_for_non_authenticated_user'),
  handle: introspect,
})

const COMMON_OPTIONS: Pick<Route<PasswordOwner>, 'needsSignIn' | 'hasRevisions' | 'findTarget'> = {
  needsSignIn: true,
  hasRevisions: false,
  findTarget: findOwner,
}

export const applicationPasswordRoutes: readonly Route<PasswordOwner>[] = [
  { ...COMMON_OPTIONS, pattern: COLLECTION, endpoints: collectionEndpoints },
  { ...COMMON_OPTIONS, pattern: `${COLLECTION}/introspect`, endpoints: [introspectionEndpoint] },
  { ...COMMON_OPTIONS, pattern: `${COLLECTION}/(?P<uuid>[\\w-]+)`, endpoints: itemEndpoints },
]
