/**
 * Reads the elements of a WordPress export as a stream. The parser expands no entities but the predefined ones, and loads
 * nothing.
 */
import { createReadStream } from 'node:fs'
import { TextDecoder } from 'node:util'
import { SaxesParser } from 'saxes'
import { MAX_IMPORT_BYTES } from '../../../domain/imports/import.ts'
import { createElementCollector, type WxrEntry } from './collect-elements.ts'

export const MAX_ELEMENT_DEPTH = 64

/**
 * Elements that are not well-formed are yielded as problems. A problem outside of the elements ends the file. Throws an
 * `Error` if the file cannot be read.
 */
export async function* readWxrElements(path: string): AsyncGenerator<WxrEntry> {
  const decode = createDecoder()
  const parser = createElementParser(path)
  for await (const bytes of createReadStream(path)) {
    parser.write(decode(bytes))
    yield* parser.takeEntries()
    if (parser.isDone()) return
  }
  parser.write(decode())
  parser.close()
  yield* parser.takeEntries()
}

interface DecodedText {
  readonly text: string
  /** Whether replacement characters may stand for bytes that are not UTF-8, from here on. */
  readonly isDamaged: boolean
}

/** Decodes UTF-8 in chunks; without bytes, ends. */
function createDecoder(): (bytes?: Buffer) => DecodedText {
  const [tolerant, strict] = [new TextDecoder(), new TextDecoder('utf-8', { fatal: true })]
  let isDamaged = false
  return (bytes = Buffer.alloc(0)) => {
    const options = { stream: bytes.length > 0 }
    try {
      if (!isDamaged) strict.decode(bytes, options)
    } catch {
      isDamaged = true
    }
    return { text: tolerant.decode(bytes, options), isDamaged }
  }
}

interface ElementParser {
  readonly write: (decoded: DecodedText) => void
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
  let isDamaged = false
  let tagStart = { where: '', position: 0 }
  const locate = (back = 0) => `${path}:${parser.line}:${Math.max(1, parser.column - back)}`
  const stop = (failure: string) => {
    if (!isDone) problems.push({ where: locate(), failure })
    isDone = true
  }
  parser.on('error', ({ message }) => {
    if (isDone) return
    const reason = `not well-formed XML: ${message.replace(/^\d+:\d+: /, '').replace(/\.$/, '')}`
    if (!collector.addProblem({ where: locate(), failure: `${collector.getOpenName()} is ${reason}` }))
      stop(`it is ${reason}`)
  })
  parser.on('xmldecl', ({ encoding = 'utf-8' }) => {
    if (!/^utf-?8$/i.test(encoding)) stop(`the encoding ${encoding} is not supported, only UTF-8`)
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
    if (isDamaged && text.includes('\ufffd'))
      collector.addProblem({
        where: locate(),
        failure: `${collector.getOpenName()} contains bytes that are not UTF-8`,
      })
    collector.addText(text)
  }
  parser.on('text', addText)
  parser.on('cdata', addText)
  parser.on('closetag', () => {
    if (!isDone) collector.closeTag()
  })
  return {
    write: (decoded) => {
      if (isDone) return
      isDamaged = decoded.isDamaged
      parser.write(decoded.text)
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
