/** Routes of the review of events, venues and organizers. */

import { LANGUAGES } from '../../base/i18n/language.ts'
import { findById } from '../../calendar/posts/read-posts.ts'
import { COLLECTION_NAMES, restUrl } from '../../calendar/posts/urls.ts'
import { mayChange, mayCreate } from '../../http/access-rules.ts'
import { CREATE_METHODS, defineEndpoint, type EndpointRequest, READ_METHODS, type Route } from '../../http/endpoint.ts'
import { idArgument } from '../../http/path-parameters.ts'
import { createdResponse, type EndpointResponse, okResponse } from '../../http/response/reply.ts'
import {
  defineBooleanField,
  defineEnumField,
  definePositiveField,
  type Parsed,
  parseNonEmptyText,
} from '../../kernel/field.ts'
import type { Post, PostByKind, PostKind } from '../../kernel/post.ts'
import { problem } from '../../kernel/problem.ts'
import { can } from '../../kernel/user.ts'
import { DEFAULT_MAIL_SETTINGS, findMailSettings, saveMailSettings } from './mail-store.ts'
import { presentNote, presentReview } from './present-review.ts'
import { addNote, listNotes, readReview, returnRecord } from './review-records.ts'

export const MAX_NOTE_BYTES = 5000

const noteField = {
  type: 'string',
  describe: 'review.note_text',
  expects: { key: 'hint.text' },
  required: true,
  parse: (raw: unknown) => parseNonEmptyText(raw, { limit: MAX_NOTE_BYTES }),
} as const

const noteFields = { text: noteField } as const
const returnFields = { reason: { ...noteField, describe: 'review.reason' } } as const
const reviewQuery = { days: { ...definePositiveField('review.days'), default: 7 } } as const
const mailFields = {
  mails: defineBooleanField('review.mails'),
  language: defineEnumField(LANGUAGES, 'review.mail_language'),
} as const

const NOUNS = { event: 'Event', venue: 'Venue', organizer: 'Organizer' } as const

type NoteCall<Args> = EndpointRequest<Post, Args>

const requireTarget = ({ target }: NoteCall<unknown>): Post => {
  if (!target) throw problem('history-not-found')
  return target
}

async function list(call: NoteCall<unknown>): Promise<EndpointResponse> {
  const { database, site } = call.services
  const notes = await listNotes(database.read, requireTarget(call).id)
  return okResponse({ notes: notes.map((note) => presentNote(note, site.zone)) })
}

async function add(call: NoteCall<Parsed<typeof noteFields>>, kind: PostKind): Promise<EndpointResponse> {
  const { services, viewer, args, urls } = call
  const { id } = requireTarget(call)
  const note = await addNote(services, { viewer, kind, id, text: args.text })
  return createdResponse(presentNote(note, services.site.zone), `${restUrl(urls, kind, id)}/notes`)
}

async function giveBack(call: NoteCall<Parsed<typeof returnFields>>, kind: PostKind): Promise<EndpointResponse> {
  const { services, viewer, args, precondition } = call
  const request = { viewer, kind, id: requireTarget(call).id, text: args.reason }
  return okResponse(presentNote(await returnRecord(services, request, precondition), services.site.zone))
}

function createRecordRoutes<K extends PostKind>(kind: K): readonly Route<PostByKind[K]>[] {
  const pattern = `/${COLLECTION_NAMES[kind]}/(?P<id>\\d+)`
  const findTarget: Route<PostByKind[K]>['findTarget'] = ({ database }, params) => findById(database, kind, params)
  return [
    {
      pattern: `${pattern}/notes`,
      needsSignIn: true,
      hasRevisions: false,
      findTarget,
      endpoints: [
        defineEndpoint({
          operation: `list${NOUNS[kind]}Notes`,
          answers: { 200: 'ReviewNotes', 404: 'Error' },
          methods: READ_METHODS,
          path: idArgument,
          args: {},
          isQuery: true,
          access: mayChange,
          handle: list,
        }),
        defineEndpoint({
          operation: `add${NOUNS[kind]}Note`,
          answers: { 201: 'ReviewNote', 404: 'Error' },
          methods: CREATE_METHODS,
          path: idArgument,
          args: noteFields,
          access: mayChange,
          handle: (call: NoteCall<Parsed<typeof noteFields>>) => add(call, kind),
        }),
      ],
    },
    {
      pattern: `${pattern}/return`,
      kind,
      findTarget,
      endpoints: [
        defineEndpoint({
          operation: `return${NOUNS[kind]}`,
          answers: { 200: 'ReviewNote', 404: 'Error' },
          methods: CREATE_METHODS,
          path: idArgument,
          args: returnFields,
          access: (viewer) => can(viewer, 'edit_others_posts'),
          handle: (call: NoteCall<Parsed<typeof returnFields>>) => giveBack(call, kind),
        }),
      ],
    },
  ]
}

async function review({ services, viewer, args, urls }: EndpointRequest<never, Parsed<typeof reviewQuery>>) {
  const overview = await readReview(services, viewer, args.days ?? reviewQuery.days.default)
  return okResponse(presentReview(overview, urls, services.site.zone))
}

type MailCall = EndpointRequest<never, Partial<Parsed<typeof mailFields>>>

async function readMailSettings({ services, viewer }: MailCall): Promise<EndpointResponse> {
  const { database, site } = services
  const { isEnabled, language } = (await findMailSettings(database.read)).get(viewer.id) ?? DEFAULT_MAIL_SETTINGS
  return okResponse({ mails: isEnabled, language: language || (site.languages[0] ?? 'en') })
}

async function changeMailSettings(call: MailCall): Promise<EndpointResponse> {
  const { services, viewer, args } = call
  await services.database.transaction(async (tx) => {
    const current = (await findMailSettings(tx)).get(viewer.id) ?? DEFAULT_MAIL_SETTINGS
    const { mails = current.isEnabled, language = current.language } = args
    await saveMailSettings(tx, viewer.id, { isEnabled: mails, language })
  })
  return readMailSettings(call)
}

const reviewRoute: Route = {
  pattern: '/review',
  needsSignIn: true,
  endpoints: [
    defineEndpoint({
      operation: 'getReview',
      answers: { 200: 'Review' },
      methods: READ_METHODS,
      path: {},
      args: reviewQuery,
      isQuery: true,
      access: mayCreate,
      handle: review,
    }),
  ],
}

const mailRoute: Route = {
  pattern: '/review/mails',
  needsSignIn: true,
  endpoints: [
    defineEndpoint({
      operation: 'getReviewMails',
      answers: { 200: 'ReviewMails' },
      methods: READ_METHODS,
      path: {},
      args: {},
      isQuery: true,
      access: mayCreate,
      handle: readMailSettings,
    }),
    defineEndpoint({
      operation: 'changeReviewMails',
      answers: { 200: 'ReviewMails' },
      methods: CREATE_METHODS,
      path: {},
      args: mailFields,
      access: mayCreate,
      handle: changeMailSettings,
    }),
  ],
}

export const reviewRoutes = [
  reviewRoute,
  mailRoute,
  ...createRecordRoutes('event'),
  ...createRecordRoutes('venue'),
  ...createRecordRoutes('organizer'),
]
