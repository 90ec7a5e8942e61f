/** `GET /events/authors`: names for the filter by author. */

import { listEventAuthors } from '../../calendar/users/authors.ts'
import { defineEndpoint, type EndpointRequest, READ_METHODS, type Route } from '../../http/endpoint.ts'
import { type EndpointResponse, okResponse } from '../../http/response/reply.ts'
import { can } from '../../kernel/user.ts'

async function list({ services }: EndpointRequest<never, unknown>): Promise<EndpointResponse> {
  const authors = await listEventAuthors(services.database.read)
  return okResponse({ authors, total: authors.length })
}

export const authorsRoute: Route = {
  pattern: '/events/authors',
  needsSignIn: true,
  endpoints: [
    defineEndpoint({
      operation: 'listEventAuthors',
      answers: { 200: 'Authors' },
      methods: READ_METHODS,
      path: {},
      args: {},
      access: (viewer) => can(viewer, 'edit_others_posts'),
      handle: list,
    }),
  ],
}
