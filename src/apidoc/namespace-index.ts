/** The index of the namespace, and what OPTIONS answers: contract 17. */
import type { Field, Fields } from '../calendar/field.ts'
import { say } from '../text/say.ts'
import type { RouteDescription } from './route-description.ts'

export interface IndexContext {
  /** `tribe/events/v1` or `cal/events/v1`. */
  readonly namespace: string
  /** Address of the namespace. */
  readonly base: string
  /** Address of the index of all namespaces. */
  readonly root: string
  readonly perPage: number
}

/** Argument objects hold only schema words; one without arguments is an empty list, as in the reference. */
function describeArguments(fields: Fields, { perPage }: IndexContext) {
  const entries = Object.entries(fields).map(([name, field]) => [name, describeArgument(field, name, perPage)])
  return entries.length === 0 ? [] : Object.fromEntries(entries)
}

function describeArgument(field: Field, name: string, perPage: number) {
  const fallback = name === 'per_page' ? perPage : field.default
  return {
    ...(fallback !== undefined && { default: fallback }),
    description: say(field.describe),
    ...(field.type && { type: field.type }),
    ...(field.format && { format: field.format }),
    ...(field.items && { items: { type: field.items } }),
    required: field.required ?? false,
  }
}

/** One route: the value of the index, and the answer to OPTIONS. */
export function describeRoute(route: RouteDescription, context: IndexContext) {
  const endpoints = route.endpoints.map(({ methods, path, args }) => ({
    methods,
    args: describeArguments({ ...path, ...args }, context),
  }))
  return {
    namespace: context.namespace,
    methods: route.endpoints.flatMap(({ methods }) => methods),
    endpoints,
    ...(!route.pattern.includes('(') && { _links: { self: [{ href: `${context.base}${route.pattern}` }] } }),
  }
}

function rootRoute(context: IndexContext) {
  const args = {
    namespace: { default: context.namespace, required: false },
    context: { default: 'view', required: false },
  }
  return {
    namespace: context.namespace,
    methods: ['GET'],
    endpoints: [{ methods: ['GET'], args }],
    _links: { self: [{ href: context.base }] },
  }
}

/** The routes of the namespace by their patterns. */
export function describeRoutes(routes: readonly RouteDescription[], context: IndexContext) {
  const prefix = `/${context.namespace}`
  const described = routes
    .filter(({ pattern }) => pattern !== '')
    .map((route) => [`${prefix}${route.pattern}`, describeRoute(route, context)] as const)
  return { [prefix]: rootRoute(context), ...Object.fromEntries(described) }
}

export function describeNamespace(routes: readonly RouteDescription[], context: IndexContext) {
  return {
    namespace: context.namespace,
    routes: describeRoutes(routes, context),
    _links: { up: [{ href: context.root }] },
  }
}
