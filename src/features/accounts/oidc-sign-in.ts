/**
 * Sign-in by OpenID Connect. Issuer and subject identify a user. The first sign-in links the user who has the same email
 * address, if the issuer has verified it, or creates a user.
 */

import { toSeconds } from '../../base/time/civil-time.ts'
import type { ProcessServices } from '../../calendar/services.ts'
import { createAccount, requireAccount } from '../../calendar/users/accounts.ts'
import { insertSignIn } from '../../calendar/users/sign-in-log.ts'
import { deleteIdentity, findIdentityUser, hasIdentity, insertIdentity } from '../../calendar/users/user-identities.ts'
import { findUser, findUserByEmail } from '../../calendar/users/user-store.ts'
import { OIDC_FLOW_SECONDS } from '../../http/request/cookies.ts'
import { Problem } from '../../kernel/problem.ts'
import type { Role, User } from '../../kernel/user.ts'
import { recordChange } from '../../storage/change-log/change-log.ts'
import type { Writer } from '../../storage/types.ts'
import { createMethodLimit, type MethodLimit } from './attempts.ts'
import { updateAccount } from './manage-users.ts'
import { type Claims, chooseMappedRole, type OidcIdentity, parseClaims, type RoleRule } from './oidc-claims.ts'
import type { OidcClient } from './oidc-client.ts'
import type { OidcFailure } from './oidc-failure.ts'
import { createFlowCipher } from './oidc-flow.ts'

export interface OidcOptions {
  readonly client: OidcClient
  readonly clientSecret: string
  /** Name of the provider for users. */
  readonly name: string
  readonly roleClaim: string
  /** Empty if the provider does not decide about roles. */
  readonly roles: readonly RoleRule[]
  /** Undefined if users are not created. */
  readonly newUserRole: Role | undefined
}

export interface OidcStart {
  readonly redirectUrl: string
  readonly returnUrl: string
  readonly signInUrl: string
}

export interface OidcReturn {
  /** The redirect URL with the parameters of the provider. */
  readonly url: string
  /** Encrypted flow that the browser has sent. */
  readonly flow: string | undefined
  /** IP address of the client. */
  readonly ip: string
}

export type OidcOutcome =
  | { readonly user: User; readonly returnUrl: string }
  /** The URL of the sign-in page is undefined if the browser has no sign-in in progress. */
  | { readonly failure: OidcFailure; readonly signInUrl: string | undefined }

export type OidcSignIn = ReturnType<typeof createOidcSignIn>

/** `maxFailures` in 15 minutes per client; 0 disables the limit. */
export function createOidcSignIn(services: ProcessServices, options: OidcOptions, maxFailures: number) {
  const { now, random, reportError } = services
  const { client, name } = options
  const cipher = createFlowCipher(options.clientSecret, random)
  const limit = createMethodLimit(services, 'oidc', maxFailures)
  const report = (reason: string) => reportError(new Error(`sign-in with ${name} failed: ${reason}`))

  async function findUserOrFailure(claims: Claims): Promise<User | OidcFailure> {
    const identity = parseClaims(claims, options.roleClaim)
    if (!identity) return 'failed'
    const found = await findOrLinkUser(services, identity)
    if (found === 'unknown' && options.newUserRole) return createUser(services, options, identity)
    if (typeof found === 'string') return found
    return found.isDisabled ? 'disabled' : updateRole(services, options, found, identity)
  }

  return {
    name,
    /** The URL of the provider and the encrypted flow for the browser; undefined if the provider is unavailable. */
    start: async ({ redirectUrl, returnUrl, signInUrl }: OidcStart) => {
      const request = { state: random(32), nonce: random(32), verifier: random(32) }
      const built = await client.buildAuthorizationUrl(request, redirectUrl)
      if ('failure' in built) {
        report(built.reason)
        return undefined
      }
      const expires = toSeconds(now()) + OIDC_FLOW_SECONDS
      return { url: built.value, flow: cipher.encrypt({ ...request, returnUrl, signInUrl, expires }) }
    },
    /** Completes a sign-in. Never throws for what the client or the provider has sent. */
    finish: async ({ url, flow: encrypted, ip }: OidcReturn): Promise<OidcOutcome> => {
      const flow = encrypted === undefined ? undefined : cipher.decrypt(encrypted, toSeconds(now()))
      const fail = (failure: OidcFailure) => ({ failure, signInUrl: flow?.signInUrl })
      if (!flow) return fail('failed')
      if (!(await countAttempt(limit, ip))) return fail('limited')
      const redeemed = await client.redeemCode(flow, url)
      const isWrong = 'failure' in redeemed && redeemed.failure !== 'unavailable'
      if (!isWrong) await limit.refundAttempt(ip)
      if ('failure' in redeemed) {
        report(redeemed.reason)
        return fail(isWrong ? 'failed' : 'unavailable')
      }
      const user = await findUserOrFailure(redeemed.value)
      if (typeof user === 'string') return fail(user)
      const signIn = { action: 'sign-in', userId: user.id, application: '', ip, channel: 'admin' } as const
      await services.database.transaction((tx) => insertSignIn(tx, services, signIn))
      return { user, returnUrl: flow.returnUrl }
    },
  }
}

/** Returns false for a client beyond the limit. */
async function countAttempt(limit: MethodLimit, ip: string): Promise<boolean> {
  try {
    await limit.countAttempt(ip)
    return true
  } catch (error) {
    if (error instanceof Problem && error.code === 'too_many_sign_ins') return false
    throw error
  }
}

/** Concurrent first sign-ins of the same user may link the identity twice; the second one then finds it. */
function findOrLinkUser(services: ProcessServices, identity: OidcIdentity): Promise<User | OidcFailure> {
  const { database, now } = services
  const link = (tx: Writer) => linkUser(tx, identity, now())
  return database.transaction(link).catch((error) => {
    if (database.engine.isUniqueViolation(error)) return database.transaction(link)
    throw error
  })
}

async function linkUser(tx: Writer, { issuer, subject, email }: OidcIdentity, at: string): Promise<User | OidcFailure> {
  const linked = await findIdentityUser(tx, { issuer, subject })
  if (linked) return linked
  if (email === undefined) return 'unverified'
  const user = await findUserByEmail(tx, email)
  if (!user) return 'unknown'
  if (user.isDisabled) return 'disabled'
  if (await hasIdentity(tx, user.id)) return 'taken'
  await insertIdentity(tx, { issuer, subject, user_id: user.id, created_utc: at })
  await recordChange(tx, { kind: 'user', id: user.id, op: 'update', at, action: 'link-identity', fields: {} })
  return user
}

const mapRole = ({ roles, newUserRole = 'subscriber' }: OidcOptions, { groups }: OidcIdentity): Role =>
  chooseMappedRole(roles, groups) ?? newUserRole

async function createUser(
  services: ProcessServices,
  options: OidcOptions,
  identity: OidcIdentity,
): Promise<User | OidcFailure> {
  const { database, now } = services
  const { issuer, subject, email = '', name } = identity
  const login = await chooseLogin(services, identity.logins)
  const account = { login, email, role: mapRole(options, identity), ...(name !== undefined && { name }) }
  try {
    await createAccount(services, account, (tx, user_id) =>
      insertIdentity(tx, { issuer, subject, user_id, created_utc: now() }),
    )
  } catch (error) {
    // The email address is the login of another user, or a concurrent sign-in has just created the user.
    if (!(error instanceof Problem)) throw error
  }
  return (await findIdentityUser(database.read, { issuer, subject })) ?? 'taken'
}

async function chooseLogin({ database, random }: ProcessServices, logins: readonly string[]): Promise<string> {
  for (const login of logins) if (!(await findUser(database.read, login))) return login
  return `user-${random(4)}`
}

/** Applies the role mapping. The last administrator keeps the role, because no other user could manage users. */
async function updateRole(
  services: ProcessServices,
  options: OidcOptions,
  user: User,
  identity: OidcIdentity,
): Promise<User> {
  const role = mapRole(options, identity)
  if (options.roles.length === 0 || role === user.role) return user
  try {
    return await updateAccount(services, user.id, { role })
  } catch (error) {
    if (!(error instanceof Problem) || error.code !== 'last_administrator') throw error
    services.reportError(new Error(`OIDC_ROLES gives ${user.login} the role ${role}, but it is the last administrator`))
    return user
  }
}

/** Removes the identity of a user, by login or email, so that another one can be linked. Returns false without one. */
export async function unlinkIdentity(services: ProcessServices, login: string): Promise<boolean> {
  const { id } = await requireAccount(services, login)
  return services.database.transaction(async (tx) => {
    const isDeleted = await deleteIdentity(tx, id)
    const change = {
      kind: 'user',
      id,
      op: 'update',
      at: services.now(),
      action: 'unlink-identity',
      fields: {},
    } as const
    if (isDeleted) await recordChange(tx, change)
    return isDeleted
  })
}
