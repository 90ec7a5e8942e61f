/** The index of the namespace, and what OPTIONS answers: contract 17. */
import type { Field, Fields } from '../calendar/field.ts'
import type { Say } from '../text/say.ts'
import { plainPath, type RouteDescription } from './route-description.ts'

export interface IndexContext {
  /** `tribe/events/v1` or `cal/events/v1`. */
  readonly namespace: string
  /** Address of the namespace. */
  readonly base: string
  /** Address of the index of all namespaces. */
  readonly root: string
  readonly say: Say
  /** Defaults of query parameters that the site and the day decide. */
  readonly queryDefaults: () => Readonly<Record<string, string | number>>
}

type Defaults = Readonly<Record<string, unknown>>

/** The reference prints these as texts, whatever their type (contract 17). */
const SPELLED_DEFAULTS: Defaults = { strict_dates: 'false', hide_empty: '1' }

/** Argument objects hold only schema words; one without arguments is an empty list, as in the reference. */
function describeArguments(fields: Fields, defaults: Defaults, say: Say) {
  const entries = Object.entries(fields).map(([name, field]) => [name, describeArgument(field, defaults[name], say)])
  return entries.length === 0 ? [] : Object.fromEntries(entries)
}

function describeArgument(field: Field, spelled: unknown, say: Say) {
  const fallback = spelled ?? field.default
  return {
    ...(field.type && { type: field.type }),
    ...(field.format && { format: field.format }),
    ...(fallback !== undefined && { default: fallback }),
    ...(field.items && { items: { type: field.items } }),
    description: say(field.describe),
    required: field.required ?? false,
  }
}

function queryDefaults({ queryDefaults }: IndexContext, isWhole = false): Defaults {
  const { per_page, ...always } = queryDefaults()
  const entries = Object.entries(isWhole ? always : { per_page, ...always }).map(([name, value]) => [
    name,
    String(value),
  ])
  return { ...SPELLED_DEFAULTS, ...Object.fromEntries(entries) }
}

/** One route: the value of the index, and the answer to OPTIONS. */
export function describeRoute(route: RouteDescription, context: IndexContext) {
  if (route.pattern === '') return describeRoot(context)
  const endpoints = route.endpoints.map(({ methods, path, args, isQuery, isWhole }) => ({
    methods,
    args: describeArguments({ ...path, ...args }, isQuery ? queryDefaults(context, isWhole) : {}, context.say),
  }))
  return {
    namespace: context.namespace,
    methods: route.endpoints.flatMap(({ methods }) => methods),
    endpoints,
    ...(!route.pattern.includes('(') && { _links: { self: [{ href: `${context.base}${plainPath(route.pattern)}` }] } }),
  }
}

function describeRoot(context: IndexContext) {
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
  return Object.fromEntries(routes.map((route) => [`${prefix}${route.pattern}`, describeRoute(route, context)]))
}

export function describeNamespace(routes: readonly RouteDescription[], context: IndexContext) {
  return {
    namespace: context.namespace,
    routes: describeRoutes(routes, context),
    _links: { up: [{ href: context.root }] },
  }
}
