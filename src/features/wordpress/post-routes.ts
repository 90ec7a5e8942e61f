/** `wp/v2/tribe_events`, `tribe_venue` and `tribe_organizer` (decisions: WordPress posts). */

import { findById } from '../../calendar/posts/read-posts.ts'
import { WORDPRESS_POST_TYPE } from '../../calendar/posts/urls.ts'
import { allowEveryone, mayChange, mayCreate } from '../../http/access-rules.ts'
import {
  type AnyRoute,
  CREATE_METHODS,
  DELETE_METHODS,
  defineEndpoint,
  type Endpoint,
  READ_METHODS,
  UPDATE_METHODS,
} from '../../http/endpoint.ts'
import { idArgument } from '../../http/path-parameters.ts'
import type { Fields } from '../../kernel/field.ts'
import type { PostByKind, PostKind } from '../../kernel/post.ts'
import { createPostHandlers, readPostFields } from './post-handlers.ts'
import { trashFields, wordpressEventFields, wordpressLinkedFields } from './wordpress-post-fields.ts'
import { wordpressEventQuery, wordpressLinkedQuery } from './wordpress-post-query.ts'

interface KindOptions {
  readonly noun: 'Event' | 'Venue' | 'Organizer'
  readonly query: Fields
  readonly fields: Fields
}

const KINDS: Readonly<Record<PostKind, KindOptions>> = {
  event: { noun: 'Event', query: wordpressEventQuery, fields: wordpressEventFields },
  venue: { noun: 'Venue', query: wordpressLinkedQuery, fields: wordpressLinkedFields.venue },
  organizer: { noun: 'Organizer', query: wordpressLinkedQuery, fields: wordpressLinkedFields.organizer },
}

export function createPostRoutes<K extends PostKind>(kind: K): readonly AnyRoute[] {
  const collection = `/${WORDPRESS_POST_TYPE[kind]}`
  return [
    { pattern: collection, endpoints: createCollectionEndpoints(kind) },
    {
      pattern: `${collection}/(?P<id>[\\d]+)`,
      kind,
      findTarget: ({ database }, params) => findById(database, kind, params),
      endpoints: createItemEndpoints(kind),
    },
  ]
}

function createCollectionEndpoints<K extends PostKind>(kind: K): readonly Endpoint<PostByKind[K]>[] {
  const { noun, query, fields } = KINDS[kind]
  const { list, create } = createPostHandlers(kind)
  return [
    defineEndpoint({
      operation: `list${noun}s`,
      answers: {},
      methods: READ_METHODS,
      path: {},
      args: query,
      isQuery: true,
      access: allowEveryone,
      handle: list,
    }),
    defineEndpoint({
      operation: `create${noun}`,
      answers: {},
      methods: CREATE_METHODS,
      path: {},
      args: fields,
      access: mayCreate,
      forbiddenCode: 'rest_cannot_create',
      forbiddenMessage: 'error.rest_cannot_create.post',
      handle: create,
    }),
  ]
}

/** The handlers answer 404 for a record that does not exist, before permissions count. */
function createItemEndpoints<K extends PostKind>(kind: K): readonly Endpoint<PostByKind[K]>[] {
  const { noun, fields } = KINDS[kind]
  const { read, update, remove } = createPostHandlers(kind)
  const item = { answers: {}, path: idArgument } as const
  const mayChangeExisting: Endpoint<PostByKind[K]>['access'] = (viewer, post) =>
    post === undefined || mayChange(viewer, post)
  return [
    defineEndpoint({
      ...item,
      operation: `get${noun}`,
      methods: READ_METHODS,
      args: readPostFields,
      isQuery: true,
      access: allowEveryone,
      handle: read,
    }),
    defineEndpoint({
      ...item,
      operation: `update${noun}`,
      methods: UPDATE_METHODS,
      args: fields,
      access: mayChangeExisting,
      forbiddenCode: 'rest_cannot_edit',
      forbiddenMessage: 'error.rest_cannot_edit.post',
      handle: update,
    }),
    defineEndpoint({
      ...item,
      operation: `delete${noun}`,
      methods: DELETE_METHODS,
      args: trashFields,
      access: mayChangeExisting,
      forbiddenCode: 'rest_cannot_delete',
      forbiddenMessage: 'error.rest_cannot_delete.post',
      handle: remove,
    }),
  ]
}
