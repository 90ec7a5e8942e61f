/** The OpenAPI document: contract 16, told truthfully (Q38). */
import { say } from '../text/say.ts'
import { failureResponses } from './answers.ts'
import type { IndexContext } from './namespace-index.ts'
import { bodySchemas, pathItem, pathOf } from './operations.ts'
import type { RouteDescription } from './route-description.ts'
import { answerSchemas } from './schemas.ts'

const TAGS = ['about', 'events', 'venues', 'organizers', 'categories', 'tags', 'media'] as const

const securitySchemes = () => ({
  applicationPassword: { type: 'http', scheme: 'basic', description: say('security.application_password') },
  eventPassword: {
    type: 'apiKey',
    in: 'header',
    name: 'X-Event-Password',
    description: say('security.event_password'),
  },
})

/** Drawn from the routes themselves; its server is the mount that was called. */
export function openapi(routes: readonly RouteDescription[], context: IndexContext) {
  const { per_page } = context.queryDefaults()
  return {
    openapi: '3.0.3',
    info: { version: '1.0.0', title: say('document.title'), description: say('document.description') },
    components: {
      schemas: { ...answerSchemas(), ...bodySchemas(routes) },
      responses: failureResponses(),
      securitySchemes: securitySchemes(),
    },
    servers: [{ url: context.base }],
    tags: TAGS.map((name) => ({ name, description: say(`tag.${name}`) })),
    paths: Object.fromEntries(routes.map((route) => [pathOf(route.pattern), pathItem(route, { per_page })])),
  }
}
