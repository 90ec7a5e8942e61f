/** Lines of recorded sites: `.jsonl` and `.jsonl.gz`, each file by itself or all of a folder. */
import { createReadStream, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { pipeline, type Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'

export interface Line {
  readonly file: string
  /** Counted from 1. */
  readonly number: number
  readonly text: string
}

const isRecording = (name: string): boolean => /\.jsonl(?:\.gz)?$/.test(name)

/** The recordings that these paths name. Throws an `Error` for a path that names none. */
export function recordingsIn(paths: readonly string[]): string[] {
  return [...new Set(paths.flatMap(recordingsAt))]
}

function recordingsAt(path: string): string[] {
  const stats = statSync(path, { throwIfNoEntry: false })
  if (!stats) throw new Error(`${path}: there is no such file or folder`)
  if (!stats.isDirectory()) {
    if (isRecording(path)) return [path]
    throw new Error(`${path}: it is neither .jsonl nor .jsonl.gz`)
  }
  const found = readdirSync(path).filter(isRecording).sort()
  if (found.length === 0) throw new Error(`${path}: the folder holds no .jsonl and no .jsonl.gz`)
  return found.map((name) => join(path, name))
}

/** Every line that is not blank. Throws an `Error` naming the file when it cannot be read or unpacked. */
export async function* readLines(files: readonly string[]): AsyncGenerator<Line> {
  for (const file of files) {
    try {
      yield* linesOf(file)
    } catch (error) {
      throw new Error(`${file}: ${error instanceof Error ? error.message : String(error)}`)
    }
  }
}

async function* linesOf(file: string): AsyncGenerator<Line> {
  let number = 0
  for await (const text of splitLines(openText(file))) {
    number += 1
    if (text.trim() !== '') yield { file, number, text }
  }
}

function openText(file: string): Readable {
  const bytes = createReadStream(file)
  // The callback takes errors away from the process; the reader of the stream gets them too.
  const text = file.endsWith('.gz') ? pipeline(bytes, createGunzip(), () => {}) : bytes
  return text.setEncoding('utf8')
}

/** A line is put together only once, however many chunks it spans. */
async function* splitLines(chunks: AsyncIterable<string>): AsyncGenerator<string> {
  let open: string[] = []
  for await (const chunk of chunks) {
    const [first = '', ...others] = chunk.split('\n')
    open.push(first)
    for (const next of others) {
      yield open.join('')
      open = [next]
    }
  }
  yield open.join('')
}
