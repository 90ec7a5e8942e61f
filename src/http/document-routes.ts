/** A namespace about itself: its index, and the OpenAPI document of ours (contract 16, 17). */
import { describeNamespace } from '../apidoc/namespace-index.ts'
import { openapi } from '../apidoc/openapi.ts'
import type { RouteDescription } from '../apidoc/route-description.ts'
import { everybody } from './post-access.ts'
import { type AnyRoute, endpoint, ok, READS } from './route.ts'

const facts = { methods: READS, path: {}, args: {}, access: everybody }

type Routes = () => readonly RouteDescription[]

/** The index of a namespace. `routes` gives all its routes, this one included. */
export const namespaceRoute = (routes: Routes): AnyRoute => ({
  pattern: '',
  endpoints: [
    endpoint({
      ...facts,
      operation: 'describeNamespace',
      answers: { 200: 'NamespaceIndex' },
      handle: async ({ index }) => ok(describeNamespace(routes(), index)),
    }),
  ],
})

export const documentRoute = (routes: Routes): AnyRoute => ({
  pattern: '/doc',
  endpoints: [
    endpoint({
      ...facts,
      operation: 'describeInterface',
      answers: { 200: 'Document' },
      handle: async ({ index }) => ok(openapi(routes(), index)),
    }),
  ],
})
