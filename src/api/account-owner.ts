/** The user that the path of an account route names. */

import type { Services } from '../calendar/services.ts'
import { findAccount } from '../calendar/users/accounts.ts'
import type { EndpointRequest, Route } from '../http/endpoint.ts'
import { toPositiveInteger } from '../kernel/field.ts'
import { problem } from '../kernel/problem.ts'
import { can, type User, type Viewer } from '../kernel/user.ts'

/** The signed-in user, or one by id. */
export type AccountOwner = { readonly kind: 'me' } | { readonly kind: 'user'; readonly user: User }

export const OWNER_PATTERN = '/users/(?P<user_id>\\d+|me)'

const getOwnerId = (owner: AccountOwner, viewer: Viewer): number => (owner.kind === 'me' ? viewer.id : owner.user.id)

export const isOwnAccount = (viewer: Viewer, owner: AccountOwner | undefined): boolean =>
  viewer.id !== 0 && owner !== undefined && getOwnerId(owner, viewer) === viewer.id

export const mayManageUsers = (viewer: Viewer): boolean => can(viewer, 'edit_users')

/** Only viewers who may manage all users learn whether a user exists. */
export const mayManage = (viewer: Viewer, owner: AccountOwner | undefined): boolean =>
  mayManageUsers(viewer) || isOwnAccount(viewer, owner)

export function requireOwnerId({ target, viewer }: EndpointRequest<AccountOwner, unknown>): number {
  if (!target) throw problem('rest_user_invalid_id')
  return getOwnerId(target, viewer)
}

async function findOwner(
  services: Services,
  params: Readonly<Record<string, string>>,
): Promise<AccountOwner | undefined> {
  const { user_id: userId = '' } = params
  if (userId.toLowerCase() === 'me') return { kind: 'me' }
  const id = toPositiveInteger(userId)
  const user = id === undefined ? undefined : await findAccount(services, id)
  return user && { kind: 'user', user }
}

/** Options of every route below `OWNER_PATTERN`. */
export const OWNER_ROUTE: Pick<Route<AccountOwner>, 'needsSignIn' | 'hasRevisions' | 'findTarget'> = {
  needsSignIn: true,
  hasRevisions: false,
  findTarget: findOwner,
}
