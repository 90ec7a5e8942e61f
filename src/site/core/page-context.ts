/** Everything outside the records that a page depends on: site, language and URLs. */
import type { Site, TimeContext } from '../../domain/site.ts'
import type { MessageKey } from '../../i18n/messages/catalog.ts'
import type { Translate } from '../../i18n/translate.ts'
import type { Urls } from '../../presenters/urls.ts'
import type { Day } from './calendar-grid.ts'
import type { DateFormatContext } from './format-dates.ts'
import { type Html, html } from './html-template.ts'
import type { Theme } from './theme.ts'

/** Source of the map images, with its attribution. */
export interface MapTiles {
  readonly url: string
  readonly attribution: string
}

/** Present if the page is shown in a frame of another site. */
export interface EmbedContext {
  /** Query parameters that links to other views keep. */
  readonly preservedQuery: Readonly<Record<string, string>>
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
  /** Whether pages follow changes by an event stream. */
  readonly isLive: boolean
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

/** Path of a URL of this site. Other URLs are returned unchanged. */
export function toSitePath({ urls }: Pick<PageContext, 'urls'>, url: string): string {
  const { origin } = new URL(urls.site)
  return url.startsWith(`${origin}/`) ? url.slice(origin.length) : url
}

/** `href` of the page of a record. In a frame it opens in the whole window. */
export const eventLink = (context: PageContext, url: string): Html =>
  html`href="${toSitePath(context, url)}"${context.embed && html` target="_top"`}`
