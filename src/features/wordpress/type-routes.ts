/** `wp/v2/types`, `taxonomies` and `statuses`: what the records of the calendar are for clients of WordPress. */

import type { Urls } from '../../calendar/posts/urls.ts'
import { allowEveryone } from '../../http/access-rules.ts'
import { type AnyRoute, defineEndpoint, type EndpointRequest, READ_METHODS } from '../../http/endpoint.ts'
import { okResponse } from '../../http/response/reply.ts'
import { defineNonEmptyTextField, type Parsed } from '../../kernel/field.ts'
import { type ProblemCode, problem } from '../../kernel/problem.ts'
import { can, forbidden, type Viewer } from '../../kernel/user.ts'
import { isPostStatus, presentStatuses, presentTaxonomies, presentTypes } from './present-types.ts'
import { contextField } from './wordpress-term-query.ts'

type Request = EndpointRequest<unknown, Parsed<typeof contextField>>
type Context = 'view' | 'embed' | 'edit'

interface Descriptions {
  readonly path: string
  readonly argument: string
  readonly notFoundCode: ProblemCode
  readonly present: (context: Context, viewer: Viewer, urls: Urls) => Readonly<Record<string, object>>
  /** Code for an entry that exists, but not for this viewer. */
  readonly findHiddenCode?: (name: string) => ProblemCode | undefined
}

const isEditor = (viewer: Viewer): boolean => can(viewer, 'edit_posts')

const DESCRIPTIONS: readonly Descriptions[] = [
  {
    path: '/types',
    argument: 'type',
    notFoundCode: 'rest_type_invalid',
    present: (context, _viewer, urls) => presentTypes(context, urls),
  },
  {
    path: '/taxonomies',
    argument: 'taxonomy',
    notFoundCode: 'rest_taxonomy_invalid',
    present: (context, _viewer, urls) => presentTaxonomies(context, urls),
  },
  {
    path: '/statuses',
    argument: 'status',
    notFoundCode: 'rest_status_invalid',
    present: (context, viewer, urls) => presentStatuses(context, isEditor(viewer), urls),
    findHiddenCode: (name) => (isPostStatus(name) ? 'rest_cannot_read_status' : undefined),
  },
]

function read({ path, present }: Descriptions, { args, viewer, urls }: Request) {
  const { context = 'view' } = args
  if (context === 'edit' && !isEditor(viewer)) {
    throw forbidden(
      viewer,
      path === '/statuses' ? 'rest_forbidden_context' : 'rest_cannot_view',
      'error.rest_cannot_view',
    )
  }
  return present(context, viewer, urls)
}

const nameField = { ...defineNonEmptyTextField({ describe: 'wordpress.name' }), required: true } as const

function createRoutes(descriptions: Descriptions): readonly AnyRoute[] {
  const { path, argument, notFoundCode, findHiddenCode } = descriptions
  const endpoint = {
    operation: 'describeNamespace',
    answers: {},
    methods: READ_METHODS,
    args: contextField,
    isQuery: true,
    access: allowEveryone,
  } as const
  return [
    {
      pattern: path,
      endpoints: [
        defineEndpoint({
          ...endpoint,
          path: {},
          handle: async (call: Request) => okResponse(read(descriptions, call)),
        }),
      ],
    },
    {
      pattern: `${path}/(?P<${argument}>[\\w-]+)`,
      hasRevisions: false,
      endpoints: [
        defineEndpoint({
          ...endpoint,
          path: { [argument]: nameField },
          handle: async (call: Request) => {
            const all = read(descriptions, call)
            const name = call.params[argument] ?? ''
            const view = Object.hasOwn(all, name) ? all[name] : undefined
            if (view) return okResponse(view)
            const hiddenCode = findHiddenCode?.(name)
            throw hiddenCode ? forbidden(call.viewer, hiddenCode) : problem(notFoundCode)
          },
        }),
      ],
    },
  ]
}

export const wordpressTypeRoutes: readonly AnyRoute[] = DESCRIPTIONS.flatMap(createRoutes)
