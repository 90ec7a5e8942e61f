/** `POST /events/copy`: copies a period of the calendar to other days (decisions: Program). */

import { displayTitle } from '../../base/text/wptexturize.ts'
import { restUrl, type Urls } from '../../calendar/posts/urls.ts'
import { retryTransaction } from '../../calendar/retry-transaction.ts'
import { createWriteContext } from '../../calendar/write-context.ts'
import { mayCreate } from '../../http/access-rules.ts'
import { CREATE_METHODS, defineEndpoint, type EndpointRequest, type Route } from '../../http/endpoint.ts'
import { type EndpointResponse, okResponse } from '../../http/response/reply.ts'
import { type CopiedEvents, copyEvents, type EventCopy } from './copy-events.ts'
import { type CopyInput, copyFields } from './copy-fields.ts'

async function copy({ services, args, viewer, urls }: EndpointRequest<never, CopyInput>): Promise<EndpointResponse> {
  const context = createWriteContext(services, viewer)
  const copied = await retryTransaction(services, (tx) => copyEvents(tx, args, context), undefined)
  return okResponse(presentCopies(copied, urls))
}

const presentCopies = ({ copies, skipped }: CopiedEvents, urls: Urls) => ({
  copies: copies.map((one) => ({
    id: one.copy.id,
    ...presentCopy(one),
    rest_url: restUrl(urls, 'event', one.copy.id),
  })),
  skipped: skipped.map(presentCopy),
  total: copies.length,
})

function presentCopy({ source, copy: { title, status, start_date, end_date, timezone } }: EventCopy) {
  return { source: source.id, title: displayTitle(title), status, start_date, end_date, timezone }
}

export const copyEventsRoute: Route = {
  pattern: '/events/copy',
  endpoints: [
    defineEndpoint({
      operation: 'copyEvents',
      answers: { 200: 'EventCopies' },
      methods: CREATE_METHODS,
      path: {},
      args: copyFields,
      access: mayCreate,
      handle: copy,
    }),
  ],
}
