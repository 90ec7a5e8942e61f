/** The routes of `wp/v2`, the indexes of namespaces, and what else clients of WordPress request. */
import {
  API,
  api,
  forUsers,
  type GoldenRequest,
  gets,
  site,
  TEC,
  tec,
  withQueries,
  wordpress,
  words,
} from '../request.ts'

const TERM_QUERIES = words(`
  per_page=2&page=2 page=99 search=jazz orderby=id&order=desc hide_empty=true context=edit context=embed
  slug=music,live per_page=0 include={music},{live} exclude={music} orderby=none _fields=id,name
`)
const TERMS = ['/tribe_events_cat', '/tags'].flatMap((path) => [
  ...[path, `${path}/999999`],
  ...withQueries(path, TERM_QUERIES),
])
const ITEMS = words(`
  /tribe_events_cat/{music} /tribe_events_cat/{bebop} /tags/{live} /tags/{umlaut} /tags/{music}
  /tags/{live}?context=edit /tribe_events_cat/{jazz}?context=embed&_fields=id,_links /users/me
`)
const MEDIA = words(`
  /media /media?per_page=1&page=2 /media?page=99 /media?search=harbor /media?media_type=image /media/{wide}
  /media/{small} /media/999999 /media/{wide}?_fields=source_url,media_details
`)

const POST_QUERIES = words(`
  per_page=2&page=2 page=99 search=jazz slug=reading orderby=title&order=asc&per_page=3 context=embed&per_page=2
  _embed&include={winter},{reading}&orderby=include _fields=id,modified_gmt&per_page=5 after=2026-12-01 per_page=101
  tribe_events_cat={music} tags={live}&_embed=wp:term status=draft orderby=weight
`)
const POSTS = [
  ...withQueries('/tribe_events', POST_QUERIES),
  ...words(`
    /tribe_events/{winter} /tribe_events/{winter}?_embed&context=embed /tribe_events/{draft} /tribe_events/{hall}
    /tribe_events/{winter}?context=edit /tribe_events/999999 /tribe_venue?per_page=2&orderby=slug
    /tribe_venue/{hall} /tribe_organizer/{society} /tribe_organizer/{secretOrganizer} /tribe_organizer?search=jazz
  `),
]
const SITE = words(`
  /users /users?context=edit&per_page=2 /users/1 /users/me?context=edit /types /types/tribe_events?context=edit /types/post
  /taxonomies /taxonomies/post_tag /statuses /statuses/draft
`)
const POST_META = { _EventStartDate: '2027-04-01 20:00:00', _EventEndDate: '2027-04-01 22:00:00' }
/** Without effect, so that they do not change the other responses. */
const POST_WRITES: readonly GoldenRequest[] = [
  wordpress('POST /tribe_events?dry_run=1', { as: 'editor', json: { title: 'Dry', meta: POST_META } }),
  wordpress('POST /tribe_events?dry_run=1', { as: 'editor', json: { title: 'Dry' } }),
  wordpress('POST /tribe_events?dry_run=1', { json: { title: 'No', meta: POST_META } }),
  wordpress('POST /tribe_events/{winter}?dry_run=1', { as: 'editor', json: { featured_media: 0, tags: ['{live}'] } }),
  wordpress('POST /tribe_events/{winter}?dry_run=1', { as: 'author', json: { title: 'No' } }),
  wordpress('PATCH /tribe_events/{winter}?dry_run=1', { as: 'editor', json: { meta: { _EventVenueID: 999999 } } }),
  wordpress('PUT /tribe_venue/{hall}?dry_run=1', { as: 'editor', json: { meta: { _VenueCity: 'Ghent' } } }),
  wordpress('DELETE /tribe_events/{winter}?force=true&dry_run=1', { as: 'editor' }),
  wordpress('DELETE /tribe_events/999999', { as: 'editor' }),
]

const INDEXES = [
  ...[TEC, `${TEC}/`, API, `${API}/`, `${API}/?namespace=x`, `${API}/doc?version=2`],
  ...words(`
    /wp-json /wp-json/ /wp-json/wp/v2 /wp-json/wp/v2/none /wp-json/oembed/1.0 /wp-json/none/v1 /api /api/none
    /?rest_route=/ /?rest_route=/tribe/events/v1/events&per_page=1 /?rest_route=/wp/v2/tags
    /index.php?rest_route=/tribe/events/v1/events/{winter} /index.php/wp-json/tribe/events/v1/tags
    /wp-json/wp/v2/posts /wp-json/tribe/events/v1/events/{winter}/ /WP-JSON/tribe/events/v1/tags
    /?post_type=tribe_events&p={winter} /?post_type=tribe_venue&p={hall} /?p={winter} /?p=999999
    /?post_type=tribe_events /?s=jazz
  `),
]

/** The description of the whole interface, in each form and in two languages. */
const DOCUMENTS: readonly GoldenRequest[] = [
  api('GET /doc'),
  api('GET /doc?version=3.1'),
  tec('GET /doc'),
  site(`GET /fr${API}/doc`),
  site('GET /docs', { headers: { accept: 'text/html' } }),
]

const WRITES: readonly GoldenRequest[] = [
  wordpress('POST /tags', { as: 'author', save: 'wpTag', json: { name: 'By WordPress', description: 'x' } }),
  wordpress('POST /tags', { as: 'author', json: { name: 'By WordPress' } }),
  wordpress('POST /tags', { as: 'subscriber', json: { name: 'No' } }),
  wordpress('POST /tags', { as: 'editor', json: {} }),
  wordpress('PUT /tags/{wpTag}', { as: 'editor', json: { slug: 'changed' } }),
  wordpress('PATCH /tags/{wpTag}', { as: 'author', json: { slug: 'other' } }),
  wordpress('DELETE /tags/{wpTag}', { as: 'editor' }),
  wordpress('DELETE /tags/{wpTag}?force=true', { as: 'editor' }),
  wordpress('DELETE /tags/{wpTag}?force=true', { as: 'editor' }),
  wordpress('POST /tribe_events_cat', { as: 'editor', save: 'wpCategory', json: { name: 'Sub', parent: '{music}' } }),
  wordpress('POST /tribe_events_cat', { as: 'editor', json: { name: 'Sub', parent: 999999 } }),
  wordpress('POST /tribe_events_cat/{wpCategory}', { as: 'admin', json: { parent: '{family}' } }),
  wordpress('DELETE /tribe_events_cat/{wpCategory}?force=1', { as: 'admin' }),
  wordpress('POST /media/{small}', { as: 'author', json: { alt_text: 'x' } }),
  wordpress('POST /media/{small}', { as: 'editor', json: { alt_text: 'A red rectangle' } }),
  wordpress('DELETE /media/{small}', { as: 'subscriber' }),
  wordpress('DELETE /media/{small}', { as: 'editor' }),
  wordpress('POST /media', { as: 'author', body: '' }),
]

export const WORDPRESS_REQUESTS: readonly GoldenRequest[] = [
  ...gets(wordpress, TERMS),
  ...gets(wordpress, ['/tribe_events_cat?context=edit', '/tags?context=edit'], { as: 'editor' }),
  ...forUsers(['anon', 'author', 'editor'], gets(wordpress, ITEMS)),
  ...forUsers(['anon', 'admin'], gets(wordpress, MEDIA)),
  ...gets(site, INDEXES),
  ...DOCUMENTS,
  ...WRITES,
  ...forUsers(['anon', 'author', 'editor'], gets(wordpress, POSTS)),
  ...forUsers(['anon', 'author', 'editor', 'admin'], gets(wordpress, SITE)),
  ...POST_WRITES,
]
