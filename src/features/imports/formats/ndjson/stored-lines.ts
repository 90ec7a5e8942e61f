/** Reads the lines of an export of Calends. */
import { createReadStream } from 'node:fs'
import { isRecord } from '../../../../base/is-record.ts'
import { parseJson } from '../parse-json.ts'
import { splitLines } from '../read-files.ts'
import type { StoredLine } from './stored-batch.ts'
import { EXPORT_HEADER, EXPORT_KINDS } from './stored-records.ts'

export type StoredLineEntry = StoredLine | { readonly where: string; readonly failure: string }

/** Yields the records of an export. Throws an `Error` for another file. */
export async function* readStoredLines(file: string): AsyncGenerator<StoredLineEntry> {
  let number = 0
  for await (const text of splitLines(createReadStream(file, 'utf8'))) {
    number += 1
    const raw = parseJson(text)
    const where = `${file}:${number}`
    if (number === 1) assertHeader(file, raw)
    else if (text.trim() === '') continue
    else {
      const kind = isRecord(raw) ? EXPORT_KINDS.find((one) => one === raw['kind']) : undefined
      yield isRecord(raw) && kind ? { kind, raw, where } : { where, failure: 'it is no record of an export' }
    }
  }
}

function assertHeader(file: string, header: unknown): void {
  const { format, version } = EXPORT_HEADER
  if (!isRecord(header) || header['format'] !== format) throw new Error(`${file}: it is no export of Calends`)
  if (header['version'] !== version)
    throw new Error(`${file}: it has version ${JSON.stringify(header['version'])} of the format. Expected ${version}.`)
}
