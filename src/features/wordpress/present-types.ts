/** Types of records, taxonomies and statuses as `wp/v2` describes them. */

import { type Urls, WORDPRESS_POST_TYPE } from '../../calendar/posts/urls.ts'
import { TAXONOMY_NAME } from '../../calendar/terms/present-term.ts'
import { POST_STATUSES, type PostKind, type PostStatus } from '../../kernel/post.ts'
import type { Taxonomy } from '../../kernel/term.ts'
import { WORDPRESS_COLLECTION } from './present-term.ts'

/** Whether the description includes what only editors need. */
type Context = 'view' | 'embed' | 'edit'

type Descriptions = Readonly<Record<string, object>>

const REST_NAMESPACE = 'wp/v2'
const CURIES = [{ name: 'wp', href: 'https://api.w.org/{rel}', templated: true }]

interface TypeNames {
  readonly name: string
  readonly singular: string
  readonly capability: string
  readonly icon: string
  readonly taxonomies: readonly Taxonomy[]
}

const TYPES: Readonly<Record<PostKind, TypeNames>> = {
  event: {
    ...{ name: 'Events', singular: 'Event', capability: 'tribe_events', icon: 'dashicons-calendar' },
    taxonomies: ['tag', 'category'],
  },
  venue: { name: 'Venues', singular: 'Venue', capability: 'tribe_venues', icon: 'dashicons-location', taxonomies: [] },
  organizer: {
    ...{ name: 'Organizers', singular: 'Organizer', capability: 'tribe_organizers', icon: 'dashicons-groups' },
    taxonomies: [],
  },
}

const TYPE_KINDS = ['event', 'venue', 'organizer'] as const

/** Types by name. */
export const presentTypes = (context: Context, urls: Urls): Descriptions =>
  Object.fromEntries(TYPE_KINDS.map((kind) => [WORDPRESS_POST_TYPE[kind], presentType(kind, context, urls)]))

function presentType(kind: PostKind, context: Context, { base }: Urls) {
  const { name, singular, capability, icon, taxonomies } = TYPES[kind]
  const slug = WORDPRESS_POST_TYPE[kind]
  const rest = { rest_base: slug, rest_namespace: REST_NAMESPACE }
  const _links = {
    collection: [{ href: `${base}/types` }],
    'wp:items': [{ href: `${base}/${slug}` }],
    curies: CURIES,
  }
  if (context === 'embed') return { name, slug, icon, ...rest, _links }
  const edited = {
    capabilities: {
      edit_posts: `edit_${capability}`,
      edit_others_posts: `edit_others_${capability}`,
      publish_posts: `publish_${capability}`,
      edit_published_posts: `edit_published_${capability}`,
    },
    labels: { name, singular_name: singular, menu_name: name },
    supports: { title: true, editor: true, author: true, thumbnail: true, excerpt: true },
    viewable: true,
    visibility: { show_in_nav_menus: true, show_ui: true },
  }
  return {
    description: '',
    hierarchical: false,
    has_archive: kind === 'event',
    name,
    slug,
    icon,
    taxonomies: taxonomies.map((taxonomy) => TAXONOMY_NAME[taxonomy]),
    ...rest,
    ...(context === 'edit' && edited),
    _links,
  }
}

const TAXONOMIES = {
  category: { name: 'Event Categories', singular: 'Event Category', capability: 'manage_categories' },
  tag: { name: 'Tags', singular: 'Tag', capability: 'manage_tags' },
} as const

/** Taxonomies by name. */
export const presentTaxonomies = (context: Context, urls: Urls): Descriptions =>
  Object.fromEntries(
    (['category', 'tag'] as const).map((one) => [TAXONOMY_NAME[one], presentTaxonomy(one, context, urls)]),
  )

function presentTaxonomy(taxonomy: Taxonomy, context: Context, { base }: Urls) {
  const { name, singular, capability } = TAXONOMIES[taxonomy]
  const rest_base = WORDPRESS_COLLECTION[taxonomy]
  const rest = { rest_base, rest_namespace: REST_NAMESPACE }
  const slug = TAXONOMY_NAME[taxonomy]
  const _links = {
    collection: [{ href: `${base}/taxonomies` }],
    'wp:items': [{ href: `${base}/${rest_base}` }],
    curies: CURIES,
  }
  if (context === 'embed') return { name, slug, ...rest, _links }
  const edited = {
    capabilities: { manage_terms: capability, edit_terms: capability, assign_terms: 'edit_posts' },
    labels: { name, singular_name: singular, menu_name: name },
    show_cloud: true,
    visibility: { public: true, publicly_queryable: true, show_ui: true },
  }
  return {
    name,
    slug,
    description: '',
    types: [WORDPRESS_POST_TYPE.event],
    hierarchical: taxonomy === 'category',
    ...rest,
    ...(context === 'edit' && edited),
    _links,
  }
}

const STATUS_NAMES: Readonly<Record<PostStatus, string>> = {
  publish: 'Published',
  future: 'Scheduled',
  draft: 'Draft',
  pending: 'Pending',
  private: 'Private',
  trash: 'Trash',
}

/** Statuses by name: all for viewers who may edit records, else the public one. */
export const presentStatuses = (context: Context, isEditor: boolean, urls: Urls): Descriptions =>
  Object.fromEntries(
    POST_STATUSES.filter((status) => isEditor || status === 'publish').map((status) => [
      status,
      presentStatus(status, context, urls),
    ]),
  )

function presentStatus(status: PostStatus, context: Context, { base }: Urls) {
  const isPublic = status === 'publish'
  const name = STATUS_NAMES[status]
  const _links = { archives: [{ href: `${base}/${WORDPRESS_POST_TYPE.event}?status=${status}` }] }
  const head = { name, public: isPublic, queryable: isPublic, slug: status }
  if (context === 'embed') return { name, slug: status, _links }
  const edited = { private: status === 'private', protected: !isPublic && status !== 'private', show_in_list: true }
  const isFloating = status === 'draft' || status === 'pending'
  return { ...head, date_floating: isFloating, ...(context === 'edit' && edited), _links }
}

export const isPostStatus = (name: string): boolean => POST_STATUSES.some((status) => status === name)
