/**
 * Reads the elements of a WordPress export as a stream. The parser expands no entities but the predefined ones, and loads
 * nothing.
 */
import { createReadStream } from 'node:fs'
import { TextDecoder } from 'node:util'
import { SaxesParser } from 'saxes'
import { type DecodedText, decodeText, findMarkupCharset, findUtf16 } from '../../../../base/text/decode-text.ts'
import { MAX_IMPORT_BYTES } from '../../import.ts'
import { createElementCollector, type WxrEntry } from './collect-elements.ts'

export const MAX_ELEMENT_DEPTH = 64

/**
 * Elements that are not well-formed are yielded as problems, and a guessed encoding as a warning. A problem outside of the
 * elements ends the file. Throws an `Error` if the file cannot be read.
 */
export async function* readWxrElements(path: string): AsyncGenerator<WxrEntry> {
  const parser = createElementParser(path)
  let hasWarned = false
  for await (const { text, warning } of decodeLines(createReadStream(path))) {
    if (warning !== undefined && !hasWarned) yield { where: path, warning }
    hasWarned ||= warning !== undefined
    for (let start = 0; start < text.length; start += PIECE_LENGTH) {
      parser.write(text.slice(start, start + PIECE_LENGTH))
      yield* parser.takeEntries()
      if (parser.isDone()) return
    }
  }
  parser.close()
  yield* parser.takeEntries()
}

/** Characters after which the size of an element is checked. */
const PIECE_LENGTH = 65_536

/** Decodes whole lines at a time, so that no character is cut. Longer ones than an element may be are cut. */
async function* decodeLines(chunks: AsyncIterable<Buffer>): AsyncGenerator<DecodedText> {
  let pending: Buffer[] = []
  let declaredCharset: string | undefined
  let decoder: TextDecoder | undefined
  let isFirst = true
  let pendingBytes = 0
  for await (const chunk of chunks) {
    if (isFirst) {
      const utf16 = findUtf16(chunk)
      decoder = utf16 && new TextDecoder(utf16)
      declaredCharset = findMarkupCharset(chunk)
      isFirst = false
    }
    if (decoder) {
      yield { text: decoder.decode(chunk, { stream: true }), encoding: decoder.encoding }
      continue
    }
    const lineEnd = chunk.lastIndexOf(LINE_BREAK) + 1
    pendingBytes += chunk.length
    const end = lineEnd === 0 && pendingBytes > MAX_IMPORT_BYTES ? chunk.length : lineEnd
    if (end === 0) pending.push(chunk)
    else {
      yield decodeText(Buffer.concat([...pending, chunk.subarray(0, end)]), { declaredCharset })
      pending = [chunk.subarray(end)]
      pendingBytes = chunk.length - end
    }
  }
  yield decodeText(Buffer.concat(pending), { declaredCharset })
}

const LINE_BREAK = 0x0a

/** Words for the errors of the parser. */
const XML_REASONS: readonly (readonly [RegExp, string])[] = [
  [/entity/i, 'it contains an unknown character entity'],
  [/close tag|closing tag|unclosed|unmatched/i, 'a tag is not closed, or closed twice'],
  [/attribute/i, 'an attribute is incomplete'],
  [/character/i, 'it contains a character that is not allowed'],
]

const describeError = (message: string): string =>
  XML_REASONS.find(([pattern]) => pattern.test(message))?.[1] ?? 'the markup is damaged'

interface ElementParser {
  readonly write: (text: string) => void
  readonly close: () => void
  /** Entries since the last call. */
  readonly takeEntries: () => WxrEntry[]
  /** Whether the rest of the file is not read. */
  readonly isDone: () => boolean
}

function createElementParser(path: string): ElementParser {
  const parser = new SaxesParser({ xmlns: false, position: true })
  const collector = createElementCollector()
  const problems: WxrEntry[] = []
  let isDone = false
  let isStarted = false
  let skippedLines = 0
  let tagStart = { where: '', position: 0 }
  const locate = (back = 0) => `${path}:${skippedLines + parser.line}:${Math.max(1, parser.column - back)}`
  const stop = (failure: string) => {
    if (!isDone) problems.push({ where: locate(), failure })
    isDone = true
  }
  parser.on('error', ({ message }) => {
    if (isDone) return
    const reason = `not well-formed XML: ${describeError(message)}`
    if (!collector.addProblem({ where: locate(), failure: `${collector.getOpenName()} is ${reason}` }))
      stop(`it is ${reason}`)
  })
  parser.on('opentagstart', ({ name }) => {
    const position = collector.getOpenName() === undefined ? parser.position : tagStart.position
    tagStart = { where: locate(name.length + 1), position }
  })
  parser.on('opentag', ({ name, attributes }) => {
    if (collector.getDepth() === 0 && name !== 'rss') stop('it is not a WordPress export')
    if (collector.getDepth() >= MAX_ELEMENT_DEPTH) stop('its elements are nested too deeply')
    if (!isDone) collector.openTag({ name, attributes }, tagStart.where)
  })
  const addText = (text: string) => {
    if (isDone) return
    collector.addText(text)
  }
  parser.on('text', addText)
  parser.on('cdata', addText)
  parser.on('closetag', () => {
    if (!isDone) collector.closeTag()
  })
  return {
    write: (text) => {
      if (isDone) return
      // A declaration must be at the beginning, but some programs write empty lines before it.
      const content = isStarted ? text : text.trimStart()
      if (!isStarted) skippedLines += text.slice(0, text.length - content.length).split('\n').length - 1
      isStarted ||= content !== ''
      parser.write(content)
      if (parser.position - tagStart.position > MAX_IMPORT_BYTES) stop('an element is larger than 64 MiB')
    },
    close: () => {
      if (isDone) return
      parser.close()
      collector.endElement()
    },
    takeEntries: () => [...collector.takeEntries(), ...problems.splice(0)],
    isDone: () => isDone,
  }
}
