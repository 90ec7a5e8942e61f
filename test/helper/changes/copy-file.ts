/** Stores a copy in a file to which each update is appended as a line, so that a killed process loses at most its last one. */
import { appendFileSync, existsSync, readFileSync, truncateSync } from 'node:fs'
import type { CopyStore, CopyUpdate } from '../../../clients/typescript/src/client.ts'
import type { Json } from '../service.ts'
import { applyChanges } from './change-copy.ts'

/** The complete updates in the file. */
function readUpdates(path: string): readonly CopyUpdate[] {
  if (!existsSync(path)) return []
  const lines = readFileSync(path, 'utf8').split('\n')
  return lines.slice(0, -1).map((line): CopyUpdate => JSON.parse(line))
}

export function readCopy(path: string): Map<string, Json> {
  const records = new Map<string, Json>()
  for (const { changes, isReset } of readUpdates(path)) {
    if (isReset) records.clear()
    applyChanges(records, changes)
  }
  return records
}

export function openCopyFile(path: string): CopyStore {
  const updates = readUpdates(path)
  let cursor = updates.at(-1)?.cursor
  // An incomplete line would be joined with the next one.
  if (existsSync(path)) truncateSync(path, Buffer.byteLength(updates.map((one) => `${JSON.stringify(one)}\n`).join('')))
  return {
    readCursor: async () => cursor,
    write: async (update) => {
      appendFileSync(path, `${JSON.stringify(update)}\n`)
      cursor = update.cursor
    },
  }
}
