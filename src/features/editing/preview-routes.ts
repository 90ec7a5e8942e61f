/** Routes for editing an event: its fields as accepted, its page before it is saved, and links that show a draft. */
import { collectEventImages, type EventInput, eventFields } from '../../calendar/events/event-fields.ts'
import { writeEvent } from '../../calendar/events/write-event.ts'
import { writeWithImages } from '../../calendar/images/write-with-images.ts'
import { findPost } from '../../calendar/posts/post-store.ts'
import { findPreviewExpiry } from '../../calendar/posts/preview-link-store.ts'
import { findById } from '../../calendar/posts/read-posts.ts'
import { assertNotTrashed, requireCurrentPost } from '../../calendar/posts/save-post.ts'
import { previewUrl, restUrl } from '../../calendar/posts/urls.ts'
import { isoTime } from '../../calendar/users/present-account.ts'
import { mayChange, mayCreate } from '../../http/access-rules.ts'
import {
  CREATE_METHODS,
  createImageWrite,
  DELETE_METHODS,
  defineEndpoint,
  type EndpointRequest,
  READ_METHODS,
  type Route,
} from '../../http/endpoint.ts'
import { idArgument } from '../../http/path-parameters.ts'
import { createdResponse, type EndpointResponse, okResponse } from '../../http/response/reply.ts'
import { isWord, makeOptional, type Parsed, parsePositiveInteger, typeError } from '../../kernel/field.ts'
import type { Event } from '../../kernel/post.ts'
import { INVALID_VALUE, problem } from '../../kernel/problem.ts'
import { readWithRevision } from '../../storage/change-log/change-log.ts'
import { createPreviewLink, revokePreviewLink } from './preview-links.ts'
import { readEventInput } from './read-event-input.ts'

type EditRequest<Args = unknown> = EndpointRequest<Event, Args>

function requireEvent({ target, params }: EditRequest): Event {
  if (!target) throw problem('rest-event-not-found', { values: { id: params['id'] ?? '' } })
  return target
}

async function readInput(call: EditRequest): Promise<EndpointResponse> {
  const found = requireEvent(call)
  const { read } = call.services.database
  const { record, revision } = await readWithRevision(read, 'event', found.id, async () =>
    readEventInput(read, (await findPost(read, 'event', found.id)) ?? found, call.services.site.customFields),
  )
  return { ...okResponse(record), revision }
}

/** The transaction of the request is never committed, see `isRolledBack`. */
async function preview(call: EditRequest<Partial<EventInput>>): Promise<EndpointResponse> {
  const { services, args, viewer, urls, language, params } = call
  const edited = params['id'] === undefined ? undefined : requireEvent(call)
  const images = createImageWrite(call, collectEventImages(args))
  const { post } = await writeWithImages(services, images, async (tx, context) => {
    const current = edited && (await requireCurrentPost(tx, 'event', edited, viewer))
    if (current) assertNotTrashed('event', current)
    return writeEvent(tx, current, args, context)
  })
  const page = await call.host.pageRenderer.renderPreview(services, { language, urls }, { eventId: post.id })
  return okResponse({ html: page.text })
}

const DEFAULT_HOURS = 7 * 24
export const MAX_PREVIEW_HOURS = 30 * 24

const linkFields = {
  hours: {
    type: 'integer',
    describe: 'preview.hours',
    expects: { key: 'hint.number', values: { min: '1', max: String(MAX_PREVIEW_HOURS) } },
    default: DEFAULT_HOURS,
    parse: (raw: unknown) => {
      if (isWord(raw)) return typeError('integer')
      const hours = parsePositiveInteger(raw)
      return 'value' in hours && hours.value > MAX_PREVIEW_HOURS ? { error: INVALID_VALUE } : hours
    },
  },
} as const

async function createLink(call: EditRequest<Parsed<typeof linkFields>>): Promise<EndpointResponse> {
  const { services, viewer, args, urls } = call
  const event = requireEvent(call)
  const link = await createPreviewLink(services, { event, viewer }, args.hours ?? DEFAULT_HOURS)
  const body = { url: previewUrl(urls, link.token), expires: isoTime(link.expires) }
  return createdResponse(body, `${restUrl(urls, 'event', event.id)}/preview-link`)
}

async function readLink(call: EditRequest): Promise<EndpointResponse> {
  const { database, now } = call.services
  const expires = await findPreviewExpiry(database.read, requireEvent(call).id, now())
  return okResponse({ expires: expires === undefined ? null : isoTime(expires) })
}

async function revokeLink(call: EditRequest): Promise<EndpointResponse> {
  return okResponse({
    revoked: await revokePreviewLink(call.services, { event: requireEvent(call), viewer: call.viewer }),
  })
}

const itemRoute: Pick<Route<Event>, 'findTarget' | 'needsSignIn' | 'hasRevisions'> = {
  findTarget: ({ database }, params) => findById(database, 'event', params),
  needsSignIn: true,
  hasRevisions: false,
}

const previewOptions = { methods: CREATE_METHODS, isRolledBack: true, isLocalized: true, handle: preview } as const
const linkOptions = { path: idArgument, args: {}, access: mayChange } as const

const inputRoute: Route<Event> = {
  ...itemRoute,
  pattern: '/events/(?P<id>\\d+)/input',
  endpoints: [
    defineEndpoint({
      operation: 'getEventInput',
      answers: { 200: 'EventInput', 404: 'Error' },
      methods: READ_METHODS,
      path: idArgument,
      args: {},
      access: mayChange,
      handle: readInput,
    }),
  ],
}

const newPreviewRoute: Route<Event> = {
  pattern: '/events/preview',
  needsSignIn: true,
  endpoints: [
    defineEndpoint({
      ...previewOptions,
      operation: 'previewEvent',
      answers: { 200: 'EventPreview' },
      path: {},
      args: eventFields,
      access: mayCreate,
    }),
  ],
}

const itemPreviewRoute: Route<Event> = {
  ...itemRoute,
  pattern: '/events/(?P<id>\\d+)/preview',
  endpoints: [
    defineEndpoint({
      ...previewOptions,
      operation: 'previewEventChange',
      answers: { 200: 'EventPreview', 404: 'Error', 410: 'Error' },
      path: idArgument,
      args: makeOptional(eventFields),
      access: mayChange,
    }),
  ],
}

const linkRoute: Route<Event> = {
  ...itemRoute,
  pattern: '/events/(?P<id>\\d+)/preview-link',
  endpoints: [
    defineEndpoint({
      ...linkOptions,
      operation: 'getPreviewLink',
      answers: { 200: 'PreviewLinkState', 404: 'Error' },
      methods: READ_METHODS,
      handle: readLink,
    }),
    defineEndpoint({
      ...linkOptions,
      operation: 'createPreviewLink',
      answers: { 201: 'PreviewLink', 404: 'Error', 410: 'Error' },
      methods: CREATE_METHODS,
      args: linkFields,
      returnsCredentials: true,
      handle: createLink,
    }),
    defineEndpoint({
      ...linkOptions,
      operation: 'revokePreviewLink',
      answers: { 200: 'RevokedPreviewLink', 404: 'Error' },
      methods: DELETE_METHODS,
      handle: revokeLink,
    }),
  ],
}

export const eventEditingRoutes = [inputRoute, newPreviewRoute, itemPreviewRoute, linkRoute]
