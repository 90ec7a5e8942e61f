/**
 * Application passwords of users: decisions, Application passwords. The same in both namespaces, in the form that clients
 * of the reference know.
 */
import { findAccount } from '../actions/accounts.ts'
import {
  createApplicationPassword,
  findApplicationPassword,
  findApplicationPasswords,
  renamePassword,
  revokePasswords,
} from '../actions/application-passwords.ts'
import type { Services } from '../actions/services.ts'
import {
  type ApplicationPassword,
  applicationPasswordFields,
  applicationPasswordName,
  groupSecret,
} from '../calendar/application-password.ts'
import { positiveInteger } from '../calendar/field.ts'
import { type ProblemCode, problem } from '../calendar/problem.ts'
import { can, type User, type Viewer } from '../calendar/user.ts'
import { linkedApplicationPassword } from '../present/application-password.ts'
import { passwordArguments, userArgument } from './path-arguments.ts'
import { type Call, CREATES, created, DELETES, endpoint, ok, READS, type Reply, type Route, UPDATES } from './route.ts'

/** The user that the path names: the signed-in one, or one by id. */
type Owner = { readonly kind: 'me' } | { readonly kind: 'user'; readonly user: User }

type PasswordCall<Args> = Call<Owner, Args>

const ownerIdOf = (owner: Owner, viewer: Viewer): number => (owner.kind === 'me' ? viewer.id : owner.user.id)

const isOwn = (viewer: Viewer, owner: Owner | undefined): boolean =>
  viewer.id !== 0 && owner !== undefined && ownerIdOf(owner, viewer) === viewer.id

/** Users that do not exist are told only to those who may manage all. */
const mayManage = (viewer: Viewer, owner: Owner | undefined): boolean =>
  can(viewer, 'edit_users') || isOwn(viewer, owner)

const refuseWith =
  (code: ProblemCode) =>
  (viewer: Viewer): ProblemCode =>
    viewer.id === 0 ? 'rest_not_logged_in' : code

function requireOwnerId({ target, viewer }: PasswordCall<unknown>): number {
  if (!target) throw problem('rest_user_invalid_id')
  return ownerIdOf(target, viewer)
}

async function requirePassword(call: PasswordCall<unknown>): Promise<ApplicationPassword> {
  const found = await findApplicationPassword(call.services, requireOwnerId(call), call.params['uuid'] ?? '')
  if (!found) throw problem('rest_application_password_not_found')
  return found
}

const show = (call: PasswordCall<unknown>, password: ApplicationPassword) =>
  linkedApplicationPassword(password, call.urls)

async function list(call: PasswordCall<unknown>): Promise<Reply> {
  const passwords = await findApplicationPasswords(call.services, requireOwnerId(call))
  return ok(passwords.map((password) => show(call, password)))
}

async function create(call: PasswordCall<{ readonly name: string; readonly app_id?: string }>): Promise<Reply> {
  const { name, app_id: appId = '' } = call.args
  const { password, secret } = await createApplicationPassword(call.services, requireOwnerId(call), { name, appId })
  const { _links, ...shown } = show(call, password)
  return created({ ...shown, password: groupSecret(secret), _links }, _links.self[0].href)
}

async function removeAll(call: PasswordCall<unknown>): Promise<Reply> {
  const { length } = await revokePasswords(call.services, requireOwnerId(call), () => true)
  return ok({ deleted: true, count: length })
}

async function introspect(call: PasswordCall<unknown>): Promise<Reply> {
  const { applicationPassword } = call
  if (!applicationPassword) throw problem('rest_no_authenticated_app_password')
  return ok(show(call, applicationPassword))
}

async function remove(call: PasswordCall<unknown>): Promise<Reply> {
  const { id } = await requirePassword(call)
  const [revoked] = await revokePasswords(call.services, requireOwnerId(call), (one) => one.id === id)
  if (!revoked) throw problem('rest_application_password_not_found')
  return ok({ deleted: true, previous: show(call, revoked) })
}

async function update(call: PasswordCall<{ readonly name?: string }>): Promise<Reply> {
  const password = await requirePassword(call)
  const { name } = call.args
  return ok(show(call, name === undefined ? password : await renamePassword(call.services, password, name)))
}

async function findOwner(services: Services, params: Readonly<Record<string, string>>): Promise<Owner | undefined> {
  const { user_id: userId = '' } = params
  if (userId.toLowerCase() === 'me') return { kind: 'me' }
  const id = positiveInteger(userId)
  const user = id === undefined ? undefined : await findAccount(services, id)
  return user && { kind: 'user', user }
}

const COLLECTION = '/users/(?P<user_id>\\d+|me)/application-passwords'
const NOT_FOUND = { 404: 'Error' } as const

const collection: Route<Owner>['endpoints'] = [
  endpoint({
    operation: 'listApplicationPasswords',
    answers: { 200: 'ApplicationPasswords', ...NOT_FOUND },
    methods: READS,
    path: userArgument,
    args: {},
    access: mayManage,
    refusal: refuseWith('rest_cannot_list_application_passwords'),
    handle: list,
  }),
  endpoint({
    operation: 'createApplicationPassword',
    answers: { 201: 'NewApplicationPassword', ...NOT_FOUND },
    methods: CREATES,
    path: userArgument,
    args: applicationPasswordFields,
    access: mayManage,
    refusal: refuseWith('rest_cannot_create_application_passwords'),
    handle: create,
  }),
  endpoint({
    operation: 'deleteApplicationPasswords',
    answers: { 200: 'RevokedApplicationPasswords', ...NOT_FOUND },
    methods: DELETES,
    path: userArgument,
    args: {},
    access: mayManage,
    refusal: refuseWith('rest_cannot_delete_application_passwords'),
    handle: removeAll,
  }),
]

const single: Route<Owner>['endpoints'] = [
  endpoint({
    operation: 'getApplicationPassword',
    answers: { 200: 'ApplicationPassword', ...NOT_FOUND },
    methods: READS,
    path: passwordArguments,
    args: {},
    access: mayManage,
    refusal: refuseWith('rest_cannot_read_application_password'),
    handle: async (call: PasswordCall<unknown>) => ok(show(call, await requirePassword(call))),
  }),
  endpoint({
    operation: 'updateApplicationPassword',
    answers: { 200: 'ApplicationPassword', ...NOT_FOUND },
    methods: UPDATES,
    path: passwordArguments,
    args: applicationPasswordName,
    access: mayManage,
    refusal: refuseWith('rest_cannot_edit_application_password'),
    handle: update,
  }),
  endpoint({
    operation: 'deleteApplicationPassword',
    answers: { 200: 'RevokedApplicationPassword', ...NOT_FOUND },
    methods: DELETES,
    path: passwordArguments,
    args: {},
    access: mayManage,
    refusal: refuseWith('rest_cannot_delete_application_password'),
    handle: remove,
  }),
]

const introspection = endpoint({
  operation: 'introspectApplicationPassword',
  answers: { 200: 'ApplicationPassword' },
  methods: READS,
  path: userArgument,
  args: {},
  access: isOwn,
  refusal: refuseWith('rest_cannot_introspect_app_password_for_non_authenticated_user'),
  handle: introspect,
})

const shared: Pick<Route<Owner>, 'needsSignIn' | 'hasRevisions' | 'find'> = {
  needsSignIn: true,
  hasRevisions: false,
  find: findOwner,
}

export const applicationPasswordRoutes: readonly Route<Owner>[] = [
  { ...shared, pattern: COLLECTION, endpoints: collection },
  { ...shared, pattern: `${COLLECTION}/introspect`, endpoints: [introspection] },
  { ...shared, pattern: `${COLLECTION}/(?P<uuid>[\\w-]+)`, endpoints: single },
]
