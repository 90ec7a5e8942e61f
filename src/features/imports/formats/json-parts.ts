/** JSON of other sites, in parts, because the process that parses it returns only small values. */
import type { ContainedReader } from '../../../base/concurrency/contained-reader.ts'
import { isRawRecord } from './record-reader.ts'

/** A value and the keys that lead to it. Containers precede their content. */
type JsonPart = readonly [path: readonly string[], value: unknown]

/** Enough for the records of a list response. */
const MAX_DEPTH = 2

export function* splitJson(value: unknown, path: readonly string[] = []): Generator<JsonPart> {
  const isContainer = Array.isArray(value) || isRawRecord(value)
  if (!isContainer || path.length === MAX_DEPTH) {
    yield [path, value]
    return
  }
  yield [path, Array.isArray(value) ? [] : {}]
  for (const [key, content] of Object.entries(value)) yield* splitJson(content, [...path, key])
}

/** Parses in a child process. Undefined for other content. Warnings of plugins before the JSON are skipped. */
export const readJson = (reader: ContainedReader, bytes: Buffer, signal?: AbortSignal): Promise<unknown> =>
  joinJson(reader.read({ reader: 'json', input: { bytes }, bytes: bytes.length, signal }))

/** Undefined without parts. */
export async function joinJson(parts: AsyncIterable<unknown>): Promise<unknown> {
  let root: unknown
  for await (const part of parts) {
    if (!isJsonPart(part)) throw new TypeError('a part of the JSON is invalid')
    const [path, value] = part
    const key = path.at(-1)
    if (key === undefined) root = value
    else defineValue(path.slice(0, -1).reduce(getValue, root), key, value)
  }
  return root
}

const isJsonPart = (part: unknown): part is JsonPart =>
  Array.isArray(part) && Array.isArray(part[0]) && part[0].every((key) => typeof key === 'string')

const getValue = (container: unknown, key: string): unknown => Reflect.get(Object(container), key)

/** Also for keys such as `__proto__`, which an assignment would not set. */
const defineValue = (container: unknown, key: string, value: unknown): unknown =>
  Object.defineProperty(container, key, { value, writable: true, enumerable: true, configurable: true })
