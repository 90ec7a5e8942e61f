/** The index of the namespace and the responses to OPTIONS (wire-contract §17). */

import type { Language } from '../base/i18n/language.ts'
import type { Translate } from '../base/i18n/translate.ts'
import type { Field, Fields } from '../kernel/field.ts'
import { type RouteDescription, toPlainPath } from './route-description.ts'

export interface IndexContext {
  /** `tribe/events/v1` or `cal/events/v1`. */
  readonly namespace: string
  /** URL of the namespace. */
  readonly base: string
  /** URL of the index of all namespaces. */
  readonly root: string
  readonly language: Language
  readonly translate: Translate
  /** Defaults of query parameters that depend on the configuration and the current date. */
  readonly queryDefaults: () => Readonly<Record<string, string | number>>
}

type Defaults = Readonly<Record<string, unknown>>

/** The reference service returns these defaults as strings, regardless of the parameter type (wire-contract §17). */
const TEXT_DEFAULTS: Defaults = { strict_dates: 'false', hide_empty: '1' }

/** An endpoint without arguments has an empty list instead of an object, as in the reference service. */
function describeArguments(fields: Fields, defaults: Defaults, translate: Translate) {
  const entries = Object.entries(fields).map(([name, field]) => [
    name,
    describeArgument(field, hasOwnPageSize(name, field) ? undefined : defaults[name], translate),
  ])
  return entries.length === 0 ? [] : Object.fromEntries(entries)
}

/** The pages of `wp/v2` have the size of WordPress, and not the one of the calendar. */
const hasOwnPageSize = (name: string, field: Field): boolean => name === 'per_page' && field.default !== undefined

function describeArgument(field: Field, textDefault: unknown, translate: Translate) {
  const fallback = textDefault ?? field.default
  return {
    ...(field.type && { type: field.type }),
    ...(field.format && { format: field.format }),
    ...(fallback !== undefined && { default: fallback }),
    ...(field.items && { items: { type: field.items } }),
    description: translate(field.describe),
    required: field.required ?? false,
  }
}

function createQueryDefaults({ queryDefaults }: IndexContext, isUnpaged = false): Defaults {
  const { per_page, ...always } = queryDefaults()
  const entries = Object.entries(isUnpaged ? always : { per_page, ...always }).map(([name, value]) => [
    name,
    String(value),
  ])
  return { ...TEXT_DEFAULTS, ...Object.fromEntries(entries) }
}

/** The description of a route, used in the index and as the response to OPTIONS. */
export function describeRoute(route: RouteDescription, context: IndexContext) {
  if (route.pattern === '') return describeRoot(context)
  const endpoints = route.endpoints.map(({ methods, path, args, isQuery, isUnpaged }) => ({
    methods,
    args: describeArguments(
      { ...path, ...args },
      isQuery ? createQueryDefaults(context, isUnpaged) : {},
      context.translate,
    ),
  }))
  return {
    namespace: context.namespace,
    methods: route.endpoints.flatMap(({ methods }) => methods),
    endpoints,
    ...(!route.pattern.includes('(') && {
      _links: { self: [{ href: `${context.base}${toPlainPath(route.pattern)}` }] },
    }),
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

/** The routes of the namespace, keyed by pattern. */
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
