/** Routes of venues and organizers (wire-contract §10, §11, §12). */

import type { LinkedInputByKind } from '../calendar/linked/apply-linked-input.ts'
import { organizerFields } from '../calendar/linked/organizer-fields.ts'
import { venueFields } from '../calendar/linked/venue-fields.ts'
import { createLinkedWriter } from '../calendar/linked/write-linked.ts'
import { organizerQuery, venueQuery } from '../calendar/lists/linked-query.ts'
import { findById, findBySlug, mayEditById } from '../calendar/posts/read-posts.ts'
import { recordPostFields } from '../calendar/posts/recorded-fields.ts'
import { COLLECTION_NAMES } from '../calendar/posts/urls.ts'
import { allowEveryone, mayChange, mayCreate } from '../http/access-rules.ts'
import {
  CREATE_METHODS,
  DELETE_METHODS,
  defineEndpoint,
  type Endpoint,
  READ_METHODS,
  type RevisableKind,
  type Route,
  UPDATE_METHODS,
} from '../http/endpoint.ts'
import { idArgument, passwordArgument, permanentField, readArguments, slugArgument } from '../http/path-parameters.ts'
import { collectImages } from '../kernel/common-fields.ts'
import { type Fields, makeOptional } from '../kernel/field.ts'
import type { LinkedKind, PostByKind } from '../kernel/post.ts'
import { createExternalIdRoute } from './external-ids.ts'
import { createLinkedHandlers } from './linked-handlers.ts'

interface LinkedOptions {
  readonly noun: 'Venue' | 'Organizer'
  readonly fields: Fields
  readonly query: Fields
}

/** Names and fields that differ between the kinds. */
const KINDS = {
  venue: { noun: 'Venue', fields: venueFields, query: { ...venueQuery, ...passwordArgument } },
  organizer: { noun: 'Organizer', fields: organizerFields, query: { ...organizerQuery, ...passwordArgument } },
} as const

/** The path parameter that names a record, and the suffix of its operations in the OpenAPI document. */
const BY_ID = { path: idArgument, missingTargetArgument: 'id', suffix: '' } as const
const BY_SLUG = { path: slugArgument, missingTargetArgument: 'slug', suffix: 'BySlug' } as const

export function createLinkedRoutes<K extends LinkedKind>(kind: K): readonly Route<PostByKind[K]>[] {
  const collection = `/${COLLECTION_NAMES[kind]}`
  return [
    { pattern: collection, endpoints: createCollectionEndpoints(kind) },
    {
      pattern: `${collection}/(?P<id>\\d+)`,
      kind,
      findTarget: ({ database }, params) => findById(database, kind, params),
      mayWriteUnknown: ({ database }, params, viewer) => mayEditById(database, viewer, params),
      endpoints: createItemEndpoints(kind, BY_ID),
    },
    {
      pattern: `${collection}/by-slug/(?P<slug>[^/]+)`,
      kind,
      findTarget: ({ database }, params) => findBySlug(database, kind, params),
      endpoints: createItemEndpoints(kind, BY_SLUG),
    },
  ]
}

function createCollectionEndpoints<K extends LinkedKind>(kind: K): readonly Endpoint<PostByKind[K]>[] {
  const { noun, query, fields }: LinkedOptions = KINDS[kind]
  const { list, create } = createLinkedHandlers(kind)
  return [
    defineEndpoint({
      operation: `list${noun}s`,
      answers: { 200: `${noun}List`, 404: 'Error' },
      methods: READ_METHODS,
      path: {},
      args: query,
      isQuery: true,
      access: allowEveryone,
      isSharedByClass: true,
      handle: list as never,
    }),
    defineEndpoint({
      operation: `create${noun}`,
      answers: { 201: noun },
      methods: CREATE_METHODS,
      path: {},
      args: fields,
      access: mayCreate,
      handle: create as never,
    }),
  ]
}

function createItemEndpoints<K extends LinkedKind>(
  kind: K,
  { suffix, ...pathOptions }: typeof BY_ID | typeof BY_SLUG,
): readonly Endpoint<PostByKind[K]>[] {
  const { noun, fields }: LinkedOptions = KINDS[kind]
  const { read, update, remove } = createLinkedHandlers(kind)
  return [
    defineEndpoint({
      operation: `get${noun}${suffix}`,
      answers: { 200: noun },
      methods: READ_METHODS,
      ...pathOptions,
      args: readArguments,
      access: allowEveryone,
      isSharedByClass: true,
      handle: read,
    }),
    defineEndpoint({
      operation: `delete${noun}${suffix}`,
      answers: { 200: noun, 410: 'Error' },
      methods: DELETE_METHODS,
      ...pathOptions,
      args: { permanent: permanentField },
      access: mayChange,
      handle: remove,
    }),
    defineEndpoint({
      operation: `update${noun}${suffix}`,
      answers: { 200: noun },
      methods: UPDATE_METHODS,
      ...pathOptions,
      args: makeOptional(fields),
      access: mayChange,
      handle: update as never,
    }),
  ]
}

export function createLinkedRestoreRoutes<K extends LinkedKind>(kind: K): readonly Route<PostByKind[K]>[] {
  const collection = `/${COLLECTION_NAMES[kind]}`
  const { noun }: LinkedOptions = KINDS[kind]
  const createEndpoint = ({ suffix, ...pathOptions }: typeof BY_ID | typeof BY_SLUG) =>
    defineEndpoint({
      operation: `restore${noun}${suffix}`,
      answers: { 200: noun },
      methods: CREATE_METHODS,
      ...pathOptions,
      args: {},
      access: mayChange,
      handle: createLinkedHandlers(kind).restore,
    })
  return [
    {
      pattern: `${collection}/(?P<id>\\d+)/restore`,
      kind,
      findTarget: ({ database }, params) => findById(database, kind, params),
      endpoints: [createEndpoint(BY_ID)],
    },
    {
      pattern: `${collection}/by-slug/(?P<slug>[^/]+)/restore`,
      kind,
      findTarget: ({ database }, params) => findBySlug(database, kind, params),
      endpoints: [createEndpoint(BY_SLUG)],
    },
  ]
}

export const createRevisableLinked = <K extends LinkedKind>(kind: K): RevisableKind<PostByKind[K]> => ({
  kind,
  fields: makeOptional<Fields>(KINDS[kind].fields),
  findTarget: ({ database }, params) => findById(database, kind, params),
  mayEdit: mayChange,
  recordFields: (post) => recordPostFields(kind, post),
  update: createLinkedHandlers(kind).update as never,
})

export function createLinkedExternalIdRoute<K extends LinkedKind>(kind: K): Route<PostByKind[K]> {
  const { read, presentWritten } = createLinkedHandlers(kind)
  const getImages = ({ image }: LinkedInputByKind[K]) => collectImages('image', image)
  return createExternalIdRoute<K>(kind, {
    ...KINDS[kind],
    save: createLinkedWriter<K>(kind),
    getImages,
    read,
    presentWritten,
  })
}
