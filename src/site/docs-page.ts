/** The page that documents the interface: what is around the component that shows the document. */
import type { DocsVisit } from '../actions/pages.ts'
import type { Site } from '../calendar/site.ts'
import type { Urls } from '../present/urls.ts'
import { LANGUAGE_NAMES, type Language } from '../text/language.ts'
import { type MessageKey, type Say, sayIn } from '../text/say.ts'
import { type Html, html, jsonMarkup, markupOf } from './html.ts'

export function docsPage({ site, language, urls, asset }: DocsVisit): string {
  const say = sayIn(language)
  const folder = new URL(urls.site).pathname.replace(/\/$/, '')
  const file = (name: string) => `${folder}${asset(name)}`
  return markupOf(html`<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${say('docs.title')} – ${site.name}</title>
<link rel="stylesheet" href="${file('swagger-ui.css')}">
<link rel="stylesheet" href="${file('docs.css')}">
<script defer src="${file('swagger-ui-bundle.js')}"></script>
<script defer src="${file('docs.js')}"></script>
</head>
<body>
<a class="skip" href="#docs">${say('docs.skip')}</a>
${masthead(site, language, urls, say)}
<main id="docs" tabindex="-1">
${intro(urls, say)}
<noscript><p class="wide">${say('docs.no_script')}</p></noscript>
<div id="component"></div>
</main>
<script type="application/json" id="settings">${jsonMarkup(settings(urls, say))}</script>
</body>
</html>
`)
}

const pathOf = (address: string): string => new URL(address).pathname

const masthead = (site: Site, language: Language, urls: Urls, say: Say): Html => html`<header class="masthead">
<div class="wide masthead-line">
<a class="masthead-name" href="${pathOf(`${urls.home}/`)}">${site.name}</a>
${site.languages.length > 1 && languageLinks(site, language, urls, say)}
</div>
</header>`

const intro = ({ base }: Urls, say: Say): Html => html`<div class="wide intro">
<h1>${say('docs.title')}</h1>
<p>${say('docs.intro')}</p>
<dl class="facts">
<dt>${say('docs.address')}</dt>
<dd><code>${base}</code></dd>
<dt>OpenAPI</dt>
<dd><a href="${base}/doc">3.0</a><a href="${base}/doc?version=3.1">3.1</a></dd>
<dt>${say('docs.sign_in')}</dt>
<dd>${say('docs.sign_in_how')} <code>calends user passwd LOGIN --app-password NAME</code></dd>
</dl>
</div>`

function languageLinks({ languages }: Site, own: Language, { site }: Urls, say: Say): Html {
  const links = languages.map((language) => {
    const current = language === own && html` aria-current="true"`
    return html`<li><a href="${pathOf(`${site}/${language}/docs`)}" lang="${language}" hreflang="${language}"${current}>${LANGUAGE_NAMES[language]}</a></li>`
  })
  return html`<nav class="languages" aria-label="${say('docs.languages')}"><ul>${links}</ul></nav>`
}

/** What the script needs to know. */
const settings = ({ base }: Urls, say: Say) => ({
  document: `${pathOf(base)}/doc`,
  texts: {
    operations: say('docs.operations'),
    loading: say('docs.loading'),
    failed: say('docs.failed'),
    sign_in: say('docs.sign_in'),
    close: say('docs.ui.close'),
    examples: say('docs.ui.examples'),
    media_type: say('docs.ui.media_type'),
    request_body: say('docs.ui.request_body'),
    required: say('docs.ui.required'),
    default: say('docs.ui.default'),
  },
  words: { ...UNSAID, ...Object.fromEntries(Object.entries(WORDS).map(([word, key]) => [word, say(key)])) },
})

/** «Add item», whose parts stand apart, and the type of lists that hold more than one. */
const UNSAID = { item: '', 'array<undefined>': 'array' }

/** What the component says in English, without spaces at its ends, and what we say instead. */
const WORDS: Readonly<Record<string, MessageKey>> = {
  Authorize: 'docs.ui.authorize',
  Logout: 'docs.ui.logout',
  Close: 'docs.ui.close',
  Authorized: 'docs.ui.authorized',
  'Available authorizations': 'docs.sign_in',
  'authorization button unlocked': 'docs.ui.needs_sign_in',
  'Username:': 'docs.ui.username',
  'Password:': 'docs.ui.password',
  'Value:': 'docs.ui.value',
  'Name:': 'docs.ui.name',
  'In:': 'docs.ui.in',
  'Try it out': 'docs.ui.try',
  Execute: 'docs.ui.execute',
  Cancel: 'docs.ui.cancel',
  Clear: 'docs.ui.clear',
  Reset: 'docs.ui.reset',
  Parameters: 'docs.ui.parameters',
  'No parameters': 'docs.ui.no_parameters',
  'Request body': 'docs.ui.request_body',
  Responses: 'docs.ui.responses',
  'Server response': 'docs.ui.response',
  'Response body': 'docs.ui.response_body',
  'Response headers': 'docs.ui.response_headers',
  'Request duration': 'docs.ui.request_duration',
  'Request URL': 'docs.ui.request_url',
  'Headers:': 'docs.ui.response_headers',
  Code: 'docs.ui.code',
  Description: 'docs.ui.description',
  Details: 'docs.ui.details',
  Name: 'docs.ui.name',
  Type: 'docs.ui.type',
  'Media type': 'docs.ui.media_type',
  'Media Type': 'docs.ui.media_type',
  'Request content type': 'docs.ui.media_type',
  'Example Value': 'docs.ui.example',
  'Examples:': 'docs.ui.examples',
  Examples: 'docs.ui.examples',
  Schema: 'docs.ui.schema',
  Schemas: 'docs.ui.schemas',
  'Edit Value': 'docs.ui.edit_value',
  'Send empty value': 'docs.ui.send_empty',
  Add: 'docs.ui.add',
  'Copy to clipboard': 'docs.ui.copy',
  'Copy code to clipboard': 'docs.ui.copy',
  'Copy cURL command to clipboard': 'docs.ui.copy_curl',
  'Copy path to clipboard': 'docs.ui.copy_path',
  Download: 'docs.ui.download',
  LOADING: 'docs.ui.loading',
  Undocumented: 'docs.ui.undocumented',
  'Expand operation': 'docs.ui.expand',
  'Collapse operation': 'docs.ui.collapse',
}
