/** Checks real requests and responses against the OpenAPI document, and rejects keys that it does not declare. */
import assert from 'node:assert/strict'
import { Ajv, type ValidateFunction } from 'ajv'
import { createOpenapiDocument } from '../../src/api/documents/openapi.ts'
import { createPathTemplate } from '../../src/api/documents/operations.ts'
import { createApiRouter, createResponseSchemas } from '../../src/api/routes.ts'
import { createTranslator } from '../../src/base/i18n/translate.ts'
import { FEATURES } from '../../src/features.ts'
import type { Json, RequestOptions, TestResponse, TestService } from './service.ts'

type Node = Record<string, Json>

export interface Conformance {
  /** Sends a request by its operation, checks the response against the document, and returns it. */
  readonly check: (
    path: string,
    method: string,
    status: number,
    options?: CheckedRequestOptions,
  ) => Promise<TestResponse>
  /** Operations and statuses that were checked, such as `get /events 200`. */
  readonly seen: ReadonlySet<string>
}

export interface CheckedRequestOptions extends RequestOptions {
  readonly params?: Readonly<Record<string, string | number>>
  readonly query?: string
}

/** Objects with declared keys allow no others, in this check only: the document itself does not promise that. */
function forbidUndeclaredKeys(node: Json): Json {
  if (Array.isArray(node)) return node.map(forbidUndeclaredKeys)
  if (typeof node !== 'object' || node === null) return node
  const entries = Object.entries(node as Node).map(([name, value]) => [name, forbidUndeclaredKeys(value)])
  const isClosed = 'properties' in node && node.type === 'object' && !('additionalProperties' in node)
  return Object.fromEntries(isClosed ? [...entries, ['additionalProperties', false]] : entries)
}

const pointer = (...parts: string[]): string =>
  `document#/${parts.map((part) => part.replaceAll('~', '~0').replaceAll('/', '~1')).join('/')}`

/** Fails when the value violates the document. */
interface Checker {
  readonly checkBody: (path: string, verb: string, body: Json) => void
  readonly checkResponse: (path: string, verb: string, response: TestResponse) => void
}

function createChecker(document: Json): Checker {
  const ajv = new Ajv({ strict: false, allErrors: true, validateFormats: false })
  ajv.addSchema({ ...forbidUndeclaredKeys(document), $id: 'document' }, 'document', undefined, false)
  const compiled = new Map<string, ValidateFunction>()

  function validator(reference: string): ValidateFunction {
    const known = compiled.get(reference) ?? ajv.compile({ $ref: reference })
    compiled.set(reference, known)
    return known
  }

  function assertValid(reference: string, value: Json, about: string): void {
    const validate = validator(encodeURI(reference))
    assert.ok(validate(value), `${about}: ${ajv.errorsText(validate.errors)}\n${JSON.stringify(value)}`)
  }

  return {
    checkBody: (path, verb, body) =>
      assertValid(
        pointer('paths', path, verb, 'requestBody', 'content', 'application/json', 'schema'),
        body,
        `body of ${verb} ${path}`,
      ),
    checkResponse: (path, verb, { status, json, text, headers }) => {
      const about = `${verb} ${path} ${status}`
      const response = document.paths[path]?.[verb]?.responses[status]
      assert.ok(response, `${about} is not documented`)
      const type = Object.keys(response.content ?? {})[0] ?? 'application/json'
      assert.equal(headers['content-type']?.split(';')[0], type, about)
      const shared = response.$ref?.split('/').at(-1)
      const at = shared ? ['components', 'responses', shared] : ['paths', path, verb, 'responses', String(status)]
      assertValid(pointer(...at, 'content', type, 'schema'), type === 'application/json' ? json : text, about)
      for (const [name, { required }] of Object.entries<Json>(response.headers ?? {})) {
        if (required) assert.ok(name.toLowerCase() in headers, `${about} lacks the header ${name}`)
      }
    },
  }
}

const PREFIX = /^(?:\/[a-z]{2})?(?:\/api\/cal\/events\/v1|(?:\/index\.php)?\/wp-json\/tribe\/events\/v1)(?=[/?]|$)/i

/** Envelopes and overridden methods have their own tests. */
const isExempt = (target: string, options: RequestOptions): boolean =>
  /[?&](?:_fields|_envelope|_jsonp|_method)\b/.test(target) || options.headers?.['x-http-method-override'] !== undefined

let cached: { readonly checker: Checker; readonly paths: readonly Pattern[] } | undefined

interface Pattern {
  readonly path: string
  readonly verbs: readonly string[]
  readonly expression: RegExp
}

function createOwnDocument() {
  const { routes } = createApiRouter(FEATURES)
  const queryDefaults = () => ({ per_page: 50 })
  const document: Json = createOpenapiDocument(routes, createResponseSchemas(FEATURES), {
    namespace: '',
    base: '',
    root: '',
    language: 'en' as const,
    translate: createTranslator('en'),
    queryDefaults,
  })
  const paths = Object.entries<Json>(document.paths).map(([path, item]) => {
    const routePattern = routes.find(({ pattern }) => createPathTemplate(pattern) === path)?.pattern ?? ''
    return {
      path,
      verbs: Object.keys(item),
      expression: new RegExp(`^${routePattern.replaceAll('(?P<', '(?<')}/?$`, 'i'),
    }
  })
  return { checker: createChecker(document), paths }
}

/** Checks the response of any test against the document, where the document describes it. */
export function assertConformsToDocument(
  method: string,
  target: string,
  options: RequestOptions,
  response: TestResponse,
): void {
  const prefix = PREFIX.exec(target)?.[0]
  const verb = method.toLowerCase()
  if (prefix === undefined || verb === 'head' || verb === 'options' || isExempt(target, options)) return
  cached ??= createOwnDocument()
  const inside = target.slice(prefix.length).replace(/\?.*$/s, '')
  const match = cached.paths.find(({ expression }) => expression.test(inside))
  if (!match?.verbs.includes(verb) || response.status === 304) return
  cached.checker.checkResponse(match.path, verb, response)
}

export function createConformanceCheck(document: Json, service: TestService): Conformance {
  const { checkBody, checkResponse } = createChecker(document)
  const seen = new Set<string>()

  async function check(
    path: string,
    method: string,
    status: number,
    options: CheckedRequestOptions = {},
  ): Promise<TestResponse> {
    const { params = {}, query = '', ...sent } = options
    const verb = method.toLowerCase()
    const target = path.replace(/\{(\w+)\}/g, (_, name: string) => String(params[name]))
    const response = await service.send(method, `${target === '/' ? '' : target}${query}`, sent)
    assert.equal(response.status, status, `${method} ${target}${query}: ${response.text}`)
    if (status < 300 && options.json !== undefined) checkBody(path, verb, options.json)
    checkResponse(path, verb, response)
    seen.add(`${verb} ${path} ${status}`)
    return response
  }

  return { check, seen }
}
