/* global SwaggerUIBundle */
/** Shows the document by Swagger UI, in the language of the page, and mends what keeps people from using it. */

const { document: url, texts, words } = JSON.parse(document.getElementById('settings').textContent)
const translations = new Map(Object.entries(words))

// The component knows darkness by a class alone.
const darkness = matchMedia('(prefers-color-scheme: dark)')
const followDarkness = () => document.documentElement.classList.toggle('dark-mode', darkness.matches)
darkness.addEventListener('change', followDarkness)
followDarkness()

// The component writes it by its style sheet.
document.documentElement.style.setProperty('--required', JSON.stringify(texts.required))

/** What we show of it: our page has a head of its own, and the calendar is at one address. */
function layout({ React: { createElement: h } }) {
  return ({ specSelectors, getComponent }) => {
    const status = specSelectors.loadingStatus()
    if (status === 'failed' || status === 'failedConfig')
      return h('p', { className: 'wide', role: 'alert' }, texts.failed)
    if (status !== 'success') return h('p', { className: 'wide', role: 'status' }, texts.loading)
    const part = (name, isContainer) => h(getComponent(name, isContainer))
    return h(
      'div',
      { className: 'swagger-ui wide' },
      h(
        'div',
        { className: 'about' },
        h(getComponent('Markdown', true), { source: specSelectors.info().get('description') }),
      ),
      h('h2', { className: 'operations-title' }, texts.operations),
      part('AuthorizeBtnContainer', true),
      part('operations', true),
      part('Models', true),
    )
  }
}

/** A dialog of the browser keeps the keyboard inside, gives it back afterwards, and says that it is one. */
const inDialog =
  (Original, { React }) =>
  (props) => {
    const dialog = React.useRef(null)
    React.useLayoutEffect(() => {
      const { current } = dialog
      current.showModal()
      return () => current.close()
    }, [])
    const close = (event) => {
      event.preventDefault()
      props.authActions.showDefinitions(false)
    }
    const attributes = { ref: dialog, className: 'sign-in', 'aria-label': texts.sign_in, onCancel: close }
    return React.createElement('dialog', attributes, React.createElement(Original, props))
  }

/** A link inside of a button can be neither reached nor named; the button writes the same address. */
const plainPath =
  (_Original, { React }) =>
  ({ text }) =>
    React.createElement('span', null, text)

/** Where anybody may read, a lock says nothing; neither does it once somebody has signed in. */
const lockOnlyWhereNeeded =
  (Original, { React }) =>
  (props) =>
    props.isAuthorized ? null : React.createElement(Original, props)

/** What is filled in by itself is sent, and not every default may be said where nothing else is. */
const tellDefaults = (update) => (document) => update(withDefaultsTold(document))

function withDefaultsTold(document) {
  const told = structuredClone(document)
  for (const { parameters = [] } of Object.values(told.paths ?? {}).flatMap(Object.values)) {
    for (const parameter of parameters) {
      const { default: value, ...schema } = parameter.schema ?? {}
      if (value === undefined) continue
      parameter.schema = schema
      parameter.description = `${parameter.description} (${texts.default}: \`${value}\`)`
    }
  }
  return told
}

const ours = (system) => ({
  components: { OurLayout: layout(system) },
  statePlugins: { spec: { wrapActions: { updateJsonSpec: tellDefaults } } },
  wrapComponents: { authorizationPopup: inDialog, authorizeOperationBtn: lockOnlyWhereNeeded, DeepLink: plainPath },
})

/** Texts of records and programs are not ours to translate. */
const UNTOUCHED =
  'pre, code, textarea, option, .renderedMarkdown, .model-box, td .parameter__name, .opblock-summary-path, .opblock-summary-description, .about'
const SPOKEN_ATTRIBUTES = ['aria-label', 'title', 'placeholder']

function translateText(node) {
  const [, before, word, after] = /^(\s*)([\s\S]*?)(\s*)$/.exec(node.nodeValue)
  const said = translations.get(word.replace(/\s+/g, ' '))
  if (said === undefined || said === word || node.parentElement?.closest(UNTOUCHED)) return
  node.nodeValue = `${before}${said}${after}`
}

function translateAttributes(element) {
  for (const name of SPOKEN_ATTRIBUTES) {
    const said = translations.get(element.getAttribute(name))
    if (said !== undefined && said !== element.getAttribute(name)) element.setAttribute(name, said)
  }
}

/** What has no name, or is out of reach of the keyboard, and what to set so that it is not. */
const MENDED = [
  ['.close-modal', { 'aria-label': texts.close }],
  ['.examples-select-element', { 'aria-label': texts.examples }],
  ['.content-type', { 'aria-label': texts.media_type }],
  ['.auth-container :is(input, button)', { 'aria-label': null }],
  ['.auth-container h6', { role: 'presentation' }],
  ['.body-param__text', { 'aria-label': texts.request_body }],
  ['#auth-basic-username', { autocomplete: 'username' }],
  ['#auth-basic-password', { autocomplete: 'current-password' }],
  ['pre, .response-body, .table-container', { tabindex: '0' }],
  ['table.responses-table', { role: null }],
  ['.copy-to-clipboard', { 'aria-label': null, title: null }],
  ['.responses-wrapper .live-responses-table', { 'aria-live': 'polite' }],
]

function mend(root) {
  for (const [selector, attributes] of MENDED) {
    const found = [...root.querySelectorAll(selector), ...(root.matches(selector) ? [root] : [])]
    for (const element of found) for (const [name, value] of Object.entries(attributes)) put(element, name, value)
  }
  for (const row of root.querySelectorAll(ROWS)) nameControls(row)
}

/** A control of a parameter is in the same row as its name, which nothing else tells. */
const ROWS = '[data-param-name], [data-property-name]'

function nameControls(row) {
  const { paramName, propertyName } = row.dataset
  for (const control of row.querySelectorAll('input:not([type="checkbox"]), select, textarea')) {
    put(control, 'aria-label', paramName ?? propertyName)
  }
}

function put(element, name, value) {
  if (value === null) element.removeAttribute(name)
  else if (element.getAttribute(name) !== value) element.setAttribute(name, value)
}

function look(node) {
  if (node.nodeType === Node.TEXT_NODE) return translateText(node)
  if (node.nodeType !== Node.ELEMENT_NODE) return
  const walker = document.createTreeWalker(node, NodeFilter.SHOW_TEXT)
  while (walker.nextNode()) translateText(walker.currentNode)
  translateAttributes(node)
  for (const element of node.querySelectorAll('[aria-label], [title], [placeholder]')) translateAttributes(element)
  mend(node.closest(ROWS)?.parentElement ?? node)
}

const observer = new MutationObserver((changes) => {
  for (const { type, target, addedNodes } of changes) {
    if (type === 'characterData') translateText(target)
    for (const node of type === 'attributes' ? [target] : addedNodes) look(node)
  }
})
observer.observe(document.getElementById('component'), {
  subtree: true,
  childList: true,
  characterData: true,
  attributes: true,
  attributeFilter: SPOKEN_ATTRIBUTES,
})

SwaggerUIBundle({
  url,
  dom_id: '#component',
  presets: [SwaggerUIBundle.presets.apis],
  plugins: [ours],
  layout: 'OurLayout',
  deepLinking: true,
  docExpansion: 'list',
  defaultModelsExpandDepth: 0,
  displayRequestDuration: true,
  syntaxHighlight: { activated: true, theme: 'tomorrow-night' },
  // It would ask another host.
  validatorUrl: null,
  // A password stays in this page, and goes with it.
  persistAuthorization: false,
})
