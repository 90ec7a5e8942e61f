/** Passkeys of users, and the sign-in with them. */

import {
  type AccountOwner,
  isOwnAccount,
  mayManage,
  OWNER_PATTERN,
  OWNER_ROUTE,
  requireOwnerId,
} from '../../../api/account-owner.ts'
import { currentPasswordField, ownPasswordField } from '../../../calendar/users/account-fields.ts'
import { presentPasskey } from '../../../calendar/users/present-account.ts'
import { allowEveryone } from '../../../http/access-rules.ts'
import {
  CREATE_METHODS,
  defineEndpoint,
  type EndpointRequest,
  READ_METHODS,
  type Route,
  UPDATE_METHODS,
} from '../../../http/endpoint.ts'
import { passkeyArguments, userArgument } from '../../../http/path-parameters.ts'
import { createEndedPasskeyCookie, createPasskeyCookie } from '../../../http/request/cookies.ts'
import { createdResponse, type EndpointResponse, okResponse } from '../../../http/response/reply.ts'
import { type Fields, type Parsed, toPositiveInteger } from '../../../kernel/field.ts'
import { problem } from '../../../kernel/problem.ts'
import { newPasskeyFields, passkeySignInFields, passkeyUpdateFields } from '../passkey-fields.ts'
import { createPasskey, createPasskeyOptions, deletePasskey, findUserPasskeys, renamePasskey } from '../passkeys.ts'
import { confirmIfOwn, confirmOwnPassword } from './confirm-password.ts'
import { assertSameOrigin, createSignInResponse } from './session.ts'

type PasskeyRequest<F extends Fields = Fields> = EndpointRequest<AccountOwner, Parsed<F>>
type SignInRequest<F extends Fields = Fields> = EndpointRequest<unknown, Parsed<F>>

const getPasskey = (call: EndpointRequest<AccountOwner, unknown>) => ({
  // 0 for IDs beyond the range of the database, which no passkey has.
  id: toPositiveInteger(call.params['passkey_id']) ?? 0,
  userId: requireOwnerId(call),
})

/** Passkeys are registered by browsers; programs have application passwords. */
function requireSessionUserId({ session }: Pick<PasskeyRequest, 'session'>): number {
  if (!session) throw problem('rest_not_logged_in')
  return session.user.id
}

async function list(call: EndpointRequest<AccountOwner, unknown>): Promise<EndpointResponse> {
  return okResponse((await findUserPasskeys(call.services, requireOwnerId(call))).map(presentPasskey))
}

async function createOptions(call: PasskeyRequest<typeof currentPasswordField>): Promise<EndpointResponse> {
  const userId = requireSessionUserId(call)
  await confirmOwnPassword(call, call.args.current_password)
  const { site } = call.urls
  const { token, options } = await createPasskeyOptions(call.services, userId, site)
  return { ...okResponse(options), cookies: [createPasskeyCookie(token, site)] }
}

/** The options have required the password. */
async function create(call: PasskeyRequest<typeof newPasskeyFields>): Promise<EndpointResponse> {
  const { services, args, client, urls } = call
  const { site } = urls
  const userId = requireSessionUserId(call)
  const passkey = await createPasskey(services, userId, { ...args, token: client.passkeyToken, site })
  const response = createdResponse(presentPasskey(passkey), `${urls.base}/users/${userId}/passkeys/${passkey.id}`)
  return { ...response, cookies: [createEndedPasskeyCookie(site)] }
}

async function rename(call: PasskeyRequest<typeof passkeyUpdateFields>): Promise<EndpointResponse> {
  return okResponse(presentPasskey(await renamePasskey(call.services, getPasskey(call), call.args.name)))
}

async function remove(call: PasskeyRequest<typeof ownPasswordField>): Promise<EndpointResponse> {
  await confirmIfOwn(call, call.args.current_password)
  const passkey = await deletePasskey(call.services, getPasskey(call))
  return okResponse({ deleted: true, previous: presentPasskey(passkey) })
}

async function createSignInOptions(call: SignInRequest): Promise<EndpointResponse> {
  assertSameOrigin(call)
  const { site } = call.urls
  const { token, options } = await call.host.accounts.passkeys.createOptions(site, call.client.ip)
  return { ...okResponse(options), cookies: [createPasskeyCookie(token, site)] }
}

async function signIn(call: SignInRequest<typeof passkeySignInFields>): Promise<EndpointResponse> {
  assertSameOrigin(call)
  const {
    client,
    urls,
    args,
    host: { accounts },
  } = call
  const { ip, passkeyToken: token } = client
  const { site } = urls
  const user = await accounts.passkeys.signIn({ credential: args.credential, token, site, ip })
  const { cookies = [], ...response } = await createSignInResponse(call, { user })
  return { ...response, cookies: [...cookies, createEndedPasskeyCookie(site)] }
}

const PATTERN = `${OWNER_PATTERN}/passkeys`
const ITEM_PATTERN = `${PATTERN}/(?P<passkey_id>\\d+)`
const NOT_FOUND = { 404: 'Error' } as const

const collectionRoute: Route<AccountOwner> = {
  ...OWNER_ROUTE,
  pattern: PATTERN,
  endpoints: [
    defineEndpoint({
      operation: 'listPasskeys',
      answers: { 200: 'Passkeys', ...NOT_FOUND },
      methods: READ_METHODS,
      path: userArgument,
      args: {},
      access: mayManage,
      handle: list,
    }),
    defineEndpoint({
      operation: 'createPasskey',
      isIrreversible: true,
      answers: { 201: 'Passkey' },
      methods: CREATE_METHODS,
      path: userArgument,
      args: newPasskeyFields,
      access: isOwnAccount,
      handle: create,
    }),
  ],
}

const optionsRoute: Route<AccountOwner> = {
  ...OWNER_ROUTE,
  pattern: `${PATTERN}/options`,
  endpoints: [
    defineEndpoint({
      operation: 'createPasskeyOptions',
      isIrreversible: true,
      answers: { 200: 'PasskeyOptions' },
      methods: CREATE_METHODS,
      path: userArgument,
      args: currentPasswordField,
      access: isOwnAccount,
      handle: createOptions,
    }),
  ],
}

const itemRoute: Route<AccountOwner> = {
  ...OWNER_ROUTE,
  pattern: ITEM_PATTERN,
  endpoints: [
    defineEndpoint({
      operation: 'updatePasskey',
      answers: { 200: 'Passkey', ...NOT_FOUND },
      methods: UPDATE_METHODS,
      path: passkeyArguments,
      args: passkeyUpdateFields,
      access: isOwnAccount,
      handle: rename,
    }),
  ],
}

const deletionRoute: Route<AccountOwner> = {
  ...OWNER_ROUTE,
  pattern: `${ITEM_PATTERN}/delete`,
  endpoints: [
    defineEndpoint({
      operation: 'deletePasskey',
      isIrreversible: true,
      answers: { 200: 'DeletedPasskey', ...NOT_FOUND },
      methods: CREATE_METHODS,
      path: passkeyArguments,
      args: ownPasswordField,
      access: mayManage,
      handle: remove,
    }),
  ],
}

const PUBLIC_ENDPOINT = { methods: CREATE_METHODS, path: {}, access: allowEveryone, isPublic: true } as const

const signInRoutes: readonly Route<unknown>[] = [
  {
    pattern: '/session/passkey/options',
    endpoints: [
      defineEndpoint({
        ...PUBLIC_ENDPOINT,
        operation: 'createPasskeySignInOptions',
        isIrreversible: true,
        answers: { 200: 'PasskeyOptions' },
        args: {},
        handle: createSignInOptions,
      }),
    ],
  },
  {
    pattern: '/session/passkey',
    endpoints: [
      defineEndpoint({
        ...PUBLIC_ENDPOINT,
        operation: 'signInWithPasskey',
        isIrreversible: true,
        answers: { 200: 'SignedIn' },
        args: passkeySignInFields,
        handle: signIn,
      }),
    ],
  },
]

export const passkeyRoutes = [collectionRoute, optionsRoute, itemRoute, deletionRoute, ...signInRoutes]
