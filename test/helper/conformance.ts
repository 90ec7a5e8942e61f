/** Checks real requests and responses against the OpenAPI document, and rejects keys that it does not declare. */
import assert from 'node:assert/strict'
import { Ajv, type ValidateFunction } from 'ajv'
import { createOpenapiDocument } from '../../src/apidoc/openapi.ts'
import { createPathTemplate } from '../../src/apidoc/operations.ts'
import { createApiRouter } from '../../src/http/routes/all-routes.ts'
import { createTranslator } from '../../src/i18n/translate.ts'
import type { Json, RequestOptions, TestResponse, TestService } from './service.ts'

type Node = Record<string, Json>

export interface Conformance {
  /** Sends a request by its operation, checks the response against the document, and returns it. */
  readonly check: (path: string, method: string, status: number, ask?: CheckedRequestOptions) => Promise<TestResponse>
  /** Operations and statuses that were checked, such as `get /events 200`. */
  readonly seen: ReadonlySet<string>
}

export interface CheckedRequestOptions extends RequestOptions {
  readonly params?: Readonly<Record<string, string | number>>
  readonly query?: string
}

/** Objects with declared keys allow no others, in this check only: the document itself does not promise that. */
function tighten(node: Json): Json {
  if (Array.isArray(node)) return node.map(tighten)
  if (typeof node !== 'object' || node === null) return node
  const entries = Object.entries(node as Node).map(([name, value]) => [name, tighten(value)])
  const isClosed = 'properties' in node && node.type === 'object' && !('additionalProperties' in node)
  return Object.fromEntries(isClosed ? [...entries, ['additionalProperties', false]] : entries)
}

const pointer = (...parts: string[]): string =>
  `document#/${parts.map((part) => part.replaceAll('~', '~0').replaceAll('/', '~1')).join('/')}`

/** Fails when the value violates the document. */
interface Checker {
  readonly holdBody: (path: string, verb: string, body: Json) => void
  readonly holdAnswer: (path: string, verb: string, answer: TestResponse) => void
}

function checkerOf(document: Json): Checker {
  const ajv = new Ajv({ strict: false, allErrors: true, validateFormats: false })
  ajv.addSchema({ ...tighten(document), $id: 'document' }, 'document', undefined, false)
  const compiled = new Map<string, ValidateFunction>()

  function validator(address: string): ValidateFunction {
    const known = compiled.get(address) ?? ajv.compile({ $ref: address })
    compiled.set(address, known)
    return known
  }

  function hold(address: string, value: Json, what: string): void {
    const validate = validator(encodeURI(address))
    assert.ok(validate(value), `${what}: ${ajv.errorsText(validate.errors)}\n${JSON.stringify(value)}`)
  }

  return {
    holdBody: (path, verb, body) =>
      hold(
        pointer('paths', path, verb, 'requestBody', 'content', 'application/json', 'schema'),
        body,
        `body of ${verb} ${path}`,
      ),
    holdAnswer: (path, verb, { status, json, text, headers }) => {
      const what = `${verb} ${path} ${status}`
      const response = document.paths[path]?.[verb]?.responses[status]
      assert.ok(response, `${what} is not documented`)
      const type = Object.keys(response.content ?? {})[0] ?? 'application/json'
      assert.equal(headers['content-type']?.split(';')[0], type, what)
      const shared = response.$ref?.split('/').at(-1)
      const at = shared ? ['components', 'responses', shared] : ['paths', path, verb, 'responses', String(status)]
      hold(pointer(...at, 'content', type, 'schema'), type === 'application/json' ? json : text, what)
      for (const [name, { required }] of Object.entries<Json>(response.headers ?? {})) {
        if (required) assert.ok(name.toLowerCase() in headers, `${what} lacks the header ${name}`)
      }
    },
  }
}

const PREFIX = /^(?:\/[a-z]{2})?(?:\/api\/cal\/events\/v1|(?:\/index\.php)?\/wp-json\/tribe\/events\/v1)(?=[/?]|$)/i

/** Envelopes and overridden methods have their own tests. */
const isOtherwise = (target: string, ask: RequestOptions): boolean =>
  /[?&](?:_fields|_envelope|_jsonp|_method)\b/.test(target) || ask.headers?.['x-http-method-override'] !== undefined

let ours: { readonly checker: Checker; readonly paths: readonly Pattern[] } | undefined

interface Pattern {
  readonly path: string
  readonly verbs: readonly string[]
  readonly expression: RegExp
}

function ourDocument() {
  const { routes } = createApiRouter()
  const queryDefaults = () => ({ per_page: 50 })
  const document: Json = createOpenapiDocument(routes, {
    namespace: '',
    base: '',
    root: '',
    language: 'en' as const,
    translate: createTranslator('en'),
    queryDefaults,
  })
  const paths = Object.entries<Json>(document.paths).map(([path, item]) => {
    const shape = routes.find(({ pattern }) => createPathTemplate(pattern) === path)?.pattern ?? ''
    return { path, verbs: Object.keys(item), expression: new RegExp(`^${shape.replaceAll('(?P<', '(?<')}/?$`, 'i') }
  })
  return { checker: checkerOf(document), paths }
}

/** Checks the response of any test against the document, where the document describes it. */
export function assertConformsToDocument(
  method: string,
  target: string,
  ask: RequestOptions,
  answer: TestResponse,
): void {
  const prefix = PREFIX.exec(target)?.[0]
  const verb = method.toLowerCase()
  if (prefix === undefined || verb === 'head' || verb === 'options' || isOtherwise(target, ask)) return
  ours ??= ourDocument()
  const inside = target.slice(prefix.length).replace(/\?.*$/s, '')
  const found = ours.paths.find(({ expression }) => expression.test(inside))
  if (!found?.verbs.includes(verb) || answer.status === 304) return
  ours.checker.holdAnswer(found.path, verb, answer)
}

export function createConformanceCheck(document: Json, service: TestService): Conformance {
  const { holdBody, holdAnswer } = checkerOf(document)
  const seen = new Set<string>()

  async function check(
    path: string,
    method: string,
    status: number,
    ask: CheckedRequestOptions = {},
  ): Promise<TestResponse> {
    const { params = {}, query = '', ...sent } = ask
    const verb = method.toLowerCase()
    const address = path.replace(/\{(\w+)\}/g, (_, name: string) => String(params[name]))
    const answer = await service.send(method, `${address === '/' ? '' : address}${query}`, sent)
    assert.equal(answer.status, status, `${method} ${address}${query}: ${answer.text}`)
    if (status < 300 && ask.json !== undefined) holdBody(path, verb, ask.json)
    holdAnswer(path, verb, answer)
    seen.add(`${verb} ${path} ${status}`)
    return answer
  }

  return { check, seen }
}
