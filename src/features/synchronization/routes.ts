/** Routes by which clients follow changes: pages of changes, and a stream of events (decisions: Delta sync, Live). */

import { createReadContext } from '../../api/list-response.ts'
import type { DateTime } from '../../base/time/date-time.ts'
import { SLOT } from '../../calendar/fragments/fragment-slots.ts'
import { createSlottedFragment, JsonDocument } from '../../calendar/fragments/json-fragment.ts'
import { createPagination } from '../../calendar/lists/query-plan.ts'
import { presentTerm, presentTermLinks } from '../../calendar/terms/present-term.ts'
import { MANAGE_CAPABILITIES } from '../../calendar/terms/write-terms.ts'
import { allowEveryone } from '../../http/access-rules.ts'
import {
  DELETE_METHODS,
  defineEndpoint,
  type EndpointRequest,
  READ_METHODS,
  type Route,
  UPDATE_METHODS,
} from '../../http/endpoint.ts'
import { type EndpointResponse, okResponse } from '../../http/response/reply.ts'
import { problem } from '../../kernel/problem.ts'
import type { Taxonomy } from '../../kernel/term.ts'
import { can, type Viewer } from '../../kernel/user.ts'
import { awaitChanges } from './await-changes.ts'
import { type ChangeCursor, formatCursor, parseCursor } from './change-cursor.ts'
import { createChangeWriter } from './changed-records.ts'
import { type ChangeFilters, type ChangesQuery, changeFilters, changesQuery } from './changes-query.ts'
import { type ChangesView, createChangesView } from './changes-view.ts'
import { createEventStream } from './event-stream.ts'
import { formatReady } from './format-events.ts'
import { type HistoryState, readHistoryState } from './history-state.ts'
import { assertContinuable, assertSameView, type ChangesPage, createCursor } from './read-changes.ts'

/** The target is the state of the database, which is read before the references of the filters. */
type ChangesRequest<Args> = EndpointRequest<HistoryState, Args>

const findState: Route<HistoryState>['findTarget'] = ({ database }) => readHistoryState(database)

function requireState({ target }: ChangesRequest<unknown>): HistoryState {
  if (!target) throw new Error('The state of the database is missing.')
  return target
}

/** Methods of a single term that the viewer may use, as in its own response. */
const listTermMethods = (taxonomy: Taxonomy, viewer: Viewer): readonly string[] => [
  ...READ_METHODS,
  ...(can(viewer, MANAGE_CAPABILITIES[taxonomy]) ? [...UPDATE_METHODS, ...DELETE_METHODS] : []),
]

function createView(call: ChangesRequest<ChangeFilters>, startedAt: DateTime): ChangesView {
  const { args, foundIds, urls, viewer } = call
  const allowed = { category: listTermMethods('category', viewer), tag: listTermMethods('tag', viewer) }
  return createChangesView(
    createReadContext(call),
    {
      args,
      foundIds,
      resolvedSeq: requireState(call).seq,
      presentTerm: (placed) => ({
        ...presentTerm(placed, urls),
        _links: presentTermLinks(placed.term, urls, allowed[placed.term.taxonomy]),
      }),
    },
    startedAt,
  )
}

async function list(call: ChangesRequest<ChangesQuery>): Promise<EndpointResponse> {
  const { args, services, live, urls, host } = call
  if (live.expectsStream) throw problem('not_an_event_stream', { values: { url: `${urls.base}/events/stream` } })
  const view = createView(call, args.since?.startedAt ?? services.now())
  if (args.since) assertSameView(view, args.since)
  const cursor = args.since ?? createCursor(view, requireState(call), true)
  const limit = createPagination(args, services.site).perPage
  const milliseconds = (args.wait ?? 0) * 1000
  const page = await awaitChanges(view, cursor, live, { connections: host.liveConnections, limit, milliseconds })
  return okResponse(createDocument(page), { 'cache-control': 'no-store' })
}

function createDocument({ changes, cursor, hasMore }: ChangesPage): JsonDocument {
  const envelope = createSlottedFragment({ changes: SLOT, cursor: formatCursor(cursor), has_more: hasMore })
  return new JsonDocument((out) =>
    out.fill(envelope, [() => out.writeList(changes, (change) => createChangeWriter(change)(out))]),
  )
}

async function stream(call: ChangesRequest<ChangeFilters>): Promise<EndpointResponse> {
  const { args, services, live, host } = call
  const since = parseLastEventId(live.lastEventId) ?? args.since
  const view = createView(call, since?.startedAt ?? services.now())
  if (since) {
    assertSameView(view, since)
    await assertContinuable(services, since)
  }
  const cursor = since ?? createCursor(view, requireState(call), false)
  host.liveConnections.assertAvailable(live.network)
  return { ...okResponse(undefined), openEvents: () => openStream(call, view, cursor) }
}

/** A browser sends it when it reconnects. */
function parseLastEventId(text: string | undefined): ChangeCursor | undefined {
  if (text === undefined) return undefined
  const result = parseCursor(text)
  if ('error' in result) throw problem('cursor-expired')
  return result.value
}

function openStream({ services, live, host }: ChangesRequest<unknown>, view: ChangesView, cursor: ChangeCursor) {
  const release = host.liveConnections.begin('stream', live.network)
  const events = createEventStream(() => {
    release()
    host.streamChannels.remove(reader)
  })
  const reader = { stream: events, assertSameViewer: live.assertSameViewer }
  events.send(formatReady(cursor))
  host.streamChannels.follow(view, cursor, reader).catch((error) => {
    services.reportError(error)
    events.end()
  })
  return events.body
}

export const changeRoutes: readonly Route<HistoryState>[] = [
  {
    pattern: '/changes',
    findTarget: findState,
    endpoints: [
      defineEndpoint({
        operation: 'listChanges',
        answers: { 200: 'Changes', 410: 'Error' },
        methods: READ_METHODS,
        path: {},
        args: changesQuery,
        isQuery: true,
        isLive: true,
        access: allowEveryone,
        handle: list,
      }),
    ],
  },
  {
    pattern: '/events/stream',
    findTarget: findState,
    endpoints: [
      defineEndpoint({
        operation: 'streamChanges',
        answers: { 200: 'Feed', 410: 'Error' },
        mediaType: 'text/event-stream',
        methods: READ_METHODS,
        path: {},
        args: changeFilters,
        isQuery: true,
        isLive: true,
        access: allowEveryone,
        handle: stream,
      }),
    ],
  },
]
