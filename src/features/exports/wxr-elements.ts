/** Formats the elements of a WordPress export (WXR 1.2). */

import { escapeXml } from '../../base/text/escape-xml.ts'
import { stripControlCharacters } from '../../base/text/strip-control-chars.ts'
import { type CustomFields, selectCustomValues } from '../../kernel/custom-field.ts'
import { type Event, NEVER_PUBLISHED, type Post, type PostByKind, type PostKind } from '../../kernel/post.ts'
import { FLAG_META, TEXT_META } from '../wordpress/wordpress-meta.ts'

type Text = string | number

/** Parsers read line breaks of Windows as `\n`, so a carriage return is an entity outside of the section. */
function formatCdata(text: string): string {
  const valid = stripControlCharacters(text.toWellFormed()).replace(/[\ufffe\uffff]/g, '')
  const sections = valid.replaceAll(']]>', ']]]]><![CDATA[>').replaceAll('\r', ']]>&#13;<![CDATA[')
  return `<![CDATA[${sections}]]>`
}

const formatText = (name: string, text: Text): string =>
  `<${name}>${typeof text === 'number' ? text : formatCdata(text)}</${name}>`

/** An element with these children, in one line. */
export const formatWxrElement = (name: string, children: Readonly<Record<string, Text>>): string =>
  `\t<${name}>${Object.entries(children)
    .map(([child, text]) => formatText(child, text))
    .join('')}</${name}>\n`

export interface WxrHeader {
  readonly title: string
  readonly url: string
  readonly language: string
}

export const formatWxrHeader = ({ title, url, language }: WxrHeader): string => `<?xml version="1.0" encoding="UTF-8" ?>
<rss version="2.0"
\txmlns:excerpt="http://wordpress.org/export/1.2/excerpt/"
\txmlns:content="http://purl.org/rss/1.0/modules/content/"
\txmlns:wfw="http://wellformedweb.org/CommentAPI/"
\txmlns:dc="http://purl.org/dc/elements/1.1/"
\txmlns:wp="http://wordpress.org/export/1.2/">
<channel>
\t<title>${escapeXml(title)}</title>
\t<link>${escapeXml(url)}</link>
\t<description></description>
\t<language>${escapeXml(language)}</language>
\t<wp:wxr_version>1.2</wp:wxr_version>
\t<wp:base_site_url>${escapeXml(url)}</wp:base_site_url>
\t<wp:base_blog_url>${escapeXml(url)}</wp:base_blog_url>
`

export const WXR_FOOTER = '</channel>\n</rss>\n'

export type MetaEntry = readonly [key: string, value: Text]

export interface WxrItem {
  /** Children of the item besides its terms and metadata, in the order of WordPress. */
  readonly texts: Readonly<Record<string, Text>>
  readonly terms: readonly { readonly domain: string; readonly slug: string; readonly name: string }[]
  readonly meta: readonly MetaEntry[]
}

export function formatWxrItem({ texts, terms, meta }: WxrItem): string {
  const lines = [
    ...Object.entries(texts).map(([name, text]) => formatText(name, text)),
    ...terms.map(
      ({ domain, slug, name }) =>
        `<category domain="${escapeXml(domain)}" nicename="${escapeXml(slug)}">${formatCdata(name)}</category>`,
    ),
    ...meta.map(([key, value]) =>
      [
        `<wp:postmeta>${formatText('wp:meta_key', key)}`,
        `${formatText('wp:meta_value', String(value))}</wp:postmeta>`,
      ].join(''),
    ),
  ]
  return `\t<item>\n${lines.map((line) => `\t\t${line}\n`).join('')}\t</item>\n`
}

interface ItemPost
  extends Omit<Post, 'status' | 'author' | 'image' | 'trashed_from' | 'external_id' | 'custom_fields'> {
  readonly status: Post['status'] | 'inherit'
}

export interface ItemContext {
  readonly type: string
  readonly link: string
  /** Login. */
  readonly author: string
  readonly parent: number
  readonly isSticky: boolean
}

/** A protected record has the digest of its password instead of the password, which is not stored. */
export const listItemTexts = (
  post: ItemPost,
  { type, link, author, parent, isSticky }: ItemContext,
): WxrItem['texts'] => ({
  title: post.title,
  link,
  pubDate: post.date_utc === NEVER_PUBLISHED ? '' : formatPublicationDate(post.date_utc),
  'dc:creator': author,
  guid: link,
  description: '',
  'content:encoded': post.content,
  'excerpt:encoded': post.excerpt,
  'wp:post_id': post.id,
  'wp:post_date': post.date,
  'wp:post_date_gmt': post.date_utc,
  'wp:post_modified': post.modified,
  'wp:post_modified_gmt': post.modified_utc,
  'wp:comment_status': 'closed',
  'wp:ping_status': 'closed',
  'wp:post_name': post.slug,
  'wp:status': post.status,
  'wp:post_parent': parent,
  // The plugin stores sticky events by their order in the menu.
  'wp:menu_order': isSticky ? -1 : 0,
  'wp:post_type': type,
  'wp:post_password': post.password,
  'wp:is_sticky': isSticky ? 1 : 0,
})

const formatPublicationDate = (utc: string): string =>
  new Date(`${utc.replace(' ', 'T')}Z`).toUTCString().replace('GMT', '+0000')

/** Metadata that is equal to a field, without empty texts. */
export function listFieldMeta<K extends PostKind>(kind: K, post: PostByKind[K]): MetaEntry[] {
  const texts = Object.entries(TEXT_META[kind]).map(([name, key]): MetaEntry => [key, String(Reflect.get(post, name))])
  const flags = Object.entries(FLAG_META[kind]).map(
    ([name, [key, yes, no]]): MetaEntry => [key, Reflect.get(post, name) === true ? yes : no],
  )
  const image: MetaEntry = ['_thumbnail_id', post.image || '']
  const trashed: MetaEntry = ['_wp_trash_meta_status', post.trashed_from]
  return [...texts, ...flags, image, trashed].filter(([, value]) => value !== '')
}

/** Keys of the plugin are skipped, because readers would take the value for one of its own. */
export const listCustomMeta = (
  kind: PostKind,
  { custom_fields }: Pick<Post, 'custom_fields'>,
  fields: CustomFields,
): MetaEntry[] =>
  Object.entries(selectCustomValues(kind, custom_fields, fields))
    .filter(([key]) => !/^_(?:Event|Venue|Organizer|tribe_|thumbnail_id|wp_)/.test(key))
    .map(([key, value]) => [key, typeof value === 'boolean' ? (value ? '1' : '0') : String(value)])

/** Metadata of dates and status. */
export const listEventMeta = (event: Event): MetaEntry[] => [
  ['_EventStartDate', event.start_date],
  ['_EventEndDate', event.end_date],
  ['_EventStartDateUTC', event.utc_start_date],
  ['_EventEndDateUTC', event.utc_end_date],
  ['_EventDuration', (Date.parse(`${event.utc_end_date}Z`) - Date.parse(`${event.utc_start_date}Z`)) / 1000],
  ...(event.event_status === 'scheduled' ? [] : [['_tribe_events_status', event.event_status] as const]),
  ...(event.event_status_reason === '' ? [] : [['_tribe_events_status_reason', event.event_status_reason] as const]),
]
