/* global SwaggerUIBundle */
/** Renders the OpenAPI document with Swagger UI in the language of the page, and fixes accessibility problems. */

const { document: url, texts, words } = JSON.parse(document.getElementById('settings').textContent)
const translations = new Map(Object.entries(words))

// Swagger UI enables dark mode only by a class.
const darkScheme = matchMedia('(prefers-color-scheme: dark)')
const applyColorScheme = () => document.documentElement.classList.toggle('dark-mode', darkScheme.matches)
darkScheme.addEventListener('change', applyColorScheme)
applyColorScheme()

// Swagger UI renders this text by its style sheet.
document.documentElement.style.setProperty('--required', JSON.stringify(texts.required))

/** Hides the info block and the server list: the page has its own header and one base URL. */
function layout({ React: { createElement: h } }) {
  return (system) => {
    const { specSelectors, getComponent } = system
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
      listOperations(h, system),
      part('Models', true),
    )
  }
}

/** Replaces the component of Swagger UI, which omits operations outside the viewport, so that a search finds them all. */
function listOperations(h, { specSelectors, getComponent, ...system }) {
  const group = (tagged, tag) => {
    const attributes = { key: tag, ...system, getComponent, specUrl: specSelectors.url(), tagObj: tagged, tag }
    const operations = tagged.get('operations').map((operation) => {
      const { path, method, specPath } = Object.fromEntries(operation)
      const key = `${method} ${path}`
      return h(getComponent('OperationContainer', true), { key, specPath, op: operation, path, method, tag })
    })
    const content = h('div', { className: 'operation-tag-content' }, operations.toArray())
    return h(getComponent('OperationTag'), attributes, content)
  }
  return h('div', {}, specSelectors.taggedOperations().map(group).valueSeq().toArray())
}

/** Uses a native dialog, which traps and restores the focus and has the correct role. */
const withNativeDialog =
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

/** Removes links inside buttons, which are not accessible. The button leads to the same URL. */
const plainPath =
  (_Original, { React }) =>
  ({ text }) =>
    React.createElement('span', null, text)

/** Hides the lock icon of operations that need no further sign-in. */
const hideLockWhenAuthorized =
  (Original, { React }) =>
  (props) =>
    props.isAuthorized ? null : React.createElement(Original, props)

/** Moves defaults to the description: Swagger UI would prefill and send them, and some are invalid on their own. */
const updateSpec = (update) => (document) => update(describeDefaults(document))

function describeDefaults(document) {
  const described = structuredClone(document)
  for (const { parameters = [] } of Object.values(described.paths ?? {}).flatMap(Object.values)) {
    for (const parameter of parameters) {
      const { default: value, ...schema } = parameter.schema ?? {}
      if (value === undefined) continue
      parameter.schema = schema
      parameter.description = `${parameter.description} (${texts.default}: \`${value}\`)`
    }
  }
  return described
}

const plugin = (system) => ({
  components: { OurLayout: layout(system) },
  statePlugins: { spec: { wrapActions: { updateJsonSpec: updateSpec } } },
  wrapComponents: {
    authorizationPopup: withNativeDialog,
    authorizeOperationBtn: hideLockWhenAuthorized,
    DeepLink: plainPath,
  },
})

/** Content of records and code is not translated. */
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

/** Elements without an accessible name or keyboard access, with the attributes to set. */
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

/** Labels the control of a parameter by the name in the same row. */
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
  plugins: [plugin],
  layout: 'OurLayout',
  deepLinking: true,
  docExpansion: 'list',
  defaultModelsExpandDepth: 0,
  displayRequestDuration: true,
  syntaxHighlight: { activated: true, theme: 'tomorrow-night' },
  // The validator badge would send a request to another host.
  validatorUrl: null,
  // Credentials are kept in memory only.
  persistAuthorization: false,
})
