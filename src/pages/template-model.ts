/** Variables of templates about the site and the page. `pages/theme/template-variables.ts` describes them. */
import { LANGUAGE_NAMES } from '../base/i18n/language.ts'
import { fileUrl } from '../calendar/posts/urls.ts'
import { buildFeedLinks } from './feed-links.ts'
import type { HtmlValue } from './html-template.ts'
import type { Page } from './page.ts'
import type { PageContext } from './page-context.ts'
import { buildCalendarPath, INDEX_PATHS } from './page-routes.ts'
import { createSlot, type TemplateModel } from './theme/theme.ts'

/** Variables of all templates. */
export const buildSiteModel = (context: PageContext): TemplateModel => ({
  language: context.language,
  site: {
    name: context.site.name,
    home: `${context.root}/events/`,
    footer: context.site.footer || context.site.name,
    logo: buildLogoModel(context),
  },
  text: buildTexts(context),
})

const buildLogoModel = ({ site: { logo }, urls }: PageContext) =>
  logo ? { url: fileUrl(urls, logo.key), width: logo.width, height: logo.height } : null

const buildTexts = ({ translate }: PageContext) => ({
  search: translate('page.search'),
  search_button: translate('page.search_button'),
  all_events: translate('page.all_events'),
  subscribe: translate('page.subscribe'),
  languages: translate('page.languages'),
  featured: translate('page.featured'),
  free: translate('word.free'),
  online: translate('page.online'),
  where: translate('page.where'),
  price: translate('page.price'),
  organizer: translate('page.organizer'),
  website: translate('page.website'),
  tickets: translate('page.tickets'),
  over: translate('page.over'),
})

/** Parts of the built-in markup by their names in templates. */
export type SlotTable = Readonly<Record<string, HtmlValue>>

export const buildSlots = (slots: SlotTable): TemplateModel =>
  Object.fromEntries(Object.entries(slots).map(([name, value]) => [name, createSlot(value)]))

/** Variables of head, header and footer. */
export const buildPageModel = (context: PageContext, page: Page, slots: SlotTable): TemplateModel => ({
  ...buildSiteModel(context),
  page: { title: page.title, url: `${context.urls.home}${page.path}` },
  languages: buildLanguageLinks(context, page),
  navigation: buildNavigation(context, page),
  directories: buildDirectoryLinks(context),
  feeds: page.feeds ?? buildFeedLinks(context.urls, {}),
  slots: buildSlots(slots),
})

interface LanguageLink {
  readonly code: string
  readonly name: string
  readonly url: string
  readonly current: boolean
}

/** The page in all languages of the site. */
export function buildLanguageLinks({ site, urls, language }: PageContext, { path }: Page): readonly LanguageLink[] {
  const folder = new URL(urls.site).pathname.replace(/\/$/, '')
  return site.languages.map((code) => ({
    code,
    name: LANGUAGE_NAMES[code],
    url: `${folder}/${code}${path}`,
    current: code === language,
  }))
}

/** The pages of all venues, organizers and categories. */
export const buildDirectoryLinks = ({ translate, root }: PageContext) => [
  { name: translate('sharing.venues'), url: `${root}${INDEX_PATHS.venue}` },
  { name: translate('page.organizers'), url: `${root}${INDEX_PATHS.organizer}` },
  { name: translate('page.categories'), url: `${root}${INDEX_PATHS.category}` },
]

function buildNavigation({ translate, root, today, tiles }: PageContext, page: Page) {
  const views = [
    { name: translate('page.view_list'), view: { kind: 'list' } },
    { name: translate('page.view_month'), view: { kind: 'month', month: today.slice(0, 7) } },
    { name: translate('page.view_week'), view: { kind: 'week', day: today } },
    ...(tiles ? [{ name: translate('page.view_map'), view: { kind: 'map' } } as const] : []),
  ] as const
  return views.map(({ name, view }) => {
    const path = buildCalendarPath({ kind: 'calendar' }, view)
    return { name, url: `${root}${path}`, current: page.path === path }
  })
}
