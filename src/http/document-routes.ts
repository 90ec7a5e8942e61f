/** The namespace about itself: its index and its OpenAPI document (contract 16, 17). */
import { describeNamespace } from '../apidoc/namespace-index.ts'
import { openapi } from '../apidoc/openapi.ts'
import type { RouteDescription } from '../apidoc/route-description.ts'
import { everybody } from './post-access.ts'
import { type AnyRoute, endpoint, ok, READS } from './route.ts'

/** `routes` gives all routes of the namespace, these two included. */
export function documentRoutes(routes: () => readonly RouteDescription[]): readonly AnyRoute[] {
  const facts = { methods: READS, path: {}, args: {}, access: everybody }
  return [
    {
      pattern: '',
      endpoints: [
        endpoint({
          ...facts,
          operation: 'describeNamespace',
          answers: { 200: 'NamespaceIndex' },
          handle: async ({ index }) => ok(describeNamespace(routes(), index)),
        }),
      ],
    },
    {
      pattern: '/doc',
      endpoints: [
        endpoint({
          ...facts,
          operation: 'describeInterface',
          answers: { 200: 'Document' },
          handle: async ({ index }) => ok(openapi(routes(), index)),
        }),
      ],
    },
  ]
}
