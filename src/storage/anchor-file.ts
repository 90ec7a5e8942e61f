/**
 * Stores the newest known change in a file, so that a database that was replaced by an older copy while no process ran
 * is detected. Without the file, only this detection is missing.
 */
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import type { Anchor } from './identity-types.ts'

export interface AnchorFile {
  readonly read: () => Anchor | undefined
  /** Writes the anchor within a few seconds, or on `close`. */
  readonly save: (anchor: Anchor) => void
  readonly close: () => void
}

const WRITE_INTERVAL_MILLISECONDS = 5000

export const NO_ANCHOR_FILE: AnchorFile = { read: () => undefined, save: () => {}, close: () => {} }

export function createAnchorFile(path: string): AnchorFile {
  let written: Anchor | undefined
  let newest: Anchor | undefined
  let lastWrite = performance.now()
  const hasChanged = () => newest !== undefined && (written?.epoch !== newest.epoch || written.seq !== newest.seq)
  const write = () => {
    if (!hasChanged()) return
    written = newest
    lastWrite = performance.now()
    replaceFile(path, JSON.stringify(newest))
  }
  return {
    read: () => {
      written = readAnchor(path)
      return written
    },
    save: (anchor) => {
      newest = anchor
      if (performance.now() - lastWrite > WRITE_INTERVAL_MILLISECONDS) write()
    },
    close: write,
  }
}

function readAnchor(path: string): Anchor | undefined {
  try {
    const found: unknown = JSON.parse(readFileSync(path, 'utf8'))
    return isAnchor(found) ? found : undefined
  } catch {
    return undefined
  }
}

const isAnchor = (value: unknown): value is Anchor =>
  typeof value === 'object' &&
  value !== null &&
  'epoch' in value &&
  typeof value.epoch === 'string' &&
  'seq' in value &&
  typeof value.seq === 'number' &&
  'mark' in value &&
  typeof value.mark === 'string'

/** Several workers may write at once, so the file is replaced atomically. Errors are ignored. */
function replaceFile(path: string, text: string): void {
  try {
    const temporaryPath = `${path}.${process.pid}.tmp`
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
    writeFileSync(temporaryPath, text, { mode: 0o600 })
    renameSync(temporaryPath, path)
  } catch {}
}
