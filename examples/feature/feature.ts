/** An example of a feature: `/next-event.txt` is the next event in one line, for a display at the entrance. */
import { createFragment } from '../../src/calendar/fragments/json-fragment.ts'
import { readEvents } from '../../src/features/site/data/load-events.ts'
import { defineFeature } from '../../src/http/feature.ts'
import { buildPageUrls, isReadRequest, type ServedRequest } from '../../src/http/request-context.ts'
import { NO_STORE_HEADERS } from '../../src/http/response/headers.ts'
import { createHttpResponse, type HttpResponse } from '../../src/http/response/http-response.ts'

/** Pages see what anonymous visitors may see. */
async function showNextEvent(request: ServedRequest): Promise<HttpResponse> {
  const source = { services: request.services, urls: buildPageUrls(request) }
  const selection = { filters: {}, archiveQuery: {} }
  const { events } = await readEvents(source, selection, { fixedFilters: {}, page: 1, perPage: 1 })
  const lines = events.map(({ title, start_date }) => `${start_date.slice(0, 16)} ${title}\n`)
  return createHttpResponse({
    status: 200,
    headers: NO_STORE_HEADERS,
    contentType: 'text/plain; charset=UTF-8',
    body: createFragment(lines.join('')),
    isRead: true,
  })
}

export const nextEvent = defineFeature({
  name: 'next-event',
  requires: ['site'],
  serve: () => ({
    finders: [
      {
        position: 220,
        find: (context) =>
          context.localizedPath.path === '/next-event.txt' && isReadRequest(context)
            ? { kind: 'system', name: 'next event', handle: showNextEvent }
            : undefined,
      },
    ],
  }),
})
