/** Presents users as `wp/v2/users` does. */

import { slugify } from '../../base/text/slug.ts'
import { fileUrl, type Urls } from '../../calendar/posts/urls.ts'
import type { Site } from '../../kernel/site.ts'
import { listCapabilities, type Role, type User } from '../../kernel/user.ts'

export interface WordpressUserOptions {
  readonly context: 'view' | 'embed' | 'edit'
  /** Whether the viewer sees login, role and email: the user is the viewer, or the viewer is an administrator. */
  readonly isOwn: boolean
  readonly site: Pick<Site, 'favicon' | 'languages'>
}

export function presentWordpressUser(user: User, { context, isOwn, site }: WordpressUserOptions, urls: Urls) {
  const { id, login, email, role } = user
  const name = user.name || login
  const slug = isOwn ? login : slugify(name)
  const avatar_urls = presentAvatars(site, urls)
  const shown = { url: '', description: '', link: `${urls.home}/`, slug }
  const links = presentLinks(id, urls)
  if (context === 'embed') return { id, name, ...shown, avatar_urls, ...links }
  if (context === 'view')
    return { id, name, ...shown, ...(isOwn && { roles: [role] }), meta: [], avatar_urls, ...links }
  const names = { first_name: '', last_name: '', nickname: name, locale: site.languages[0] }
  const rights = { roles: [role], capabilities: listWordpressCapabilities(user), extra_capabilities: { [role]: true } }
  return { id, username: login, name, email, ...shown, ...names, ...rights, meta: [], avatar_urls, ...links }
}

const presentLinks = (id: number, { base }: Urls) => ({
  _links: { self: [{ href: `${base}/users/${id}` }], collection: [{ href: `${base}/users` }] },
})

const AVATAR_SIZES = [24, 48, 96]

/** The icon of the site: users have no images, and a URL of Gravatar would disclose their email addresses. */
function presentAvatars({ favicon }: Pick<Site, 'favicon'>, urls: Urls): Readonly<Record<string, string>> {
  const url = favicon ? fileUrl(urls, favicon.key) : `${urls.site}/assets/icon.svg`
  return Object.fromEntries(AVATAR_SIZES.map((size) => [String(size), url]))
}

const POST_CAPABILITIES = ['edit_posts', 'publish_posts', 'edit_published_posts', 'edit_others_posts']
const POST_NAMES = ['tribe_events', 'tribe_venues', 'tribe_organizers']
/** Capabilities that clients of WordPress look for, by the one of the calendar that includes them. */
const OTHER_CAPABILITIES: Readonly<Record<string, readonly string[]>> = {
  edit_users: ['list_users', 'create_users', 'delete_users', 'promote_users'],
  manage_site: ['manage_options'],
}

/** Capabilities by their names in the calendar and in WordPress, with the role, as in WordPress. */
function listWordpressCapabilities({ id, role }: { readonly id: number; readonly role: Role }) {
  const own = listCapabilities({ id, role })
  const ofPosts = POST_CAPABILITIES.filter((name) => own.some((one) => one === name))
  const names = [
    'read',
    ...own,
    ...ofPosts.flatMap((name) => POST_NAMES.map((posts) => name.replace('posts', posts))),
    ...own.flatMap((name) => OTHER_CAPABILITIES[name] ?? []),
    role,
  ]
  return Object.fromEntries(names.map((name) => [name, true]))
}
