/** Signing in and out, and the signed-in user. */
import { signInFields } from '../../../calendar/users/account-fields.ts'
import type { SignedInAccount } from '../../../calendar/users/account-sign-in.ts'
import { findAccount } from '../../../calendar/users/accounts.ts'
import { presentSignedIn } from '../../../calendar/users/present-account.ts'
import { revokeSessions } from '../../../calendar/users/sessions.ts'
import { allowEveryone } from '../../../http/access-rules.ts'
import {
  type AnyRoute,
  CREATE_METHODS,
  DELETE_METHODS,
  defineEndpoint,
  type EndpointRequest,
  READ_METHODS,
} from '../../../http/endpoint.ts'
import { createDeviceCookie, createEndedSessionCookie, createSessionCookie } from '../../../http/request/cookies.ts'
import { type EndpointResponse, okResponse } from '../../../http/response/reply.ts'
import type { Parsed } from '../../../kernel/field.ts'
import { problem } from '../../../kernel/problem.ts'

type SessionRequest<Args = unknown> = EndpointRequest<unknown, Args>

/** A page of another site must not sign its visitor in as another user. */
export function assertSameOrigin({ client }: Pick<SessionRequest, 'client'>): void {
  if (!client.isSameOrigin) throw problem('cross_origin_request')
}

interface NewSignIn extends Partial<SignedInAccount> {
  readonly user: SignedInAccount['user']
  /** Further keys of the response. */
  readonly more?: Readonly<Record<string, unknown>>
}

/** Starts a session, and returns the signed-in user with its cookies. */
export async function createSignInResponse(
  { client, signIns, urls }: Pick<SessionRequest, 'client' | 'signIns' | 'urls'>,
  { user, device, more }: NewSignIn,
): Promise<EndpointResponse> {
  const started = await signIns.sessions.start(user, client)
  const cookies = [
    createSessionCookie(started.token, urls.site),
    ...(device ? [createDeviceCookie(device, urls.site)] : []),
  ]
  return { ...okResponse({ ...presentSignedIn({ user, session: started }), ...more }), cookies }
}

async function signIn(call: SessionRequest<Parsed<typeof signInFields>>): Promise<EndpointResponse> {
  assertSameOrigin(call)
  const { login, password, code } = call.args
  const { ip, devices } = call.client
  return createSignInResponse(
    call,
    await call.host.accounts.signIn({ login, password, code, ip, devices, channel: 'admin' }),
  )
}

async function getSignedIn({ services, viewer, session }: SessionRequest): Promise<EndpointResponse> {
  const user = session?.user ?? (await findAccount(services, viewer.id))
  if (!user) throw problem('rest_not_logged_in')
  return okResponse(presentSignedIn({ user, session }))
}

async function signOut({ services, session, urls }: SessionRequest): Promise<EndpointResponse> {
  if (!session) throw problem('rest_not_logged_in')
  const { id, userId } = session.session
  await revokeSessions(services, userId, (one) => one.id === id)
  return { ...okResponse({ deleted: true }), cookies: [createEndedSessionCookie(urls.site)] }
}

export const sessionRoute: AnyRoute = {
  pattern: '/session',
  endpoints: [
    defineEndpoint({
      operation: 'getSession',
      answers: { 200: 'SignedIn' },
      methods: READ_METHODS,
      path: {},
      args: {},
      access: allowEveryone,
      acceptsCookieAlone: true,
      handle: getSignedIn,
    }),
    defineEndpoint({
      operation: 'signIn',
      isIrreversible: true,
      answers: { 200: 'SignedIn' },
      methods: CREATE_METHODS,
      path: {},
      args: signInFields,
      isPublic: true,
      access: allowEveryone,
      handle: signIn,
    }),
    defineEndpoint({
      operation: 'signOut',
      isIrreversible: true,
      answers: { 200: 'Deleted' },
      methods: DELETE_METHODS,
      path: {},
      args: {},
      access: allowEveryone,
      handle: signOut,
    }),
  ],
}
