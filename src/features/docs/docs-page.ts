/** API documentation page around Swagger UI. */

import { LANGUAGE_NAMES, type Language } from '../../base/i18n/language.ts'
import type { MessageKey } from '../../base/i18n/messages/catalog.ts'
import { createTranslator, type Translate } from '../../base/i18n/translate.ts'
import type { Urls } from '../../calendar/posts/urls.ts'
import type { Site } from '../../kernel/site.ts'
import { type Html, html, renderHtml, renderScriptJson } from '../../pages/html-template.ts'

interface DocsPageInput {
  readonly site: Site
  /** Language of the page. */
  readonly language: Language
  /** URLs of the `/api` mount, in the language of the request URL if it names one. */
  readonly urls: Urls
  /** Path of an asset from the root of the site. */
  readonly getAssetUrl: (name: string) => string
}

export function renderDocsPage({ site, language, urls, getAssetUrl }: DocsPageInput): string {
  const translate = createTranslator(language)
  const folder = new URL(urls.site).pathname.replace(/\/$/, '')
  const resolveAsset = (name: string) => `${folder}${getAssetUrl(name)}`
  return renderHtml(html`<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${translate('docs.title')} – ${site.name}</title>
<link rel="stylesheet" href="${resolveAsset('swagger-ui.css')}">
<link rel="stylesheet" href="${resolveAsset('docs.css')}">
<script defer src="${resolveAsset('swagger-ui-bundle.js')}"></script>
<script defer src="${resolveAsset('docs.js')}"></script>
</head>
<body>
<a class="skip" href="#docs">${translate('docs.skip')}</a>
${renderMasthead(site, language, urls, translate)}
<main id="docs" tabindex="-1">
${renderIntro(urls, translate)}
<noscript><p class="wide">${translate('docs.no_script')}</p></noscript>
<div id="component"></div>
</main>
<script type="application/json" id="settings">${renderScriptJson(buildSettings(urls, translate))}</script>
</body>
</html>
`)
}

const getPathname = (url: string): string => new URL(url).pathname

const renderMasthead = (
  site: Site,
  language: Language,
  urls: Urls,
  translate: Translate,
): Html => html`<header class="masthead">
<div class="wide masthead-line">
<a class="masthead-name" href="${getPathname(`${urls.home}/`)}">${site.name}</a>
${site.languages.length > 1 && renderLanguageLinks(site, language, urls, translate)}
</div>
</header>`

const renderIntro = ({ base }: Urls, translate: Translate): Html => html`<div class="wide intro">
<h1>${translate('docs.title')}</h1>
<p>${translate('docs.intro')}</p>
<dl class="facts">
<dt>${translate('docs.address')}</dt>
<dd><code>${base}</code></dd>
<dt>OpenAPI</dt>
<dd><a href="${base}/doc">3.0</a><a href="${base}/doc?version=3.1">3.1</a></dd>
<dt>${translate('docs.sign_in')}</dt>
<dd>${translate('docs.sign_in_how')} <code>calends user passwd LOGIN --app-password NAME</code></dd>
</dl>
</div>`

function renderLanguageLinks({ languages }: Site, own: Language, { site }: Urls, translate: Translate): Html {
  const links = languages.map((language) => {
    const current = language === own && html` aria-current="true"`
    return html`<li><a href="${getPathname(`${site}/${language}/docs`)}" lang="${language}" hreflang="${language}"${current}>${LANGUAGE_NAMES[language]}</a></li>`
  })
  return html`<nav class="languages" aria-label="${translate('docs.languages')}"><ul>${links}</ul></nav>`
}

/** Settings for the script of the page. */
const buildSettings = ({ base }: Urls, translate: Translate) => ({
  document: `${getPathname(base)}/doc`,
  texts: {
    operations: translate('docs.operations'),
    loading: translate('docs.loading'),
    failed: translate('docs.failed'),
    sign_in: translate('docs.sign_in'),
    close: translate('docs.ui.close'),
    examples: translate('docs.ui.examples'),
    media_type: translate('docs.ui.media_type'),
    request_body: translate('docs.ui.request_body'),
    required: translate('docs.ui.required'),
    default: translate('docs.ui.default'),
  },
  words: {
    ...UNTRANSLATED_TEXTS,
    ...Object.fromEntries(Object.entries(UI_TEXTS).map(([word, key]) => [word, translate(key)])),
  },
})

/** Swagger UI renders "Add item" as separate words, and mixed lists as `array<undefined>`. */
const UNTRANSLATED_TEXTS = { item: '', 'array<undefined>': 'array' }

/** English texts of Swagger UI (trimmed) and the messages that replace them. */
const UI_TEXTS: Readonly<Record<string, MessageKey>> = {
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
