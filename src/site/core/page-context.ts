/** What every page is made with: the site, the visitor's language, and where things lie. */
import type { Site, TimeContext } from '../../domain/site.ts'
import type { Language } from '../../i18n/language.ts'
import type { MessageKey, Translate } from '../../i18n/translate.ts'
import type { Urls } from '../../presenters/urls.ts'
import type { Day } from './calendar-grid.ts'
import type { DateFormatContext } from './format-dates.ts'
import { type Html, html } from './html-template.ts'
import type { Theme } from './theme.ts'

/** Where pictures of the map come from, and whom to thank for them. */
export interface MapTiles {
  readonly url: string
  readonly attribution: string
}

/** A page in a frame of another site. */
export interface EmbedContext {
  /** Parameters that other views of it keep. */
  readonly preservedQuery: Readonly<Record<string, string>>
}

export interface PageContext extends DateFormatContext {
  readonly site: Site
  readonly clock: TimeContext
  readonly translate: Translate
  readonly urls: Urls
  /** Undefined for pages that stand by themselves. */
  readonly embed: EmbedContext | undefined
  /** What paths of pages begin with: the folder, the language and the place of what is embedded, if any. */
  readonly root: string
  /** Of the site's zone. */
  readonly today: Day
  readonly theme: Theme
  readonly tiles: MapTiles | undefined
  /** Address of a file under /assets/. */
  readonly getAssetUrl: (name: string) => string
}

type PluralKey<K> = K extends `${infer Name}_other` ? Name : never

const pluralRules = new Map<Language, Intl.PluralRules>()

function getPluralRules(language: Language): Intl.PluralRules {
  const cached = pluralRules.get(language) ?? new Intl.PluralRules(language)
  pluralRules.set(language, cached)
  return cached
}

/** A text with a number, in the form that the language wants for it. */
export function translateCount(
  { translate, language }: PageContext,
  key: PluralKey<MessageKey>,
  count: number,
): string {
  const form = getPluralRules(language).select(count) === 'one' ? 'one' : 'other'
  return translate(`${key}_${form}`, { count: count.toLocaleString(language) })
}

/** The path of an address of this site; others stay as they are. */
export function toSitePath({ urls }: Pick<PageContext, 'urls'>, url: string): string {
  const { origin } = new URL(urls.site)
  return url.startsWith(`${origin}/`) ? url.slice(origin.length) : url
}

/** `href` of the page of a record, which leads out of what is embedded. */
export const eventLink = (context: PageContext, url: string): Html =>
  html`href="${toSitePath(context, url)}"${context.embed && html` target="_top"`}`
