/** Reads whole files as text. */
import { readFile, stat } from 'node:fs/promises'
import { type DecodedText, decodeText, findMarkupCharset } from '../../../base/text/decode-text.ts'
import { MAX_IMPORT_BYTES } from '../import.ts'

export interface TextFile {
  readonly path: string
  /** Path or URL, for messages. */
  readonly name: string
  /** Charset of the response. */
  readonly charset?: string | undefined
}

/** Throws an `Error` for a file that is too large. */
export async function readFileBytes({ path, name }: TextFile): Promise<Buffer> {
  if ((await stat(path)).size > MAX_IMPORT_BYTES) throw new Error(`${name}: it is larger than 64 MiB`)
  return readFile(path)
}

/** Throws an `Error` for a file that is too large. */
export async function readTextFile(file: TextFile): Promise<DecodedText> {
  const bytes = await readFileBytes(file)
  return decodeText(bytes, { declaredCharset: file.charset || findMarkupCharset(bytes) })
}
