/** What every page is made with: the site, the visitor's language, and where things lie. */
import type { Clock, Site } from '../calendar/site.ts'
import type { Urls } from '../present/urls.ts'
import type { Language } from '../text/language.ts'
import type { MessageKey, Say } from '../text/say.ts'
import type { Day } from './days.ts'
import { type Html, html } from './html.ts'
import type { Manner } from './moments.ts'
import type { Theme } from './theme.ts'

/** Where pictures of the map come from, and whom to thank for them. */
export interface Tiles {
  readonly url: string
  readonly attribution: string
}

/** A page in a frame of another site. */
export interface Embedding {
  /** Parameters that other views of it keep. */
  readonly kept: Readonly<Record<string, string>>
}

export interface Frame extends Manner {
  readonly site: Site
  readonly clock: Clock
  readonly say: Say
  readonly urls: Urls
  /** Undefined for pages that stand by themselves. */
  readonly embedding: Embedding | undefined
  /** What paths of pages begin with: the folder, the language and the place of what is embedded, if any. */
  readonly root: string
  /** Of the site's zone. */
  readonly today: Day
  readonly theme: Theme
  readonly tiles: Tiles | undefined
  /** Address of a file under /assets/. */
  readonly asset: (name: string) => string
}

type Counted<K> = K extends `${infer Name}_other` ? Name : never

const rules = new Map<Language, Intl.PluralRules>()

function ruleOf(language: Language): Intl.PluralRules {
  const known = rules.get(language) ?? new Intl.PluralRules(language)
  rules.set(language, known)
  return known
}

/** A text with a number, in the form that the language wants for it. */
export function sayCount({ say, language }: Frame, key: Counted<MessageKey>, count: number): string {
  const form = ruleOf(language).select(count) === 'one' ? 'one' : 'other'
  return say(`${key}_${form}`, { count: count.toLocaleString(language) })
}

/** The path of an address of this site; others stay as they are. */
export function pathFrom({ urls }: Pick<Frame, 'urls'>, url: string): string {
  const { origin } = new URL(urls.site)
  return url.startsWith(`${origin}/`) ? url.slice(origin.length) : url
}

/** `href` of the page of a record, which leads out of what is embedded. */
export const leadTo = (frame: Frame, url: string): Html =>
  html`href="${pathFrom(frame, url)}"${frame.embedding && html` target="_top"`}`
