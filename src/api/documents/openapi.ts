/** The OpenAPI document (wire-contract §16). It describes the actual behavior (Q38). */

import type { IndexContext } from '../../http/namespace-index.ts'
import type { ResponseSchemas, RouteDescription } from '../../http/route-description.ts'
import { createDescription, localizeNode } from '../schemas/json-schema.ts'
import { createSharedExamples } from './examples.ts'
import { createBodySchemas, createPathItem, createPathTemplate } from './operations.ts'
import { createFailureResponses } from './responses.ts'

const TAG_NAMES = [
  'about',
  'events',
  'venues',
  'organizers',
  'categories',
  'tags',
  'media',
  'users',
  'session',
  'sources',
  'imports',
  'exports',
  'webhooks',
  'fields',
] as const

const createSecuritySchemes = () => ({
  applicationPassword: {
    type: 'http',
    scheme: 'basic',
    description: createDescription('security.application_password'),
  },
  session: {
    type: 'apiKey',
    in: 'cookie',
    name: 'calends_session',
    description: createDescription('security.session'),
  },
  nonce: { type: 'apiKey', in: 'header', name: 'X-WP-Nonce', description: createDescription('security.nonce') },
  eventPassword: {
    type: 'apiKey',
    in: 'header',
    name: 'X-Event-Password',
    description: createDescription('security.event_password'),
  },
})

/** Builds the document from the routes. Its server is the mount of the request; its texts are in one language. */
export function createOpenapiDocument(
  routes: readonly RouteDescription[],
  schemas: ResponseSchemas,
  context: IndexContext,
) {
  return localizeNode(createUnlocalizedDocument(routes, schemas, context), context.translate)
}

function createUnlocalizedDocument(
  routes: readonly RouteDescription[],
  schemas: ResponseSchemas,
  { base, queryDefaults }: IndexContext,
) {
  const { per_page } = queryDefaults()
  return {
    openapi: '3.0.3',
    info: {
      version: '1.0.0',
      title: createDescription('document.title'),
      description: createDescription('document.description'),
    },
    components: {
      schemas: { ...schemas, ...createBodySchemas(routes) },
      responses: createFailureResponses(),
      examples: createSharedExamples(),
      securitySchemes: createSecuritySchemes(),
    },
    servers: [{ url: base }],
    tags: TAG_NAMES.map((name) => ({ name, description: createDescription(`tag.${name}`) })),
    paths: Object.fromEntries(
      routes.map((route) => [createPathTemplate(route.pattern), createPathItem(route, { per_page })]),
    ),
  }
}
