/** The authenticator app of a user as second factor. */

import {
  type AccountOwner,
  isOwnAccount,
  mayManage,
  OWNER_PATTERN,
  OWNER_ROUTE,
  requireOwnerId,
} from '../../../api/account-owner.ts'
import { codeFields, currentPasswordField, ownPasswordField } from '../../../calendar/users/account-fields.ts'
import {
  CREATE_METHODS,
  defineEndpoint,
  type EndpointRequest,
  READ_METHODS,
  type Route,
} from '../../../http/endpoint.ts'
import { userArgument } from '../../../http/path-parameters.ts'
import { type EndpointResponse, okResponse } from '../../../http/response/reply.ts'
import type { Fields, Parsed } from '../../../kernel/field.ts'
import { confirmTotp, createTotpSecret, findSecondFactors, removeSecondFactors } from '../second-factor.ts'
import { confirmIfOwn, confirmOwnPassword } from './confirm-password.ts'

type TotpRequest<F extends Fields = Fields> = EndpointRequest<AccountOwner, Parsed<F>>

async function getStatus(call: EndpointRequest<AccountOwner, unknown>): Promise<EndpointResponse> {
  const { hasTotp, recoveryCodes } = await findSecondFactors(call.services, requireOwnerId(call))
  return okResponse({ totp: hasTotp, recovery_codes: recoveryCodes })
}

async function create(call: TotpRequest<typeof currentPasswordField>): Promise<EndpointResponse> {
  const { id } = await confirmOwnPassword(call, call.args.current_password)
  const { secret, url } = await createTotpSecret(call.services, id)
  return okResponse({ secret, url })
}

async function enable(call: TotpRequest<typeof codeFields>): Promise<EndpointResponse> {
  return okResponse({ recovery_codes: await confirmTotp(call.services, requireOwnerId(call), call.args.code) })
}

async function disable(call: TotpRequest<typeof ownPasswordField>): Promise<EndpointResponse> {
  await confirmIfOwn(call, call.args.current_password)
  await removeSecondFactors(call.services, requireOwnerId(call))
  return getStatus(call)
}

const PATTERN = `${OWNER_PATTERN}/totp`
const WRITE = { methods: CREATE_METHODS, path: userArgument } as const
const NOT_FOUND = { 404: 'Error' } as const

const statusRoute: Route<AccountOwner> = {
  ...OWNER_ROUTE,
  pattern: PATTERN,
  endpoints: [
    defineEndpoint({
      operation: 'getTotp',
      answers: { 200: 'TotpStatus', ...NOT_FOUND },
      methods: READ_METHODS,
      path: userArgument,
      args: {},
      access: mayManage,
      handle: getStatus,
    }),
    defineEndpoint({
      ...WRITE,
      operation: 'createTotp',
      isIrreversible: true,
      answers: { 200: 'NewTotp' },
      args: currentPasswordField,
      access: isOwnAccount,
      handle: create,
    }),
  ],
}

const confirmRoute: Route<AccountOwner> = {
  ...OWNER_ROUTE,
  pattern: `${PATTERN}/confirm`,
  endpoints: [
    defineEndpoint({
      ...WRITE,
      operation: 'confirmTotp',
      isIrreversible: true,
      answers: { 200: 'RecoveryCodes' },
      args: codeFields,
      access: isOwnAccount,
      handle: enable,
    }),
  ],
}

const disableRoute: Route<AccountOwner> = {
  ...OWNER_ROUTE,
  pattern: `${PATTERN}/disable`,
  endpoints: [
    defineEndpoint({
      ...WRITE,
      operation: 'disableTotp',
      isIrreversible: true,
      answers: { 200: 'TotpStatus', ...NOT_FOUND },
      args: ownPasswordField,
      access: mayManage,
      handle: disable,
    }),
  ],
}

export const totpRoutes = [statusRoute, confirmRoute, disableRoute]
