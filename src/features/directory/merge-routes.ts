/** Routes that merge venues, organizers, categories and tags. */

import type { MergeableKind } from '../../calendar/posts/merged-records.ts'
import { findById } from '../../calendar/posts/read-posts.ts'
import { COLLECTION_NAMES, restUrl, type Urls } from '../../calendar/posts/urls.ts'
import { findTermByPath, MANAGE_CAPABILITIES } from '../../calendar/terms/write-terms.ts'
import { CREATE_METHODS, defineEndpoint, type EndpointRequest, type Route } from '../../http/endpoint.ts'
import { idArgument } from '../../http/path-parameters.ts'
import { type EndpointResponse, okResponse } from '../../http/response/reply.ts'
import type { Parsed, Reference } from '../../kernel/field.ts'
import { positives } from '../../kernel/field.ts'
import type { LinkedKind, PostByKind } from '../../kernel/post.ts'
import { TAXONOMIES, type Taxonomy, type Term } from '../../kernel/term.ts'
import { can, type Viewer } from '../../kernel/user.ts'
import { type MergeResult, mergeLinked, mergeTerms } from './merge-records.ts'

const NOUNS = { venue: 'Venues', organizer: 'Organizers', category: 'Categories', tag: 'Tags' } as const

const isTaxonomy = (kind: MergeableKind): kind is Taxonomy => TAXONOMIES.some((taxonomy) => taxonomy === kind)

/** At most this many records per request, because each takes a dozen statements. */
export const MAX_MERGED = 100

const createFields = (kind: MergeableKind) =>
  ({
    from: {
      ...positives('directory.merge_from'),
      required: true,
      allows: (ids: readonly number[]) => ids.length <= MAX_MERGED,
      references: (ids: readonly number[]): Reference[] =>
        isTaxonomy(kind) ? [{ kind, keys: ids.map(String), by: 'id' }] : [{ kind, ids }],
    },
  }) as const

type MergeInput = Parsed<ReturnType<typeof createFields>>
type MergeCall = EndpointRequest<{ readonly id: number }, MergeInput>

/** Editors and administrators: all events are changed. */
const mayMerge = (kind: MergeableKind) => (viewer: Viewer) =>
  can(viewer, 'edit_others_posts') && (!isTaxonomy(kind) || can(viewer, MANAGE_CAPABILITIES[kind]))

function presentMerge({ target, merged, latestEvents, events }: MergeResult, kind: MergeableKind, urls: Urls) {
  return {
    target: { ...target, rest_url: restUrl(urls, kind, target.id) },
    merged: merged.map(({ id, name, slug }) => ({ id, name, slug })),
    events: latestEvents.map((event) => ({ ...event, rest_url: restUrl(urls, 'event', event.id) })),
    events_total: events,
  }
}

async function merge({ services, viewer, args, target, urls, precondition }: MergeCall, kind: MergeableKind) {
  if (!target) throw new Error('The target is missing, although it was validated.')
  const request = { viewer, targetId: target.id, from: args.from, precondition }
  const result = isTaxonomy(kind)
    ? await mergeTerms(services, kind, request)
    : await mergeLinked(services, kind, request)
  return okResponse(presentMerge(result, kind, urls))
}

/** `POST /{collection}/{id}/merge`: merges other records into the one of the path. */
function createRoute<Target extends { readonly id: number }>(
  kind: MergeableKind,
  findTarget: NonNullable<Route<Target>['findTarget']>,
): Route<Target> {
  return {
    pattern: `/${COLLECTION_NAMES[kind]}/(?P<id>\\d+)/merge`,
    kind,
    findTarget,
    endpoints: [
      defineEndpoint({
        operation: `merge${NOUNS[kind]}`,
        answers: { 200: 'MergeResult', ...(!isTaxonomy(kind) && ({ 410: 'Error' } as const)) },
        methods: CREATE_METHODS,
        path: idArgument,
        args: createFields(kind),
        missingTargetArgument: 'id',
        access: mayMerge(kind),
        handle: (call: EndpointRequest<Target, MergeInput>): Promise<EndpointResponse> => merge(call, kind),
      }),
    ],
  }
}

const createLinkedRoute = <K extends LinkedKind>(kind: K): Route<PostByKind[K]> =>
  createRoute<PostByKind[K]>(kind, ({ database }, params) => findById(database, kind, params))

const createTermRoute = (taxonomy: Taxonomy): Route<Term> =>
  createRoute<Term>(taxonomy, ({ database }, params) => findTermByPath(database, taxonomy, params))

export const mergeRoutes = [
  createLinkedRoute('venue'),
  createLinkedRoute('organizer'),
  ...TAXONOMIES.map(createTermRoute),
]
