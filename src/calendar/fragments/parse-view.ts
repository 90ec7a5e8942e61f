/** Reads views back from the JSON that presenters rendered: pages and feeds are built from the same fragments as the API. */
import type { EventView } from '../events/present-event.ts'
import type { LinkedViewByKind } from '../linked/present-linked.ts'
import { type FragmentWriterFn, JsonDocument } from './json-fragment.ts'

interface ViewByKind extends LinkedViewByKind {
  readonly event: EventView
}

/** Parses JSON rendered by this service, for example a fragment. The JSON is not validated. */
export function parseView<K extends keyof ViewByKind>(_kind: K, json: string): ViewByKind[K] {
  return JSON.parse(json)
}

export function parseViews<K extends keyof ViewByKind>(
  _kind: K,
  fragments: readonly FragmentWriterFn[],
): readonly ViewByKind[K][] {
  const document = new JsonDocument((out) => out.writeList(fragments, (fragment) => fragment(out)))
  return JSON.parse(readText(document))
}

/** Parses a response body of any kind. */
export const parseDocument = (document: JsonDocument): unknown => JSON.parse(readText(document))

/** The body of a response as plain data, which the caller may change. */
export const copyBody = (body: unknown): unknown =>
  body instanceof JsonDocument ? parseDocument(body) : structuredClone(body)

const readText = (document: JsonDocument): string => document.toFragment().bytes.toString()
