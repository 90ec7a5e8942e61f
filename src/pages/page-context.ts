/** Everything outside the records that a page depends on: site, language and URLs. */

import type { MessageKey } from '../base/i18n/messages/catalog.ts'
import type { Translate } from '../base/i18n/translate.ts'
import type { RecordPasswords } from '../calendar/posts/post-passwords.ts'
import type { Urls } from '../calendar/posts/urls.ts'
import type { ColorScheme } from '../kernel/accent-color.ts'
import type { Site, TimeContext } from '../kernel/site.ts'
import type { Day } from './calendar-grid.ts'
import type { DateFormatContext } from './format-dates.ts'
import { type Html, html } from './html-template.ts'
import type { Theme } from './theme/theme.ts'

/** Source of the map images, with its attribution. */
export interface MapTiles {
  readonly url: string
  readonly attribution: string
}

/** Dependencies of pages, created once per process. */
export interface PageResources {
  readonly passwords: RecordPasswords
  readonly getTheme: () => Theme
  /** URL path of a file under /assets/. */
  readonly getAssetUrl: (name: string) => string
  readonly tiles: MapTiles | undefined
}

declare module '../http/feature-host.ts' {
  interface CoreHost {
    readonly pages: PageResources
  }
}

/** Present if the page is shown in a frame of another site. */
export interface EmbedContext {
  /** Query parameters that links to other views keep. */
  readonly preservedQuery: Readonly<Record<string, string>>
  /** Colors of the frame; undefined for those that the visitor prefers. */
  readonly scheme: ColorScheme | undefined
  /** True if events open in the frame instead of the whole window. */
  readonly opensHere: boolean
}

export interface PageContext extends DateFormatContext {
  readonly site: Site
  readonly clock: TimeContext
  readonly translate: Translate
  readonly urls: Urls
  /** Undefined for pages outside a frame. */
  readonly embed: EmbedContext | undefined
  /** Prefix of the paths of pages: folder of the site, language, and `/embed` for framed pages. */
  readonly root: string
  /** In the time zone of the site. */
  readonly today: Day
  readonly theme: Theme
  /** Further origins from which the page may load scripts, and to which these may connect. */
  readonly extraSources: readonly string[]
  readonly tiles: MapTiles | undefined
  /** Hosts whose videos pages play. */
  readonly videoHosts: readonly string[]
  /** True if pages follow changes by an event stream. */
  readonly isLive: boolean
  /** Weekday of digests by mail, 0 for Sunday; undefined if visitors cannot subscribe to them. */
  readonly digestWeekday: number | undefined
  /** Path of the form with which visitors submit events; undefined if they cannot. */
  readonly submitPath: string | undefined
  /** URL of a file under /assets/. */
  readonly getAssetUrl: (name: string) => string
}

type PluralKey<K> = K extends `${infer Name}_other` ? Name : never

/** A message with a number, in its singular or plural form. */
export function translateCount(
  { translate, language, formatters }: PageContext,
  key: PluralKey<MessageKey>,
  count: number,
): string {
  const form = formatters.pluralRules().select(count) === 'one' ? 'one' : 'other'
  return translate(`${key}_${form}`, { count: count.toLocaleString(language) })
}

/** Pages that a frame can show. */
const PAGE_PATH = /^\/(?:events?|venue|organizer|series|tag)\//

/** Path of a URL of this site, of the framed page if pages open in the frame. Other URLs are returned unchanged. */
export function toSitePath({ urls, root, embed }: Pick<PageContext, 'urls' | 'root' | 'embed'>, url: string): string {
  const { origin } = new URL(urls.site)
  const path = url.startsWith(`${urls.home}/`) ? url.slice(urls.home.length) : ''
  if (embed?.opensHere && PAGE_PATH.test(path))
    return `${root}${path}${path.includes('?') ? '&' : '?'}${new URLSearchParams(embed.preservedQuery)}`
  return url.startsWith(`${origin}/`) ? url.slice(origin.length) : url
}

/** `href` of the page of a record. In a frame it opens in the whole window, unless the frame shows it itself. */
export const eventLink = (context: PageContext, url: string): Html =>
  html`href="${toSitePath(context, url)}"${context.embed && !context.embed.opensHere && html` target="_top"`}`
