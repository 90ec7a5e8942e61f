/** Sessions of users: their own, or for administrators those of everyone. */

import { type AccountOwner, mayManage, OWNER_PATTERN, OWNER_ROUTE, requireOwnerId } from '../../../api/account-owner.ts'
import { presentSession } from '../../../calendar/users/present-account.ts'
import { findUserSessions, revokeSessions } from '../../../calendar/users/sessions.ts'
import {
  DELETE_METHODS,
  defineEndpoint,
  type EndpointRequest,
  READ_METHODS,
  type Route,
} from '../../../http/endpoint.ts'
import { sessionArguments, userArgument } from '../../../http/path-parameters.ts'
import { type EndpointResponse, okResponse } from '../../../http/response/reply.ts'
import { problem } from '../../../kernel/problem.ts'

type SessionsRequest = EndpointRequest<AccountOwner, unknown>

const getCurrentId = ({ session }: SessionsRequest): number | undefined => session?.session.id

async function list(call: SessionsRequest): Promise<EndpointResponse> {
  const sessions = await findUserSessions(call.services, requireOwnerId(call))
  return okResponse(sessions.map((session) => presentSession(session, getCurrentId(call))))
}

/** The session of the request stays. */
async function removeOthers(call: SessionsRequest): Promise<EndpointResponse> {
  const currentId = getCurrentId(call)
  const { length } = await revokeSessions(call.services, requireOwnerId(call), ({ id }) => id !== currentId)
  return okResponse({ deleted: true, count: length })
}

async function remove(call: SessionsRequest): Promise<EndpointResponse> {
  const sessionId = Number(call.params['session_id'])
  const [revoked] = await revokeSessions(call.services, requireOwnerId(call), ({ id }) => id === sessionId)
  if (!revoked) throw problem('rest_session_not_found')
  return okResponse({ deleted: true, previous: presentSession(revoked, getCurrentId(call)) })
}

const COLLECTION = `${OWNER_PATTERN}/sessions`
const NOT_FOUND = { 404: 'Error' } as const

export const userSessionRoutes: readonly Route<AccountOwner>[] = [
  {
    ...OWNER_ROUTE,
    pattern: COLLECTION,
    endpoints: [
      defineEndpoint({
        operation: 'listSessions',
        answers: { 200: 'Sessions', ...NOT_FOUND },
        methods: READ_METHODS,
        path: userArgument,
        args: {},
        access: mayManage,
        handle: list,
      }),
      defineEndpoint({
        operation: 'deleteSessions',
        answers: { 200: 'RevokedSessions', ...NOT_FOUND },
        methods: DELETE_METHODS,
        path: userArgument,
        args: {},
        access: mayManage,
        handle: removeOthers,
      }),
    ],
  },
  {
    ...OWNER_ROUTE,
    pattern: `${COLLECTION}/(?P<session_id>\\d+)`,
    endpoints: [
      defineEndpoint({
        operation: 'deleteSession',
        answers: { 200: 'RevokedSession', ...NOT_FOUND },
        methods: DELETE_METHODS,
        path: sessionArguments,
        args: {},
        access: mayManage,
        handle: remove,
      }),
    ],
  },
]
