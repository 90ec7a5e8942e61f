/** Parameters of `wp/v2/users`. The users of a site are few, so the list is filtered in memory. */
import { foldCase } from '../../base/text/fold-case.ts'
import { optionalPageField, searchField } from '../../kernel/common-fields.ts'
import {
  defineEnumField,
  definePositiveField,
  invalid,
  type Parsed,
  type ParseResult,
  parseElements,
  positives,
  valid,
} from '../../kernel/field.ts'
import { isRole, ROLES, type Role } from '../../kernel/user.ts'
import { contextField, parsePerPage, parseSlugs } from './wordpress-term-query.ts'

function parseRoles(raw: unknown): ParseResult<readonly Role[]> {
  const names = parseElements(raw)
  const roles = names.flatMap((name) => (typeof name === 'string' && isRole(name) ? [name] : []))
  return roles.length === 0 || roles.length < names.length ? invalid : valid(roles)
}

const ORDER_NAMES = ['id', 'include', 'name', 'registered_date', 'slug', 'include_slugs', 'email', 'url'] as const

export const wordpressUserQuery = {
  ...contextField,
  page: { ...optionalPageField, default: 1 },
  per_page: { ...definePositiveField('list.per_page'), parse: parsePerPage, default: 10 },
  search: { ...searchField, describe: 'wordpress.users_search' },
  exclude: positives('wordpress.users_exclude'),
  include: positives('wordpress.users_include'),
  order: { ...defineEnumField(['asc', 'desc'], 'wordpress.order'), default: 'asc' },
  orderby: { ...defineEnumField(ORDER_NAMES, 'wordpress.orderby'), default: 'name' },
  slug: { items: 'string', describe: 'wordpress.slug', expects: { key: 'hint.slugs' }, parse: parseSlugs },
  roles: {
    items: 'string',
    describe: 'wordpress.users_roles',
    expects: { key: 'hint.names', values: { names: ROLES.join(', ') } },
    parse: parseRoles,
  },
} as const

export type WordpressUserQuery = Parsed<typeof wordpressUserQuery>

/** A user by the values that the viewer sees; others are empty, so that no filter reveals them. */
export interface ListedUser {
  readonly id: number
  readonly name: string
  readonly slug: string
  readonly email: string
  readonly role: Role | ''
}

/** The matching users, in order. */
export function selectUsers<T extends ListedUser>(users: readonly T[], query: WordpressUserQuery): readonly T[] {
  const { include, exclude, slug, roles, orderby = 'name', order } = query
  const text = foldCase(query.search?.trim() ?? '')
  const matches = users.filter(
    (user) =>
      (!include || include.includes(user.id)) &&
      !exclude?.includes(user.id) &&
      (!slug || slug.includes(user.slug)) &&
      (!roles || roles.some((role) => role === user.role)) &&
      [user.name, user.slug, user.email].some((value) => foldCase(value).includes(text)),
  )
  if (orderby === 'include' && include) return include.flatMap((id) => matches.filter((user) => user.id === id))
  const direction = order === 'desc' ? -1 : 1
  return matches.sort((a, b) => direction * (compare(getSortKey(a, orderby), getSortKey(b, orderby)) || a.id - b.id))
}

/** Ids ascend with the time of registration. */
function getSortKey(user: ListedUser, by: (typeof ORDER_NAMES)[number]): string {
  if (by === 'email') return user.email
  if (by === 'slug' || by === 'include_slugs') return user.slug
  return by === 'name' || by === 'include' ? foldCase(user.name) : ''
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)
