/** Events: contract 8, 9 and 10. */

import { writeWithPictures } from '../actions/pictures.ts'
import {
  findById,
  findBySlug,
  isTaken,
  listEvents,
  type Reading,
  readEvent,
  readyEvent,
  writtenEvent,
} from '../actions/read-posts.ts'
import type { PasswordAttempt } from '../actions/record-passwords.ts'
import type { Services } from '../actions/services.ts'
import type { Ties } from '../actions/text-loading.ts'
import { transact } from '../actions/transact.ts'
import { createEvent, writeEvent } from '../actions/write-event.ts'
import { circumstancesOf, currentPost, refuseTrashed } from '../actions/write-post.ts'
import { type EventInput, eventFields, eventPictures } from '../calendar/event.ts'
import { type EventQuery, eventQuery } from '../calendar/event-query.ts'
import { optional, positiveInteger } from '../calendar/field.ts'
import { planEvents } from '../calendar/plans.ts'
import type { Event } from '../calendar/post.ts'
import { type Problem, problem } from '../calendar/problem.ts'
import { ANONYMOUS } from '../calendar/user.ts'
import { mayRead } from '../calendar/visibility.ts'
import { echoEvents } from '../present/echo.ts'
import { JsonText } from '../present/json-text.ts'
import { restUrl, type Urls } from '../present/urls.ts'
import { externalIdRoute } from './external-id-routes.ts'
import { defaultStatus, listContext, listTextReply } from './lists.ts'
import { idArgument, passwordArgument, slugArgument } from './path-arguments.ts'
import { everybody, mayChange, mayCreate } from './post-access.ts'
import {
  type Call,
  CREATES,
  created,
  DELETES,
  endpoint,
  ok,
  pictureWrite,
  READS,
  type Reply,
  type Route,
  UPDATES,
} from './route.ts'

export type EventCall<Args> = Call<Event, Args>

type Caller = Pick<EventCall<unknown>, 'services' | 'urls' | 'viewer'>

export const reading = ({ services, urls, viewer }: Caller, attempt?: PasswordAttempt): Reading => ({
  services,
  setting: { urls, currency: services.site.currency },
  sight: { viewer, attempt },
})

const list = endpoint({
  operation: 'listEvents',
  answers: { 200: 'EventList', 404: 'Error' },
  methods: READS,
  path: {},
  args: eventQuery,
  isQuery: true,
  access: everybody,
  handle: async (call: EventCall<EventQuery>): Promise<Reply> => {
    const { args, found, viewer, urls } = call
    const seen = reading(call, call.passwordAttempt(args.password))
    const plan = planEvents(args, found, await listContext(call, seen))
    const { records, total } = await listEvents(seen, plan)
    if (plan.page > 1 && records.length === 0) throw problem('event-archive-page-not-found')
    const echo = echoEvents(args, plan.bounds, { ...plan, defaultStatus: defaultStatus(viewer) })
    const { page, perPage, until } = plan
    const facts = { kind: 'event', total, page, perPage, echo, isPageShown: true } as const
    return { ...listTextReply(facts, records, urls), until }
  },
})

const create = endpoint({
  operation: 'createEvent',
  answers: { 201: 'Event' },
  methods: CREATES,
  path: {},
  args: eventFields,
  access: mayCreate,
  handle: async (call: EventCall<EventInput>): Promise<Reply> => {
    const { services, args, urls } = call
    const pictures = pictureWrite(call, eventPictures(args))
    const { event, ties } = await writeWithPictures(services, pictures, (tx, circumstances) =>
      createEvent(tx, args, circumstances),
    )
    return created(await readBack(call, event, ties), restUrl(urls, 'event', event.id))
  },
})

/** A write answers with the record whole, whatever password it has (contract 14). */
const readBack = async (call: EventCall<unknown>, event: Event, ties?: Ties): Promise<JsonText> =>
  new JsonText(await writtenEvent(reading(call), event, ties))

/** No event: 404 when nothing has the number, 400 when something else has it (contract 9.1). */
async function noSuchEvent({ services, params }: EventCall<unknown>): Promise<Problem> {
  const { id = '0' } = params
  if (await isTaken(services.database, params)) return problem('rest-invalid-event-id')
  const number = BigInt(id) > 9223372036854775807n ? 9223372036854775807n : BigInt(id)
  return problem('rest-event-not-found', { values: { id: String(number) } })
}

/** The event whole, or why not, in the order of contract 9.1. */
export async function readWhole(call: EventCall<{ readonly password?: string }>) {
  const { target, viewer, args } = call
  const event = target && (await readEvent(reading(call, call.passwordAttempt(args.password)), target.id))
  if (!event) throw await noSuchEvent(call)
  const { post, part, revision } = event
  if (post.status === 'trash') throw problem('event-no-longer-available')
  if (!mayRead(viewer, post)) throw problem('event-not-accessible')
  if (!part) throw problem('event-password-protected')
  return { post, part, revision }
}

async function read(call: EventCall<{ readonly password?: string }>): Promise<Reply> {
  const { part, revision } = await readWhole(call)
  return { ...ok(new JsonText(part)), revision }
}

/** What `read` would answer to anybody, where nothing has to be waited for. */
function ready(services: Services, { id }: Readonly<Record<string, string>>, urls: Urls): Reply | undefined {
  const number = positiveInteger(id)
  const call = { services, urls, viewer: ANONYMOUS }
  const event = number === undefined ? undefined : readyEvent(reading(call), number)
  if (!event?.part || event.post.status === 'trash' || !mayRead(ANONYMOUS, event.post)) return undefined
  return { ...ok(new JsonText(event.part)), revision: event.revision }
}

async function update(call: EventCall<Partial<EventInput>>): Promise<Reply> {
  const { services, args, viewer, target } = call
  if (!target) throw await noSuchEvent(call)
  const event = await writeWithPictures(services, pictureWrite(call, eventPictures(args)), async (tx, circumstances) =>
    writeEvent(tx, await currentPost(tx, 'event', target, viewer), args, circumstances),
  )
  return ok(await readBack(call, event))
}

async function trash(call: EventCall<unknown>): Promise<Reply> {
  const { services, viewer, target } = call
  if (!target) throw await noSuchEvent(call)
  const event = await transact(services, async (tx) => {
    const current = await currentPost(tx, 'event', target, viewer)
    refuseTrashed('event', current)
    return writeEvent(tx, current, { status: 'trash' }, circumstancesOf(services, viewer))
  })
  return ok(await readBack(call, event))
}

const updateFields = optional(eventFields)
const updateFieldsById = { ...passwordArgument, ...updateFields }
/** A slug in the body renames; it is declared first, where the reference declares that of the path. */
const { slug, ...otherFields } = updateFields
const updateFieldsBySlug = { slug, ...otherFields }
const answers = { 200: 'Event', 404: 'Error' } as const

export const eventRoutes: readonly Route<Event>[] = [
  { pattern: '/events', endpoints: [list, create] },
  {
    pattern: '/events/(?P<id>\\d+)',
    kind: 'event',
    find: ({ database }, params) => findById(database, 'event', params),
    ready,
    endpoints: [
      endpoint({
        operation: 'getEvent',
        answers,
        methods: READS,
        path: idArgument,
        args: passwordArgument,
        access: everybody,
        handle: read,
      }),
      endpoint({
        operation: 'deleteEvent',
        answers: { ...answers, 410: 'Error' },
        methods: DELETES,
        path: idArgument,
        args: passwordArgument,
        access: mayChange,
        handle: trash,
      }),
      endpoint({
        operation: 'updateEvent',
        answers,
        methods: UPDATES,
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
    find: ({ database }, params) => findBySlug(database, 'event', params),
    endpoints: [
      endpoint({
        operation: 'getEventBySlug',
        answers: { 200: 'Event' },
        methods: READS,
        path: slugArgument,
        args: passwordArgument,
        refuses: 'slug',
        access: everybody,
        handle: read,
      }),
      endpoint({
        operation: 'deleteEventBySlug',
        answers: { 200: 'Event', 410: 'Error' },
        methods: DELETES,
        path: slugArgument,
        args: {},
        refuses: 'slug',
        access: mayChange,
        handle: trash,
      }),
      endpoint({
        operation: 'updateEventBySlug',
        answers,
        methods: UPDATES,
        path: {},
        args: updateFieldsBySlug,
        access: mayChange,
        handle: update,
      }),
    ],
  },
]

export const eventByExternalId: Route<Event> = externalIdRoute('event', {
  noun: 'Event',
  fields: eventFields,
  save: writeEvent,
  pictures: eventPictures,
  read,
  whole: readBack,
})
