/** Descriptions of a namespace: its index and the OpenAPI document (wire-contract §16, §17). */

import { allowEveryone } from '../http/access-rules.ts'
import { type AnyRoute, defineEndpoint, READ_METHODS } from '../http/endpoint.ts'
import { describeNamespace } from '../http/namespace-index.ts'
import { okResponse } from '../http/response/reply.ts'
import type { ResponseSchemas, RouteDescription } from '../http/route-description.ts'
import { defineEnumField, parseText } from '../kernel/field.ts'
import { problem } from '../kernel/problem.ts'
import { createOpenapiDocument } from './documents/openapi.ts'
import { convertToOpenapi31 } from './documents/openapi-3-1.ts'

const COMMON_OPTIONS = { methods: READ_METHODS, path: {}, args: {}, access: allowEveryone, isLocalized: true } as const

type GetRoutes = () => readonly RouteDescription[]

const getNamespaceName = {
  type: 'string',
  describe: 'namespace.name',
  expects: { key: 'hint.text' },
  parse: (raw: unknown) => parseText(raw),
} as const

/** The index of a namespace. `routes` returns all its routes, including this one. */
export const createNamespaceRoute = (routes: GetRoutes): AnyRoute => ({
  pattern: '',
  endpoints: [
    defineEndpoint({
      ...COMMON_OPTIONS,
      args: { namespace: getNamespaceName },
      isQuery: true,
      operation: 'describeNamespace',
      answers: { 200: 'NamespaceIndex', 404: 'Error' },
      handle: async ({ args: { namespace }, indexContext }) => {
        // For the name of another existing namespace, the router has already selected the index of that one.
        if (namespace !== undefined && namespace !== indexContext.namespace) throw problem('rest_invalid_namespace')
        return okResponse(describeNamespace(routes(), indexContext))
      },
    }),
  ],
})

/** The first is the default, because the reference has this version. */
const VERSIONS = ['3.0', '3.1'] as const

/** `createSchemas` returns the schemas of all responses by name. */
export const createDocumentRoute = (routes: GetRoutes, createSchemas: () => ResponseSchemas): AnyRoute => ({
  pattern: '/doc',
  endpoints: [
    defineEndpoint({
      ...COMMON_OPTIONS,
      args: { version: { ...defineEnumField(VERSIONS, 'doc.version'), default: '3.0' } },
      isQuery: true,
      operation: 'describeInterface',
      answers: { 200: 'Document' },
      handle: async ({ args, indexContext }) => {
        const document = createOpenapiDocument(routes(), createSchemas(), indexContext)
        return okResponse(args.version === '3.1' ? convertToOpenapi31(document) : document)
      },
    }),
  ],
})
