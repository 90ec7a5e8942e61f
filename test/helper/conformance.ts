/** Holds real requests and answers against the OpenAPI document, allowing no key that it does not name. */
import assert from 'node:assert/strict'
import { Ajv, type ValidateFunction } from 'ajv'
import type { Answer, Ask, Json, TestService } from './service.ts'

type Node = Record<string, Json>

export interface Conformance {
  /** Sends a request by its operation, fails when the answer is not as documented, and returns it. */
  readonly check: (path: string, method: string, status: number, ask?: CheckedAsk) => Promise<Answer>
  /** Operations and statuses that were checked, `get /events 200` say. */
  readonly seen: ReadonlySet<string>
}

export interface CheckedAsk extends Ask {
  readonly params?: Readonly<Record<string, string | number>>
  readonly query?: string
}

/** Objects that name their keys take no others, in this view only: the document itself promises no such thing. */
function tighten(node: Json): Json {
  if (Array.isArray(node)) return node.map(tighten)
  if (typeof node !== 'object' || node === null) return node
  const entries = Object.entries(node as Node).map(([name, value]) => [name, tighten(value)])
  const isClosed = 'properties' in node && node.type === 'object' && !('additionalProperties' in node)
  return Object.fromEntries(isClosed ? [...entries, ['additionalProperties', false]] : entries)
}

const pointer = (...parts: string[]): string =>
  `document#/${parts.map((part) => part.replaceAll('~', '~0').replaceAll('/', '~1')).join('/')}`

export function conformance(document: Json, service: TestService): Conformance {
  const ajv = new Ajv({ strict: false, allErrors: true, validateFormats: false })
  ajv.addSchema({ ...tighten(document), $id: 'document' }, 'document', undefined, false)
  const compiled = new Map<string, ValidateFunction>()
  const seen = new Set<string>()

  function validator(address: string): ValidateFunction {
    const known = compiled.get(address) ?? ajv.compile({ $ref: address })
    compiled.set(address, known)
    return known
  }

  function hold(address: string, value: Json, what: string): void {
    const validate = validator(encodeURI(address))
    assert.ok(validate(value), `${what}: ${ajv.errorsText(validate.errors)}\n${JSON.stringify(value)}`)
  }

  function holdAnswer(path: string, verb: string, { status, json, text, headers }: Answer): void {
    const what = `${verb} ${path} ${status}`
    const response = document.paths[path]?.[verb]?.responses[status]
    assert.ok(response, `${what} is not documented`)
    const type = Object.keys(response.content ?? {})[0] ?? 'application/json'
    assert.equal(headers['content-type']?.split(';')[0], type, what)
    const media = ['content', type, 'schema']
    const shared = response.$ref?.split('/').at(-1)
    hold(
      shared
        ? pointer('components', 'responses', shared, ...media)
        : pointer('paths', path, verb, 'responses', String(status), ...media),
      type === 'application/json' ? json : text,
      what,
    )
    for (const [name, { required }] of Object.entries<Json>(response.headers ?? {})) {
      if (required) assert.ok(name.toLowerCase() in headers, `${what} lacks the header ${name}`)
    }
    seen.add(what)
  }

  async function check(path: string, method: string, status: number, ask: CheckedAsk = {}): Promise<Answer> {
    const { params = {}, query = '', ...sent } = ask
    const verb = method.toLowerCase()
    const address = path.replace(/\{(\w+)\}/g, (_, name: string) => String(params[name]))
    const answer = await service.ask(method, `${address === '/' ? '' : address}${query}`, sent)
    assert.equal(answer.status, status, `${method} ${address}${query}: ${answer.text}`)
    if (status < 300 && ask.json !== undefined) {
      hold(
        pointer('paths', path, verb, 'requestBody', 'content', 'application/json', 'schema'),
        ask.json,
        `body of ${verb} ${path}`,
      )
    }
    holdAnswer(path, verb, answer)
    return answer
  }

  return { check, seen }
}
