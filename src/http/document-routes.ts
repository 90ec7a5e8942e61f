/** A namespace about itself: its index, and the OpenAPI document of ours (contract 16, 17). */
import { describeNamespace } from '../apidoc/namespace-index.ts'
import { openapi } from '../apidoc/openapi.ts'
import { openapi31 } from '../apidoc/openapi-3-1.ts'
import type { RouteDescription } from '../apidoc/route-description.ts'
import { parseText, wordOf } from '../calendar/field.ts'
import { problem } from '../calendar/problem.ts'
import { everybody } from './post-access.ts'
import { type AnyRoute, endpoint, ok, READS } from './route.ts'

const facts = { methods: READS, path: {}, args: {}, access: everybody, isLocalized: true } as const

type Routes = () => readonly RouteDescription[]

const namespaceName = {
  type: 'string',
  describe: 'namespace.name',
  expects: { key: 'hint.text' },
  parse: (raw: unknown) => parseText(raw),
} as const

/** The index of a namespace. `routes` gives all its routes, this one included. */
export const namespaceRoute = (routes: Routes): AnyRoute => ({
  pattern: '',
  endpoints: [
    endpoint({
      ...facts,
      args: { namespace: namespaceName },
      isQuery: true,
      operation: 'describeNamespace',
      answers: { 200: 'NamespaceIndex', 404: 'Error' },
      handle: async ({ args: { namespace }, index }) => {
        // A name of another namespace that exists has led to its route already.
        if (namespace !== undefined && namespace !== index.namespace) throw problem('rest_invalid_namespace')
        return ok(describeNamespace(routes(), index))
      },
    }),
  ],
})

/** 3.0 is what clients of the reference know. */
const VERSIONS = ['3.0', '3.1'] as const

export const documentRoute = (routes: Routes): AnyRoute => ({
  pattern: '/doc',
  endpoints: [
    endpoint({
      ...facts,
      args: { version: { ...wordOf(VERSIONS, 'doc.version'), default: '3.0' } },
      isQuery: true,
      operation: 'describeInterface',
      answers: { 200: 'Document' },
      handle: async ({ args, index }) => {
        const document = openapi(routes(), index)
        return ok(args.version === '3.1' ? openapi31(document) : document)
      },
    }),
  ],
})
