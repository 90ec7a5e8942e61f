/** Application passwords of users, in the format of WordPress in both namespaces (decisions: Application passwords). */

import {
  type ApplicationPassword,
  applicationPasswordFields,
  applicationPasswordUpdateFields,
  groupSecret,
} from '../calendar/users/application-password-fields.ts'
import {
  createApplicationPassword,
  findApplicationPassword,
  findApplicationPasswords,
  renamePassword,
  revokePasswords,
} from '../calendar/users/application-passwords.ts'
import { linkedApplicationPassword } from '../calendar/users/present-application-password.ts'
import {
  CREATE_METHODS,
  DELETE_METHODS,
  defineEndpoint,
  type EndpointRequest,
  READ_METHODS,
  type Route,
  UPDATE_METHODS,
} from '../http/endpoint.ts'
import { applicationPasswordArguments, userArgument } from '../http/path-parameters.ts'
import { createdResponse, type EndpointResponse, okResponse } from '../http/response/reply.ts'
import { type ProblemCode, problem } from '../kernel/problem.ts'
import type { Viewer } from '../kernel/user.ts'
import {
  type AccountOwner,
  isOwnAccount,
  mayManage,
  OWNER_PATTERN,
  OWNER_ROUTE,
  requireOwnerId,
} from './account-owner.ts'

type PasswordRequest<Args> = EndpointRequest<AccountOwner, Args>

const createForbiddenCode =
  (code: ProblemCode) =>
  (viewer: Viewer): ProblemCode =>
    viewer.id === 0 ? 'rest_not_logged_in' : code

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

const COLLECTION = `${OWNER_PATTERN}/application-passwords`
const NOT_FOUND = { 404: 'Error' } as const

const collectionEndpoints: Route<AccountOwner>['endpoints'] = [
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
    returnsCredentials: true,
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

const itemEndpoints: Route<AccountOwner>['endpoints'] = [
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

export const applicationPasswordRoutes: readonly Route<AccountOwner>[] = [
  { ...OWNER_ROUTE, pattern: COLLECTION, endpoints: collectionEndpoints },
  { ...OWNER_ROUTE, pattern: `${COLLECTION}/introspect`, endpoints: [introspectionEndpoint] },
  { ...OWNER_ROUTE, pattern: `${COLLECTION}/(?P<uuid>[\\w-]+)`, endpoints: itemEndpoints },
]
