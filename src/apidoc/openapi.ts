/** The OpenAPI document: contract 16, told truthfully (Q38). */
import { failureResponses } from './answers.ts'
import { sharedExamples } from './examples.ts'
import { localized, told } from './localized.ts'
import type { IndexContext } from './namespace-index.ts'
import { bodySchemas, pathItem, pathOf } from './operations.ts'
import type { RouteDescription } from './route-description.ts'
import { answerSchemas } from './schemas.ts'

const TAGS = ['about', 'events', 'venues', 'organizers', 'categories', 'tags', 'media', 'users'] as const

const securitySchemes = () => ({
  applicationPassword: { type: 'http', scheme: 'basic', description: told('security.application_password') },
  eventPassword: {
    type: 'apiKey',
    in: 'header',
    name: 'X-Event-Password',
    description: told('security.event_password'),
  },
})

/** Drawn from the routes themselves; its server is the mount that was called, its descriptions are in one language. */
export function openapi(routes: readonly RouteDescription[], context: IndexContext) {
  return localized(unspoken(routes, context), context.say)
}

/** With descriptions that have yet to be said. */
function unspoken(routes: readonly RouteDescription[], { base, queryDefaults }: IndexContext) {
  const { per_page } = queryDefaults()
  return {
    openapi: '3.0.3',
    info: { version: '1.0.0', title: told('document.title'), description: told('document.description') },
    components: {
      schemas: { ...answerSchemas(), ...bodySchemas(routes) },
      responses: failureResponses(),
      examples: sharedExamples(),
      securitySchemes: securitySchemes(),
    },
    servers: [{ url: base }],
    tags: TAGS.map((name) => ({ name, description: told(`tag.${name}`) })),
    paths: Object.fromEntries(routes.map((route) => [pathOf(route.pattern), pathItem(route, { per_page })])),
  }
}
