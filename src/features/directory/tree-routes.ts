/** Routes of the tree of categories. */

import { createParentReferences, parentCategoryField } from '../../calendar/terms/term-fields.ts'
import { findTermByPath } from '../../calendar/terms/write-terms.ts'
import { allowEveryone } from '../../http/access-rules.ts'
import { CREATE_METHODS, defineEndpoint, type EndpointRequest, READ_METHODS, type Route } from '../../http/endpoint.ts'
import { idArgument } from '../../http/path-parameters.ts'
import { type EndpointResponse, okResponse } from '../../http/response/reply.ts'
import { definePositiveField, type Parsed } from '../../kernel/field.ts'
import type { Term } from '../../kernel/term.ts'
import { can } from '../../kernel/user.ts'
import type { Reader } from '../../storage/types.ts'
import { listCategoryTree } from './category-tree.ts'
import { moveCategory } from './move-category.ts'

const moveFields = {
  parent: { ...parentCategoryField, references: createParentReferences },
  position: definePositiveField('directory.position'),
} as const

async function presentTree(db: Reader): Promise<EndpointResponse> {
  const categories = await listCategoryTree(db)
  return okResponse({
    categories: categories.map(({ taxonomy: _taxonomy, position: _position, ...category }) => category),
  })
}

async function move({ services, target, args, precondition }: EndpointRequest<Term, Parsed<typeof moveFields>>) {
  if (!target) throw new Error('The target is missing, although it was validated.')
  await moveCategory(services, target, { parent: args.parent, position: args.position }, precondition)
  return presentTree(services.database.read)
}

const treeRoute: Route = {
  pattern: '/categories/tree',
  endpoints: [
    defineEndpoint({
      operation: 'getCategoryTree',
      answers: { 200: 'CategoryTree' },
      methods: READ_METHODS,
      path: {},
      args: {},
      isQuery: true,
      access: allowEveryone,
      isSharedByClass: true,
      handle: ({ services }: EndpointRequest<never, unknown>) => presentTree(services.database.read),
    }),
  ],
}

const moveRoute: Route<Term> = {
  pattern: '/categories/(?P<id>\\d+)/move',
  kind: 'category',
  findTarget: ({ database }, params) => findTermByPath(database, 'category', params),
  endpoints: [
    defineEndpoint({
      operation: 'moveCategory',
      answers: { 200: 'CategoryTree' },
      methods: CREATE_METHODS,
      path: idArgument,
      missingTargetArgument: 'id',
      args: moveFields,
      access: (viewer) => can(viewer, 'manage_categories'),
      handle: move,
    }),
  ],
}

export const categoryTreeRoutes = [treeRoute, moveRoute]
