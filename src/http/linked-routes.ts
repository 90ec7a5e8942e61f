/** Venues and organizers: contract 10, 11 and 12. One shape, two kinds. */
import { findById, findBySlug, mayEditNumber } from '../actions/read-posts.ts'
import { saveLinked } from '../actions/write-linked.ts'
import { type Fields, optional } from '../calendar/field.ts'
import type { LinkedInputOf } from '../calendar/linked-change.ts'
import { organizerQuery, venueQuery } from '../calendar/linked-query.ts'
import { organizerFields } from '../calendar/organizer.ts'
import type { LinkedKind, PostOf } from '../calendar/post.ts'
import { addressOf } from '../calendar/shared-fields.ts'
import { venueFields } from '../calendar/venue.ts'
import { PLURAL } from '../present/urls.ts'
import { externalIdRoute } from './external-id-routes.ts'
import { linkedHandlers } from './linked-handlers.ts'
import { idArgument, passwordArgument, slugArgument } from './path-arguments.ts'
import { everybody, mayChange, mayCreate } from './post-access.ts'
import { CREATES, DELETES, endpoint, READS, type Route, UPDATES } from './route.ts'

/** What tells the two kinds apart here. */
const KINDS = {
  venue: { noun: 'Venue', fields: venueFields, query: { ...venueQuery, ...passwordArgument } },
  organizer: { noun: 'Organizer', fields: organizerFields, query: { ...organizerQuery, ...passwordArgument } },
} as const

type By = '' | 'BySlug'

/** What the documents call the operations, and what those answer. */
function operationsOf(noun: 'Venue' | 'Organizer') {
  const answers = { 200: noun } as const
  return {
    list: { methods: READS, operation: `list${noun}s`, answers: { 200: `${noun}List`, 404: 'Error' } },
    create: { methods: CREATES, operation: `create${noun}`, answers: { 201: noun } },
    get: (by: By) => ({ methods: READS, operation: `get${noun}${by}`, answers }) as const,
    update: (by: By) => ({ methods: UPDATES, operation: `update${noun}${by}`, answers }) as const,
    delete: (by: By) =>
      ({ methods: DELETES, operation: `delete${noun}${by}`, answers: { ...answers, 410: 'Error' } }) as const,
  } as const
}

/** The routes of one kind. */
export function linkedRoutes<K extends LinkedKind>(kind: K): readonly Route<PostOf[K]>[] {
  const facts = KINDS[kind]
  const fields: Fields = facts.fields
  const query: Fields = facts.query
  const operations = operationsOf(facts.noun)

  const { list, create, read, update, trash } = linkedHandlers(kind)

  const items = (path: Fields, refuses: string, by: By): Route<PostOf[K]>['endpoints'] => [
    endpoint({ ...operations.get(by), path, args: passwordArgument, refuses, access: everybody, handle: read }),
    endpoint({ ...operations.delete(by), path, args: {}, refuses, access: mayChange, handle: trash }),
    endpoint({
      ...operations.update(by),
      path,
      args: optional(fields),
      refuses,
      access: mayChange,
      handle: update as never,
    }),
  ]

  const collection = `/${PLURAL[kind]}`
  return [
    {
      pattern: collection,
      endpoints: [
        endpoint({
          ...operations.list,
          path: {},
          args: query,
          isQuery: true,
          access: everybody,
          handle: list as never,
        }),
        endpoint({ ...operations.create, path: {}, args: fields, access: mayCreate, handle: create as never }),
      ],
    },
    {
      pattern: `${collection}/(?P<id>\\d+)`,
      kind,
      find: ({ database }, params) => findById(database, kind, params),
      mayWriteUnknown: ({ database }, params, viewer) => mayEditNumber(database, viewer, params),
      endpoints: items(idArgument, 'id', ''),
    },
    {
      pattern: `${collection}/by-slug/(?P<slug>[^/]+)`,
      kind,
      find: ({ database }, params) => findBySlug(database, kind, params),
      endpoints: items(slugArgument, 'slug', 'BySlug'),
    },
  ]
}

export function linkedByExternalId<K extends LinkedKind>(kind: K): Route<PostOf[K]> {
  const { read, whole } = linkedHandlers(kind)
  const pictures = ({ image }: LinkedInputOf[K]) => addressOf('image', image)
  return externalIdRoute<K>(kind, { ...KINDS[kind], save: saveLinked<K>(kind), pictures, read, whole })
}
