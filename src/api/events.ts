/** Routes of events (wire-contract §8, §9, §10). */

import { collectEventImages, type EventInput, eventFields } from '../calendar/events/event-fields.ts'
import { type RelativeInput, relativeFields } from '../calendar/events/relative-fields.ts'
import { resolveRelativeInput } from '../calendar/events/relative-input.ts'
import { createEvent, writeEvent } from '../calendar/events/write-event.ts'
import { createFragment, createJsonFragment, JsonDocument } from '../calendar/fragments/json-fragment.ts'
import { writeWithImages } from '../calendar/images/write-with-images.ts'
import { type EventQuery, eventQuery } from '../calendar/lists/event-query.ts'
import { buildEventParameters } from '../calendar/lists/query-params.ts'
import { planEvents } from '../calendar/lists/query-plan.ts'
import { assertMayDelete, deletePost } from '../calendar/posts/delete-post.ts'
import {
  findById,
  findBySlug,
  isIdTaken,
  listEvents,
  readEvent,
  renderWrittenEvent,
} from '../calendar/posts/read-posts.ts'
import { recordPostFields } from '../calendar/posts/recorded-fields.ts'
import {
  assertNotTrashed,
  createRestoreInput,
  requireCurrentPost,
  type WrittenPost,
} from '../calendar/posts/save-post.ts'
import { restUrl, type Urls } from '../calendar/posts/urls.ts'
import { retryTransaction } from '../calendar/retry-transaction.ts'
import { createSeries, type SeriesInput } from '../calendar/series/create-series.ts'
import { recurrenceField, type Scope, scopeField } from '../calendar/series/recurrence-field.ts'
import { type OccurrenceWrite, trashOccurrence, updateOccurrence } from '../calendar/series/write-occurrence.ts'
import type { Services } from '../calendar/services.ts'
import { createWriteContext } from '../calendar/write-context.ts'
import { allowEveryone, mayChange, mayCreate } from '../http/access-rules.ts'
import {
  CREATE_METHODS,
  createImageWrite,
  DELETE_METHODS,
  defineEndpoint,
  type EndpointRequest,
  READ_METHODS,
  type RevisableKind,
  type Route,
  UPDATE_METHODS,
} from '../http/endpoint.ts'
import { idArgument, passwordArgument, permanentField, readArguments, slugArgument } from '../http/path-parameters.ts'
import { createdResponse, type EndpointResponse, okResponse } from '../http/response/reply.ts'
import { makeOptional, toPositiveInteger } from '../kernel/field.ts'
import type { Event } from '../kernel/post.ts'
import { createInvalidParams, INVALID_VALUE, type Problem, problem } from '../kernel/problem.ts'
import { ANONYMOUS } from '../kernel/user.ts'
import { mayRead } from '../kernel/visibility.ts'
import type { Writer } from '../storage/types.ts'
import { createExternalIdRoute } from './external-ids.ts'
import { createFragmentListResponse, createPlanContext, createReadContext, getDefaultStatus } from './list-response.ts'

type EventUpdate = SeriesInput & RelativeInput & { readonly scope?: Scope }

export type EventRequest<Args> = EndpointRequest<Event, Args>

const list = defineEndpoint({
  operation: 'listEvents',
  answers: { 200: 'EventList', 404: 'Error' },
  methods: READ_METHODS,
  path: {},
  args: eventQuery,
  isQuery: true,
  access: allowEveryone,
  isSharedByClass: true,
  handle: async (call: EventRequest<EventQuery>): Promise<EndpointResponse> => {
    const { args, foundIds: found, viewer, urls } = call
    const readContext = createReadContext(call, call.createPasswordAttempt(args.password))
    const plan = planEvents(args, found, await createPlanContext(call, readContext))
    const { records, total, validUntil: until } = await listEvents(readContext, plan)
    if (plan.page > 1 && records.length === 0) throw problem('event-archive-page-not-found')
    const queryParameters = buildEventParameters(args, plan.bounds, {
      ...plan,
      defaultStatus: getDefaultStatus(viewer),
    })
    const { page, perPage } = plan
    const listData = { kind: 'event', total, page, perPage, queryParameters, hasCompleteUrl: true } as const
    return { ...createFragmentListResponse(listData, records, urls), until }
  },
})

const create = defineEndpoint({
  operation: 'createEvent',
  answers: { 201: 'Event' },
  methods: CREATE_METHODS,
  path: {},
  args: { ...eventFields, recurrence: recurrenceField },
  access: mayCreate,
  handle: async (call: EventRequest<EventInput & SeriesInput>): Promise<EndpointResponse> => {
    const { services, args, urls } = call
    const images = createImageWrite(call, collectEventImages(args))
    const written = await writeWithImages<WrittenPost<Event>>(services, images, async (tx, context) =>
      args.recurrence
        ? (await createSeries(tx, args, context, services.site.seriesHorizon)).first
        : createEvent(tx, args, context),
    )
    return createdResponse(await presentWrittenEvent(call, written), restUrl(urls, 'event', written.post.id))
  },
})

/** The response to a write shows the record in full, even if it has a password (wire-contract §14). */
const presentWrittenEvent = async (call: EventRequest<unknown>, written: WrittenPost<Event>): Promise<JsonDocument> =>
  new JsonDocument(await renderWrittenEvent(createReadContext(call), written.post.id, written.row, written.terms))

/** The event, and the numbers of occurrences that the write changed, if it could change several. */
async function presentOccurrence(call: EventRequest<unknown>, { id, row, changes }: OccurrenceWrite) {
  const written = await renderWrittenEvent(createReadContext(call), id, row)
  if (!changes) return new JsonDocument(written)
  const counts = createJsonFragment(changes)
  return new JsonDocument((out) => out.writeMember(CHANGES_KEY, written, () => out.write(counts)))
}

const CHANGES_KEY = createFragment(',"series_changes":')

/** 404 when no record has the ID, 400 when it is not that of an event (wire-contract §9.1). */
async function createEventNotFoundProblem({ services, params }: EventRequest<unknown>): Promise<Problem> {
  const { id = '0' } = params
  if (await isIdTaken(services.database, params)) return problem('rest-invalid-event-id')
  const eventId = BigInt(id) > 9223372036854775807n ? 9223372036854775807n : BigInt(id)
  return problem('rest-event-not-found', { values: { id: String(eventId) } })
}

/** Returns the event, or throws the problem that comes first in wire-contract §9.1. */
export async function requireReadableEvent(call: EventRequest<{ readonly password?: string }>) {
  const { target, viewer, args } = call
  const event =
    target && (await readEvent(createReadContext(call, call.createPasswordAttempt(args.password)), target.id))
  if (!event) throw await createEventNotFoundProblem(call)
  const { post, fragment, revision, sources, validUntil } = event
  if (post.status === 'trash') throw problem('event-no-longer-available')
  if (!mayRead(viewer, post)) throw problem('event-not-accessible')
  if (!fragment) throw problem('event-password-protected')
  return { post, fragment, revision, sources, validUntil }
}

async function read(call: EventRequest<{ readonly password?: string }>): Promise<EndpointResponse> {
  const { fragment, revision, sources, validUntil: until } = await requireReadableEvent(call)
  // Another record may take over a slug, but not an ID.
  const ownSources = call.params['id'] === undefined ? {} : { sources }
  return { ...okResponse(new JsonDocument(fragment)), revision, until, ...ownSources }
}

/** The response of `read` to an anonymous viewer. */
async function readPublicly(
  services: Services,
  { id }: Readonly<Record<string, string>>,
  urls: Urls,
): Promise<EndpointResponse | undefined> {
  const eventId = toPositiveInteger(id)
  const request = { services, urls, viewer: ANONYMOUS }
  const event = eventId === undefined ? undefined : await readEvent(createReadContext(request), eventId)
  if (!event?.fragment || event.post.status === 'trash' || !mayRead(ANONYMOUS, event.post)) return undefined
  const { fragment, revision, sources, validUntil: until } = event
  return { ...okResponse(new JsonDocument(fragment)), revision, sources, until }
}

async function update(call: EventRequest<EventUpdate>): Promise<EndpointResponse> {
  const { services, viewer, target } = call
  const { scope = 'this', ...args } = call.args
  if (!target) throw await createEventNotFoundProblem(call)
  const { seriesHorizon: horizon } = services.site
  const images = createImageWrite(call, collectEventImages(args))
  const write = await writeWithImages(services, images, async (tx, context) => {
    const current = await requireCurrentPost(tx, 'event', target, viewer)
    const input = await resolveRelativeInput(tx, current, args, context.clock)
    return updateOccurrence(tx, current, input, { scope, context, horizon })
  })
  return okResponse(await presentOccurrence(call, write))
}

/** Restores an event from the trash to the status that it had before. */
async function restore(call: EventRequest<unknown>): Promise<EndpointResponse> {
  const { services, viewer, target, precondition } = call
  if (!target) throw await createEventNotFoundProblem(call)
  const write = async (tx: Writer) => {
    const current = await requireCurrentPost(tx, 'event', target, viewer)
    return writeEvent(tx, current, createRestoreInput(current), createWriteContext(services, viewer))
  }
  const { post, row } = await retryTransaction(services, write, precondition)
  return okResponse(new JsonDocument(await renderWrittenEvent(createReadContext(call), post.id, row)))
}

interface DeleteArguments {
  readonly scope?: Scope
  readonly permanent?: boolean
}

async function remove(call: EventRequest<DeleteArguments>): Promise<EndpointResponse> {
  const { services, viewer, target } = call
  if (!target) throw await createEventNotFoundProblem(call)
  if (call.args.permanent) return removePermanently(call, target)
  const write = async (tx: Writer) => {
    const current = await requireCurrentPost(tx, 'event', target, viewer)
    assertNotTrashed('event', current)
    return trashOccurrence(tx, current, call.args.scope ?? 'this', createWriteContext(services, viewer))
  }
  return okResponse(await presentOccurrence(call, await retryTransaction(services, write, call.precondition)))
}

/** The response shows the event as it was. */
async function removePermanently(call: EventRequest<DeleteArguments>, target: Event): Promise<EndpointResponse> {
  const { services, viewer, args, precondition } = call
  assertMayDelete(viewer)
  if (args.scope !== undefined && args.scope !== 'this') throw createInvalidParams({ scope: INVALID_VALUE })
  const view = new JsonDocument(await renderWrittenEvent(createReadContext(call), target.id, undefined))
  const write = async (tx: Writer) => {
    const current = await requireCurrentPost(tx, 'event', target, viewer)
    await deletePost(tx, 'event', current, createWriteContext(services, viewer))
  }
  await retryTransaction(services, write, precondition)
  return okResponse(view)
}

const deleteFields = { scope: scopeField, permanent: permanentField }
const updateFields = {
  ...makeOptional(eventFields),
  recurrence: recurrenceField,
  scope: scopeField,
  ...relativeFields,
}
const updateFieldsById = { ...passwordArgument, ...updateFields }
/** The slug in the body renames the event. It is declared first, like the path parameter in the reference. */
const { slug, ...otherFields } = updateFields
const updateFieldsBySlug = { slug, ...otherFields }
const answers = { 200: 'Event', 404: 'Error' } as const

export const eventRoutes: readonly Route<Event>[] = [
  { pattern: '/events', endpoints: [list, create] },
  {
    pattern: '/events/(?P<id>\\d+)',
    kind: 'event',
    findTarget: ({ database }, params) => findById(database, 'event', params),
    readPublicly,
    endpoints: [
      defineEndpoint({
        operation: 'getEvent',
        answers,
        methods: READ_METHODS,
        path: idArgument,
        args: readArguments,
        access: allowEveryone,
        isSharedByClass: true,
        handle: read,
      }),
      defineEndpoint({
        operation: 'deleteEvent',
        answers: { ...answers, 410: 'Error' },
        methods: DELETE_METHODS,
        path: idArgument,
        args: { ...passwordArgument, ...deleteFields },
        access: mayChange,
        handle: remove,
      }),
      defineEndpoint({
        operation: 'updateEvent',
        answers,
        methods: UPDATE_METHODS,
        path: idArgument,
        args: updateFieldsById,
        access: mayChange,
        handle: update,
      }),
    ],
  },
  {
    pattern: '/events/by-slug/(?P<slug>[^/]+)',
    kind: 'event',
    findTarget: ({ database }, params) => findBySlug(database, 'event', params),
    endpoints: [
      defineEndpoint({
        operation: 'getEventBySlug',
        answers: { 200: 'Event' },
        methods: READ_METHODS,
        path: slugArgument,
        args: readArguments,
        missingTargetArgument: 'slug',
        access: allowEveryone,
        isSharedByClass: true,
        handle: read,
      }),
      defineEndpoint({
        operation: 'deleteEventBySlug',
        answers: { 200: 'Event', 410: 'Error' },
        methods: DELETE_METHODS,
        path: slugArgument,
        args: deleteFields,
        missingTargetArgument: 'slug',
        access: mayChange,
        handle: remove,
      }),
      defineEndpoint({
        operation: 'updateEventBySlug',
        answers,
        methods: UPDATE_METHODS,
        path: {},
        args: updateFieldsBySlug,
        access: mayChange,
        handle: update,
      }),
    ],
  },
]

const restoreEndpoint = { answers, methods: CREATE_METHODS, args: {}, access: mayChange, handle: restore } as const

export const eventRestoreRoutes: readonly Route<Event>[] = [
  {
    pattern: '/events/(?P<id>\\d+)/restore',
    kind: 'event',
    findTarget: ({ database }, params) => findById(database, 'event', params),
    endpoints: [defineEndpoint({ ...restoreEndpoint, operation: 'restoreEvent', path: idArgument })],
  },
  {
    pattern: '/events/by-slug/(?P<slug>[^/]+)/restore',
    kind: 'event',
    findTarget: ({ database }, params) => findBySlug(database, 'event', params),
    endpoints: [defineEndpoint({ ...restoreEndpoint, operation: 'restoreEventBySlug', path: slugArgument })],
  },
]

export const revisableEvent: RevisableKind<Event> = {
  kind: 'event',
  fields: updateFields,
  findTarget: ({ database }, params) => findById(database, 'event', params),
  mayEdit: mayChange,
  recordFields: (event) => recordPostFields('event', event),
  update,
}

export const eventExternalIdRoute: Route<Event> = createExternalIdRoute('event', {
  noun: 'Event',
  fields: eventFields,
  save: writeEvent,
  getImages: collectEventImages,
  read,
  presentWritten: presentWrittenEvent,
})
