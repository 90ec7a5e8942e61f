/** Routes of venues and organizers (wire-contract §10, §11, §12). */

import type { LinkedInputByKind } from '../../domain/changes/apply-linked-input.ts'
import { collectImages } from '../../domain/fields/common-fields.ts'
import { type Fields, makeOptional } from '../../domain/fields/field.ts'
import { organizerFields } from '../../domain/fields/organizer-fields.ts'
import { venueFields } from '../../domain/fields/venue-fields.ts'
import type { LinkedKind, PostByKind } from '../../domain/model/post.ts'
import { organizerQuery, venueQuery } from '../../domain/query/linked-query.ts'
import { COLLECTION_NAMES } from '../../presenters/urls.ts'
import { findById, findBySlug, mayEditById } from '../../usecases/read/read-posts.ts'
import { createLinkedWriter } from '../../usecases/write/write-linked.ts'
import { allowEveryone, mayChange, mayCreate } from '../api/access-rules.ts'
import {
  CREATE_METHODS,
  DELETE_METHODS,
  defineEndpoint,
  READ_METHODS,
  type Route,
  UPDATE_METHODS,
} from '../api/endpoint.ts'
import { idArgument, passwordArgument, slugArgument } from '../api/path-parameters.ts'
import { createExternalIdRoute } from './external-ids.ts'
import { createLinkedHandlers } from './linked-handlers.ts'

/** Differences between the kinds. */
const KINDS = {
  venue: { noun: 'Venue', fields: venueFields, query: { ...venueQuery, ...passwordArgument } },
  organizer: { noun: 'Organizer', fields: organizerFields, query: { ...organizerQuery, ...passwordArgument } },
} as const

type OperationSuffix = '' | 'BySlug'

/** Names and responses of the operations in the OpenAPI document. */
function describeOperations(noun: 'Venue' | 'Organizer') {
  const answers = { 200: noun } as const
  return {
    list: { methods: READ_METHODS, operation: `list${noun}s`, answers: { 200: `${noun}List`, 404: 'Error' } },
    create: { methods: CREATE_METHODS, operation: `create${noun}`, answers: { 201: noun } },
    get: (suffix: OperationSuffix) => ({ methods: READ_METHODS, operation: `get${noun}${suffix}`, answers }) as const,
    update: (suffix: OperationSuffix) =>
      ({ methods: UPDATE_METHODS, operation: `update${noun}${suffix}`, answers }) as const,
    delete: (suffix: OperationSuffix) =>
      ({
        methods: DELETE_METHODS,
        operation: `delete${noun}${suffix}`,
        answers: { ...answers, 410: 'Error' },
      }) as const,
  } as const
}

/** The routes of one kind. */
export function createLinkedRoutes<K extends LinkedKind>(kind: K): readonly Route<PostByKind[K]>[] {
  const options = KINDS[kind]
  const fields: Fields = options.fields
  const query: Fields = options.query
  const operations = describeOperations(options.noun)

  const { list, create, read, update, trash } = createLinkedHandlers(kind)

  const items = (
    path: Fields,
    missingTargetArgument: string,
    suffix: OperationSuffix,
  ): Route<PostByKind[K]>['endpoints'] => [
    defineEndpoint({
      ...operations.get(suffix),
      path,
      args: passwordArgument,
      missingTargetArgument,
      access: allowEveryone,
      handle: read,
    }),
    defineEndpoint({
      ...operations.delete(suffix),
      path,
      args: {},
      missingTargetArgument,
      access: mayChange,
      handle: trash,
    }),
    defineEndpoint({
      ...operations.update(suffix),
      path,
      args: makeOptional(fields),
      missingTargetArgument,
      access: mayChange,
      handle: update as never,
    }),
  ]

  const collection = `/${COLLECTION_NAMES[kind]}`
  return [
    {
      pattern: collection,
      endpoints: [
        defineEndpoint({
          ...operations.list,
          path: {},
          args: query,
          isQuery: true,
          access: allowEveryone,
          handle: list as never,
        }),
        defineEndpoint({ ...operations.create, path: {}, args: fields, access: mayCreate, handle: create as never }),
      ],
    },
    {
      pattern: `${collection}/(?P<id>\\d+)`,
      kind,
      findTarget: ({ database }, params) => findById(database, kind, params),
      mayWriteUnknown: ({ database }, params, viewer) => mayEditById(database, viewer, params),
      endpoints: items(idArgument, 'id', ''),
    },
    {
      pattern: `${collection}/by-slug/(?P<slug>[^/]+)`,
      kind,
      findTarget: ({ database }, params) => findBySlug(database, kind, params),
      endpoints: items(slugArgument, 'slug', 'BySlug'),
    },
  ]
}

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
