/** Collects the authors, terms and items of a WordPress export from the tags of its XML. */
import type { FileWarning } from '../read-files.ts'

const ELEMENT_NAMES = ['item', 'wp:author', 'wp:tag', 'wp:term'] as const
type ElementName = (typeof ELEMENT_NAMES)[number]

/** Term of an item. */
export interface WxrTermReference {
  readonly domain: string
  readonly slug: string
  readonly name: string
}

export interface WxrElement {
  readonly name: ElementName
  /** `file:line:column` of its beginning. */
  readonly where: string
  /** Texts of the children by name; the last one of several. */
  readonly texts: ReadonlyMap<string, string>
  readonly terms: readonly WxrTermReference[]
  /** Values of `wp:postmeta` by key, in the order of the file. */
  readonly meta: ReadonlyMap<string, readonly string[]>
}

export interface WxrProblem {
  /** `file:line:column` */
  readonly where: string
  readonly failure: string
}

/** A complete element, why it cannot be read, or a remark about the file. */
export type WxrEntry = WxrElement | WxrProblem | FileWarning

interface OpenTag {
  readonly name: string
  readonly attributes: Readonly<Record<string, string>>
  text: string
}

/** An element that is being read. */
interface OpenElement extends WxrElement {
  readonly texts: Map<string, string>
  readonly terms: WxrTermReference[]
  readonly meta: Map<string, string[]>
  /** Number of open tags around it. */
  readonly depth: number
  metaKey: string
  problem?: WxrProblem
}

export interface ElementCollector {
  readonly openTag: (tag: Omit<OpenTag, 'text'>, where: string) => void
  readonly addText: (text: string) => void
  readonly closeTag: () => void
  /** Marks the open element as invalid. Returns false if there is none. */
  readonly addProblem: (problem: WxrProblem) => boolean
  /** Name of the open element. */
  readonly getOpenName: () => string | undefined
  /** Ends the open element, if there is one. */
  readonly endElement: () => void
  /** Number of open tags. */
  readonly getDepth: () => number
  /** Entries since the last call. */
  readonly takeEntries: () => WxrEntry[]
}

export function createElementCollector(): ElementCollector {
  const tags: OpenTag[] = []
  let entries: WxrEntry[] = []
  let element: OpenElement | undefined
  const addProblem = (problem: WxrProblem): boolean => {
    if (element) element.problem ??= problem
    return element !== undefined
  }
  const endElement = () => {
    if (element) entries.push(element.problem ?? element)
    element = undefined
  }
  return {
    addProblem,
    endElement,
    getOpenName: () => element?.name,
    getDepth: () => tags.length,
    openTag: (tag, where) => {
      // An item in another one means that the end of the other one is missing.
      if (element && tag.name === 'item') {
        addProblem({ where: element.where, failure: 'item has no end' })
        endElement()
      }
      const name = ELEMENT_NAMES.find((one) => one === tag.name)
      if (!element && name) element = createElement(name, where, tags.length)
      tags.push({ ...tag, text: '' })
    },
    addText: (text) => {
      const tag = tags.at(-1)
      if (tag && element && tags.length > element.depth + 1) tag.text += text
    },
    closeTag: () => {
      const tag = tags.pop()
      if (!tag || !element) return
      if (tags.length <= element.depth) endElement()
      else if (tags.length === element.depth + 1) addChild(element, tag)
      else if (tags[element.depth + 1]?.name === 'wp:postmeta') addMetaPart(element, tag)
    },
    takeEntries: () => {
      const taken = entries
      entries = []
      return taken
    },
  }
}

const createElement = (name: ElementName, where: string, depth: number): OpenElement => ({
  ...{ name, where, depth, metaKey: '' },
  ...{ texts: new Map(), terms: [], meta: new Map() },
})

function addChild({ texts, terms }: OpenElement, { name, attributes, text }: OpenTag): void {
  if (name === 'category')
    terms.push({ domain: attributes['domain'] ?? '', slug: attributes['nicename'] ?? '', name: text })
  else texts.set(name, text)
}

/** A key precedes its value. */
function addMetaPart(element: OpenElement, { name, text }: OpenTag): void {
  if (name === 'wp:meta_key') element.metaKey = text
  if (name !== 'wp:meta_value') return
  const values = element.meta.get(element.metaKey)
  if (values) values.push(text)
  else element.meta.set(element.metaKey, [text])
}
