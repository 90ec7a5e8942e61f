/** What is around the content of a page in a frame of another site: as little as can be. */
import type { Frame } from './frame.ts'
import { type Html, html } from './html.ts'
import type { Sheet } from './layout.ts'

export function layOutEmbedded(frame: Frame, sheet: Sheet): Html {
  const { site, language, theme, asset, urls, say } = frame
  // Where nothing is shown, its own address leads to nothing either.
  const page = `${urls.home}${sheet.embedded ? sheet.path : '/events/'}`
  return html`<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${sheet.title} – ${site.name}</title>
<meta name="robots" content="noindex">
<meta name="color-scheme" content="light dark">
<link rel="canonical" href="${page}">
<link rel="stylesheet" href="${asset('site.css')}">
${sheet.hasMap && html`<link rel="stylesheet" href="${asset('leaflet.css')}">\n`}<link rel="stylesheet" href="${asset('embedded.css')}">
${theme.hasStyles && html`<link rel="stylesheet" href="${asset('theme.css')}">\n`}<script type="module" src="${asset('site.js')}"></script>
<script type="module" src="${asset('embedded.js')}"></script>
${theme.head}
</head>
<body>
<main id="main">
${sheet.content}
</main>
<footer class="footer"><p class="wide"><a href="${page}" target="_blank" rel="noopener">${say('page.embed_open')}</a></p></footer>
</body>
</html>
`
}
