/** What is around the content of every page. */
import { LANGUAGE_NAMES } from '../text/language.ts'
import { withQuery } from './address.ts'
import type { Feeds } from './feeds.ts'
import type { Frame } from './frame.ts'
import { type Html, html, jsonMarkup } from './html.ts'
import { oembedAddress } from './oembed.ts'
import type { PictureView } from './views.ts'

/** One page, before it is laid out. */
export interface Sheet {
  readonly title: string
  readonly description?: string | undefined
  /** Where it lies below the folder of its language, with the parameters that belong to it. */
  readonly path: string
  /** Address of the same in the interface. */
  readonly api: string
  readonly content: Html
  /** Search engines keep out. */
  readonly isUnlisted?: boolean
  readonly picture?: PictureView | undefined
  /** What the picture shows, where that is known. */
  readonly pictureAlt?: string | undefined
  readonly jsonLd?: unknown
  readonly feeds?: Feeds | undefined
  readonly previous?: string | undefined
  readonly next?: string | undefined
  readonly hasMap?: boolean
  /** Of a frame of another site that shows it well; what has none is shown in no such frame. */
  readonly embedded?: Size
}

/** In CSS pixels. */
export interface Size {
  readonly width: number
  readonly height: number
}

export function layOut(frame: Frame, sheet: Sheet): Html {
  const { language, theme } = frame
  return html`<!doctype html>
<html lang="${language}">
<head>
${head(frame, sheet)}${theme.head}
</head>
<body>
<a class="skip" href="#main">${frame.say('page.skip_content')}</a>
${theme.header ?? header(frame)}
<main id="main" tabindex="-1">
${sheet.content}
</main>
${theme.footer ?? footer(frame, sheet)}
</body>
</html>
`
}

function head(frame: Frame, sheet: Sheet): Html {
  const { site, asset, theme, urls } = frame
  const { title, description, feeds, isUnlisted, previous, next, jsonLd } = sheet
  const whole = title === site.name ? title : `${title} – ${site.name}`
  return html`<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${whole}</title>
${description && html`<meta name="description" content="${description}">\n`}${isUnlisted && html`<meta name="robots" content="noindex">\n`}<meta name="color-scheme" content="light dark">
<link rel="canonical" href="${urls.home}${sheet.path}">
${alternates(frame, sheet.path)}<link rel="stylesheet" href="${asset('site.css')}">
${sheet.hasMap && html`<link rel="stylesheet" href="${asset('leaflet.css')}">\n`}${theme.hasStyles && html`<link rel="stylesheet" href="${asset('theme.css')}">\n`}<link rel="icon" href="${asset('icon.svg')}" type="image/svg+xml">
<script type="module" src="${asset('site.js')}"></script>
${previous && html`<link rel="prev" href="${previous}">\n`}${next && html`<link rel="next" href="${next}">\n`}${feeds && feedLinks(frame, feeds)}${sheet.embedded && oembedLinks(frame, sheet)}${discovery(frame, sheet)}${openGraph(frame, sheet)}${jsonLd !== undefined && html`<script type="application/ld+json">${jsonMarkup(jsonLd)}</script>\n`}`
}

/** The same page in every language; without one in its address it is in the visitor's. */
function alternates({ site, urls }: Frame, path: string): Html {
  if (site.languages.length < 2) return html``
  const links = site.languages.map(
    (language) => html`<link rel="alternate" hreflang="${language}" href="${urls.site}/${language}${path}">\n`,
  )
  return html`${links}<link rel="alternate" hreflang="x-default" href="${urls.site}${path}">\n`
}

const feedLinks = ({ say }: Frame, { ical, rss }: Feeds): Html =>
  html`<link rel="alternate" type="text/calendar" title="${say('page.feed_ical')}" href="${ical}">
<link rel="alternate" type="application/rss+xml" title="${say('page.feed_rss')}" href="${rss}">\n`

/** How other sites find out how to show this page. */
const oembedLinks = (frame: Frame, sheet: Sheet): Html =>
  html`<link rel="alternate" type="application/json+oembed" title="${sheet.title}" href="${oembedAddress(frame, sheet, 'json')}">
<link rel="alternate" type="text/xml+oembed" title="${sheet.title}" href="${oembedAddress(frame, sheet, 'xml')}">\n`

/** How clients find the interface (contract 18.3). */
const discovery = ({ urls }: Frame, { api }: Sheet): Html =>
  html`<meta name="tec-api-version" content="v1">
<meta name="tec-api-origin" content="${urls.home}">
<link rel="alternate" type="application/json" href="${api}">
<link rel="https://api.w.org/" href="${indexOf(urls.base)}">\n`

/** The index of all namespaces, above that of the calendar's own. */
const indexOf = (base: string): string =>
  `${base.slice(0, base.search(/\/(?:wp-json|api)\//))}/${base.includes('/wp-json/') ? 'wp-json' : 'api'}/`

function openGraph({ site, urls, language }: Frame, sheet: Sheet): Html {
  const { title, description, path, picture, pictureAlt } = sheet
  return html`<meta property="og:title" content="${title}">
<meta property="og:site_name" content="${site.name}">
<meta property="og:type" content="website">
<meta property="og:url" content="${urls.home}${path}">
<meta property="og:locale" content="${language}">
${description && html`<meta property="og:description" content="${description}">\n`}${
  picture &&
  html`<meta property="og:image" content="${picture.url}">
<meta property="og:image:width" content="${picture.width}">
<meta property="og:image:height" content="${picture.height}">
<meta property="og:image:alt" content="${pictureAlt || title}">\n`
}<meta name="twitter:card" content="${picture ? 'summary_large_image' : 'summary'}">\n`
}

const header = ({ site, root, say }: Frame): Html =>
  html`<header class="masthead">
<div class="wide masthead-line">
<a class="masthead-name" href="${root}/events/">${site.name}</a>
<form class="search" role="search" action="${root}/events/" method="get">
<label class="hidden" for="search">${say('page.search')}</label>
<input id="search" name="search" type="search" placeholder="${say('page.search')}" autocomplete="off">
<button type="submit">${say('page.search_button')}</button>
</form>
</div>
</header>`

function footer({ site, say, language, urls }: Frame, { path, feeds }: Sheet): Html {
  const folder = new URL(urls.site).pathname.replace(/\/$/, '')
  const languages = site.languages.map(
    (one) =>
      html`<li><a href="${folder}/${one}${path}" lang="${one}" hreflang="${one}"${one === language && html` aria-current="true"`}>${LANGUAGE_NAMES[one]}</a></li>`,
  )
  return html`<footer class="footer">
<div class="wide footer-line">
<p>${site.name}</p>
${site.languages.length > 1 && html`<nav aria-label="${say('page.languages')}"><ul class="row">${languages}</ul></nav>`}
${feeds && html`<ul class="row"><li><a href="${feeds.rss}">RSS</a></li><li><a href="${feeds.ical}">iCalendar</a></li></ul>`}
</div>
</footer>`
}

/** The address of the interface's list that a page shows, for clients that look for it (contract 18.3). */
export const apiList = ({ urls }: Frame, query: Readonly<Record<string, string | undefined>>): string =>
  withQuery(`${urls.base}/events/`, query)
