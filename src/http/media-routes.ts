/** The library of pictures: one shape, served in our namespace and to clients of `wp/v2/media`. */
import { asSeenBy, describeMedia, findMediaById, listMedia, removeMedia, upload } from '../actions/media.ts'
import { seesMedia } from '../actions/mentions.ts'
import { describeImageFlaw } from '../actions/pictures.ts'
import { withRevision } from '../actions/precondition.ts'
import { clockOf } from '../actions/services.ts'
import { type Fields, optional, type Parsed } from '../calendar/field.ts'
import {
  type Media,
  type MediaInput,
  type MediaPlan,
  type MediaQuery,
  mayEditMedia,
  mayUpload,
  mediaFields,
  mediaQuery,
  planMedia,
} from '../calendar/media.ts'
import { paging } from '../calendar/plans.ts'
import { invalid, type ProblemCode, problem } from '../calendar/problem.ts'
import type { Viewer } from '../calendar/user.ts'
import { echoMedia } from '../present/echo.ts'
import { presentMedia } from '../present/image.ts'
import type { ListFacts } from '../present/list.ts'
import { restUrl, type Urls } from '../present/urls.ts'
import { listReply } from './lists.ts'
import { idArgument } from './path-arguments.ts'
import { everybody } from './post-access.ts'
import { type Call, CREATES, created, DELETES, endpoint, ok, READS, type Reply, type Route, UPDATES } from './route.ts'

type MediaCall<Args> = Call<Media, Args>

export interface MediaPage {
  readonly records: readonly Media[]
  readonly total: number
  readonly plan: MediaPlan
  readonly query: MediaQuery
  readonly urls: Urls
}

/** What tells the two namespaces apart. */
export interface MediaShape {
  readonly present: (media: Media, urls: Urls) => unknown
  readonly list: (page: MediaPage) => Reply
  readonly sizes: (call: MediaCall<MediaQuery>) => { readonly perPage: number; readonly maxPerPage: number }
  readonly removed: (shown: unknown) => unknown
  readonly deleteArguments: Fields
  readonly notFound: ProblemCode
  readonly refusals: Readonly<Partial<Record<'create' | 'edit' | 'delete', ProblemCode>>>
}

const mayChangeMedia = (viewer: Viewer, target: Media | undefined): boolean =>
  target ? mayEditMedia(viewer, target) : mayUpload(viewer)

/** The picture of the path, of those the viewer may know of. */
async function existing(call: MediaCall<unknown>, { notFound }: MediaShape): Promise<Media> {
  const { services, viewer, target } = call
  if (target && (await seesMedia(services.database.read, viewer, target))) return target
  throw problem(notFound)
}

/** A picture as the viewer may see it. */
async function show({ services, viewer, urls }: MediaCall<unknown>, media: Media, { present }: MediaShape) {
  const [seen] = await asSeenBy(services.database.read, viewer, [media])
  return seen && present(seen, urls)
}

async function create(call: MediaCall<MediaInput>, shape: MediaShape): Promise<Reply> {
  const { services, viewer, args, file, urls } = call
  if (file?.path === undefined) throw problem('rest_upload_no_data')
  if (file.name === undefined) throw problem('rest_upload_no_content_disposition')
  const media = await upload(services, viewer, file.path, { ...args, name: file.name })
  if ('flaw' in media) throw invalid({ file: describeImageFlaw(media) })
  return created(await show(call, media, shape), restUrl(urls, 'media', media.id))
}

async function list(call: MediaCall<MediaQuery>, shape: MediaShape): Promise<Reply> {
  const { services, args, viewer, urls } = call
  const plan = planMedia(args, { viewer, clock: clockOf(services), paging: paging(args, shape.sizes(call)) })
  const found = { ...(await listMedia(services.database.read, viewer, plan)), plan, query: args, urls }
  return { ...shape.list(found), until: plan.until }
}

async function read(call: MediaCall<unknown>, shape: MediaShape): Promise<Reply> {
  const { database } = call.services
  const found = await existing(call, shape)
  const { record, revision } = await withRevision(database.read, 'media', found.id, () =>
    findMediaById(database, call.params),
  )
  return { ...ok(await show(call, record ?? found, shape)), revision }
}

export function mediaRoutes(shape: MediaShape): readonly Route<Media>[] {
  const { refusals } = shape
  const item = { path: idArgument, answers: { 200: 'Media', 404: 'Error' } } as const
  return [
    {
      pattern: '/media',
      endpoints: [
        endpoint({
          operation: 'listMedia',
          answers: { 200: 'MediaList', 404: 'Error' },
          methods: READS,
          path: {},
          args: mediaQuery,
          isQuery: true,
          access: everybody,
          handle: (call: MediaCall<MediaQuery>) => list(call, shape),
        }),
        endpoint({
          operation: 'createMedia',
          answers: { 201: 'Media' },
          methods: CREATES,
          path: {},
          args: mediaFields,
          takesFile: true,
          access: mayUpload,
          ...(refusals.create && { refusal: refusals.create }),
          handle: (call: MediaCall<MediaInput>) => create(call, shape),
        }),
      ],
    },
    {
      pattern: '/media/(?P<id>\\d+)',
      kind: 'media',
      find: ({ database }, params) => findMediaById(database, params),
      endpoints: [
        endpoint({
          ...item,
          operation: 'getMedia',
          methods: READS,
          args: {},
          access: everybody,
          handle: (call: MediaCall<unknown>) => read(call, shape),
        }),
        endpoint({
          ...item,
          operation: 'updateMedia',
          methods: UPDATES,
          args: optional(mediaFields),
          access: mayChangeMedia,
          ...(refusals.edit && { refusal: refusals.edit }),
          handle: async (call: MediaCall<MediaInput>) => {
            const found = await existing(call, shape)
            const described = await describeMedia(call.services, call.viewer, found, call.args)
            return ok(await show(call, described, shape))
          },
        }),
        endpoint({
          ...item,
          operation: 'deleteMedia',
          methods: DELETES,
          args: shape.deleteArguments,
          access: mayChangeMedia,
          ...(refusals.delete && { refusal: refusals.delete }),
          handle: async (call: MediaCall<Parsed<Fields>>) => {
            const found = await existing(call, shape)
            if (shape.deleteArguments['force'] && call.args['force'] !== true) throw problem('rest_trash_not_supported')
            const shown = await show(call, found, shape)
            await removeMedia(call.services, call.viewer, found)
            return ok(shape.removed(shown))
          },
        }),
      ],
    },
  ]
}

export function listFacts({ records, total, plan, query, urls }: MediaPage, present: MediaShape['present']): ListFacts {
  const { page, perPage } = plan
  const shown = records.map((media) => present(media, urls))
  return { kind: 'media', records: shown, total, page, perPage, echo: echoMedia(query, plan), isPageShown: true }
}

function listWithLinks(found: MediaPage): Reply {
  if (found.plan.page > 1 && found.records.length === 0) throw problem('media-archive-page-not-found')
  return listReply(listFacts(found, presentMedia), found.urls)
}

/** In our own namespace, shaped like its other records. */
export const libraryRoutes = mediaRoutes({
  present: presentMedia,
  list: listWithLinks,
  sizes: ({ services }) => services.site,
  removed: (shown) => shown,
  deleteArguments: {},
  notFound: 'media-not-found',
  refusals: {},
})
