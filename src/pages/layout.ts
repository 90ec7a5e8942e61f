/** HTML document around the content of a page. */
import { fileUrl } from '../calendar/posts/urls.ts'
import { buildBreadcrumbJsonLd } from './breadcrumbs.ts'
import { type Html, html, renderScriptJson } from './html-template.ts'
import { buildOembedUrl } from './oembed.ts'
import type { FeedLinks, Page } from './page.ts'
import { type PageContext, toSitePath } from './page-context.ts'
import { withQuery } from './page-routes.ts'
import { renderSearchForm } from './search-form.ts'
import { renderSubmitLink } from './submit-link.ts'
import { buildDirectoryLinks, buildLanguageLinks, buildPageModel } from './template-model.ts'
import { renderAccentLink } from './theme/accent-style.ts'
import { renderBlock, type TemplateModel } from './theme/theme.ts'

export function renderLayout(context: PageContext, page: Page): Html {
  const { language } = context
  return html`<!doctype html>
<html lang="${language}">
<head>
${renderHead(context, page)}${renderThemeHead(context, page)}
</head>
<body>
<a class="skip" href="#main">${context.translate('page.skip_content')}</a>
${renderHeader(context, page)}
<main id="main" tabindex="-1"${isLive(context, page) && renderStreamAttributes(context)}>
${page.content}
</main>
${renderFooter(context, page)}
</body>
</html>
`
}

function renderHead(context: PageContext, page: Page): Html {
  const { site, getAssetUrl, theme, urls } = context
  const { title, description, feeds, isNoindex, previous, next, jsonLd, breadcrumbs } = page
  const fullTitle = title === site.name ? title : `${title} – ${site.name}`
  return html`<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${fullTitle}</title>
${description && html`<meta name="description" content="${description}">\n`}${isNoindex && html`<meta name="robots" content="noindex">\n`}<meta name="color-scheme" content="light dark">
<link rel="canonical" href="${urls.home}${page.path}">
${renderAlternates(context, page.path)}<link rel="stylesheet" href="${getAssetUrl('site.css')}">
${renderAccentLink(context)}${page.hasMap && html`<link rel="stylesheet" href="${getAssetUrl('leaflet.css')}">\n`}${theme.hasStyles && html`<link rel="stylesheet" href="${getAssetUrl('theme.css')}">\n`}${renderIcon(context)}
${isLive(context, page) && html`<script type="module" src="${getAssetUrl('live.js')}"></script>\n`}<script type="module" src="${getAssetUrl('site.js')}"></script>
${renderScript(context, 'suggestions.js')}${renderPageScripts(context, page)}${theme.isReloaded && renderScript(context, 'theme-reload.js')}${previous && html`<link rel="prev" href="${previous}">\n`}${next && html`<link rel="next" href="${next}">\n`}${feeds && renderFeedLinks(context, feeds)}${page.embedSize && renderOembedLinks(context, page)}${renderApiLinks(context, page)}${renderOpenGraph(context, page)}${jsonLd !== undefined && html`<script type="application/ld+json">${renderScriptJson(jsonLd)}</script>\n`}${breadcrumbs && html`<script type="application/ld+json">${renderScriptJson(buildBreadcrumbJsonLd(context, breadcrumbs))}</script>\n`}`
}

/**
 * The times of visitors are part of what is painted first, so that nothing moves afterwards. Pages that show events, which
 * are those that can be embedded, have images with placeholders.
 */
export const renderPageScripts = (context: PageContext, { hasTimes, embedSize, scripts = [] }: Page): Html =>
  html`${hasTimes && html`<script type="module" src="${context.getAssetUrl('times.js')}" blocking="render"></script>\n`}${embedSize && renderScript(context, 'placeholders.js')}${scripts.map((name) => renderScript(context, name))}`

const renderScript = ({ getAssetUrl }: PageContext, name: string): Html =>
  html`<script type="module" src="${getAssetUrl(name)}"></script>\n`

const renderIcon = ({ site: { favicon }, urls, getAssetUrl }: PageContext): Html =>
  favicon
    ? html`<link rel="icon" href="${fileUrl(urls, favicon.key)}"><link rel="apple-touch-icon" href="${fileUrl(urls, favicon.key)}">`
    : html`<link rel="icon" href="${getAssetUrl('icon.svg')}" type="image/svg+xml">`

const isLive = (context: PageContext, page: Page): boolean => context.isLive && page.isLive === true

/** All pages in a language use the same stream, so that the service reads each change once. */
const renderStreamAttributes = (context: PageContext): Html =>
  html` data-stream="${toSitePath(context, `${context.urls.base}/events/stream`)}" data-updated="${context.translate('page.updated')}" data-update="${context.translate('page.show_update')}"`

/** The page in each language. Without a language in the URL, the browser's language is used. */
function renderAlternates({ site, urls }: PageContext, path: string): Html {
  if (site.languages.length < 2) return html``
  const links = site.languages.map(
    (language) => html`<link rel="alternate" hreflang="${language}" href="${urls.site}/${language}${path}">\n`,
  )
  return html`${links}<link rel="alternate" hreflang="x-default" href="${urls.site}${path}">\n`
}

const renderFeedLinks = ({ translate }: PageContext, { ical, rss }: FeedLinks): Html =>
  html`<link rel="alternate" type="text/calendar" title="${translate('page.feed_ical')}" href="${ical}">
<link rel="alternate" type="application/rss+xml" title="${translate('page.feed_rss')}" href="${rss}">\n`

/** oEmbed discovery. */
const renderOembedLinks = (context: PageContext, page: Page): Html =>
  html`<link rel="alternate" type="application/json+oembed" title="${page.title}" href="${buildOembedUrl(context, page, 'json')}">
<link rel="alternate" type="text/xml+oembed" title="${page.title}" href="${buildOembedUrl(context, page, 'xml')}">\n`

/** API discovery (wire-contract §18.3). */
const renderApiLinks = ({ urls }: PageContext, { apiUrl }: Page): Html =>
  html`<meta name="tec-api-version" content="v1">
<meta name="tec-api-origin" content="${urls.home}">
<link rel="alternate" type="application/json" href="${apiUrl}">
<link rel="https://api.w.org/" href="${buildIndexUrl(urls.base)}">\n`

/** URL of the index of all namespaces. */
const buildIndexUrl = (base: string): string =>
  `${base.slice(0, base.search(/\/(?:wp-json|api)\//))}/${base.includes('/wp-json/') ? 'wp-json' : 'api'}/`

function renderOpenGraph({ site, urls, language }: PageContext, page: Page): Html {
  const { title, description, path, image, imageAlt } = page
  return html`<meta property="og:title" content="${title}">
<meta property="og:site_name" content="${site.name}">
<meta property="og:type" content="website">
<meta property="og:url" content="${urls.home}${path}">
<meta property="og:locale" content="${language}">
${description && html`<meta property="og:description" content="${description}">\n`}${
  image &&
  html`<meta property="og:image" content="${image.url}">
<meta property="og:image:width" content="${image.width}">
<meta property="og:image:height" content="${image.height}">
<meta property="og:image:alt" content="${imageAlt || title}">\n`
}<meta name="twitter:card" content="${image ? 'summary_large_image' : 'summary'}">\n`
}

/** The name is the alternative text of the logo, so that the link has it in any case. */
const renderSiteName = ({ site: { name, logo }, urls }: PageContext): Html =>
  logo
    ? html`<img class="masthead-logo" src="${fileUrl(urls, logo.key)}" width="${logo.width}" height="${logo.height}" alt="${name}">`
    : html`${name}`

/** Variables of the templates that surround the content. */
const buildFrameModel = (context: PageContext, page: Page): TemplateModel =>
  buildPageModel(context, page, {
    site_name: renderSiteName(context),
    search: renderSearchForm(context, page.searchFilters),
    submit: renderSubmitLink(context),
    directories: renderDirectories(context),
    languages: renderLanguages(context, page),
    feeds: renderFeedList(page),
  })

/** Additions of the theme to the head. */
export const renderThemeHead = (context: PageContext, page: Page): Html =>
  renderBlock(context, 'head', { model: () => buildFrameModel(context, page), renderDefault: () => html`` })

const renderHeader = (context: PageContext, page: Page): Html =>
  renderBlock(context, 'header', {
    model: () => buildFrameModel(context, page),
    renderDefault: () => html`<header class="masthead">
<div class="wide masthead-line">
<a class="masthead-name" href="${context.root}/events/">${renderSiteName(context)}</a>
${renderSearchForm(context, page.searchFilters)}
${renderSubmitLink(context)}</div>
</header>`,
  })

const renderFooter = (context: PageContext, page: Page): Html =>
  renderBlock(context, 'footer', {
    model: () => buildFrameModel(context, page),
    renderDefault: () => html`<footer class="footer">
<div class="wide footer-line">
<p>${context.site.footer || context.site.name}</p>
${renderDirectories(context)}
${renderLanguages(context, page)}
${renderFeedList(page)}
</div>
</footer>`,
  })

const renderDirectories = (context: PageContext): Html =>
  html`<ul class="row">${buildDirectoryLinks(context).map(({ name, url }) => html`<li><a href="${url}">${name}</a></li>`)}</ul>`

function renderLanguages(context: PageContext, page: Page): Html | undefined {
  if (context.site.languages.length < 2) return undefined
  const items = buildLanguageLinks(context, page).map(
    ({ code, name, url, current }) =>
      html`<li><a href="${url}" lang="${code}" hreflang="${code}"${current && html` aria-current="true"`}>${name}</a></li>`,
  )
  return html`<nav aria-label="${context.translate('page.languages')}"><ul class="row">${items}</ul></nav>`
}

const renderFeedList = ({ feeds }: Page): Html | undefined =>
  feeds &&
  html`<ul class="row"><li><a href="${feeds.rss}">RSS</a></li><li><a href="${feeds.ical}">iCalendar</a></li></ul>`

/** URL of the event list that a page shows, for API discovery (wire-contract §18.3). */
export const buildApiListUrl = ({ urls }: PageContext, query: Readonly<Record<string, string | undefined>>): string =>
  withQuery(`${urls.base}/events/`, query)
