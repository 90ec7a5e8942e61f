/** Minimal HTML document for pages in a frame of another site. */

import { type Html, html, renderHtml, trustHtml } from './html-template.ts'
import { renderPageScripts, renderThemeHead } from './layout.ts'
import type { Page } from './page.ts'
import type { PageContext } from './page-context.ts'
import { renderAccentLink } from './theme/accent-style.ts'

/** Other sites do not let a frame show them. */
const openExternalLinks = (content: Html): Html =>
  trustHtml(renderHtml(content).replaceAll(/<a (?=href="https?:)(?![^>]*\starget=)/g, '<a target="_blank" '))

export function renderEmbedLayout(context: PageContext, page: Page): Html {
  const { site, language, theme, getAssetUrl, urls, translate } = context
  // Pages without an embed size are errors, which have no page to link to.
  const pageUrl = `${urls.home}${page.embedSize ? page.path : '/events/'}`
  return html`<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${page.title} – ${site.name}</title>
<meta name="robots" content="noindex">
<meta name="color-scheme" content="${context.embed?.scheme ?? 'light dark'}">
<link rel="canonical" href="${pageUrl}">
<link rel="stylesheet" href="${getAssetUrl('site.css')}">
${renderAccentLink(context)}${page.hasMap && html`<link rel="stylesheet" href="${getAssetUrl('leaflet.css')}">\n`}<link rel="stylesheet" href="${getAssetUrl('embedded.css')}">
${theme.hasStyles && html`<link rel="stylesheet" href="${getAssetUrl('theme.css')}">\n`}<script type="module" src="${getAssetUrl('site.js')}"></script>
<script type="module" src="${getAssetUrl('embedded.js')}"></script>
${renderPageScripts(context, page)}${renderThemeHead(context, page)}
</head>
<body>
<main id="main">
${openExternalLinks(page.content)}
</main>
<footer class="footer"><p class="wide"><a href="${pageUrl}" target="_blank" rel="noopener">${translate('page.embed_open')}</a></p></footer>
</body>
</html>
`
}
