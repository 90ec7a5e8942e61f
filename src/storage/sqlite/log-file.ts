/**
 * Reads committed frames of a write-ahead log (sqlite.org/walformat.html). The file may be opened and closed at any time:
 * SQLite locks the database file and the index only, whose locks would be lost if this process closed these files.
 */
import { closeSync, fstatSync, openSync, readSync } from 'node:fs'

export const FRAME_HEADER_BYTES = 24
const LOG_HEADER_BYTES = 32
/** Bytes that are read at once. After a restart, the file may contain that many bytes of the former log. */
const READ_BYTES = 2 ** 20

/** A position between two commits. */
export interface LogPosition {
  readonly header: LogHeader
  /** Frames before the position. */
  readonly frames: number
  readonly checksum: Checksum
}

export interface LogHeader {
  /** Number that a restart of the log increases by 1. */
  readonly salt: number
  /** Random number of the log. */
  readonly secondSalt: number
  /** Bytes per page. */
  readonly pageSize: number
  readonly isBigEndian: boolean
}

type Checksum = readonly [number, number]

export interface CommittedFrames {
  /** Whole frames, each a header of 24 bytes and a page. */
  readonly bytes: Buffer
  readonly end: LogPosition
}

const MAGIC = 0x377f0682

/** The start of the log; undefined if the file is empty. */
export function readLogStart(path: string): LogPosition | undefined {
  const bytes = readAt(path, 0, LOG_HEADER_BYTES)
  if (bytes.length < LOG_HEADER_BYTES) return undefined
  const magic = bytes.readUInt32BE(0)
  const isBigEndian = magic === MAGIC + 1
  const checksum = addChecksum([0, 0], bytes.subarray(0, FRAME_HEADER_BYTES), isBigEndian)
  if ((magic !== MAGIC && !isBigEndian) || !isStoredAt(bytes, FRAME_HEADER_BYTES, checksum)) return undefined
  const [pageSize, salt, secondSalt] = [8, 16, 20].map((at) => bytes.readUInt32BE(at))
  if (pageSize === undefined || salt === undefined || secondSalt === undefined) return undefined
  return { header: { salt, secondSalt, pageSize, isBigEndian }, frames: 0, checksum }
}

/** Reads up to the last commit, at most some megabytes and at least one commit. No bytes if there is none. */
export function readCommittedFrames(path: string, start: LogPosition): CommittedFrames {
  const size = FRAME_HEADER_BYTES + start.header.pageSize
  let end = start
  // Most readings find nothing.
  const next = readAt(path, LOG_HEADER_BYTES + start.frames * size, FRAME_HEADER_BYTES)
  if (next.length < FRAME_HEADER_BYTES || !isOfLog(next, 0, start.header)) return { bytes: Buffer.alloc(0), end }
  for (let length = READ_BYTES; ; length *= 2) {
    const bytes = readAt(path, LOG_HEADER_BYTES + start.frames * size, Math.floor(length / size) * size)
    end = findLastCommit(bytes, start)
    const isWhole = bytes.length < Math.floor(length / size) * size
    if (end.frames > start.frames || isWhole)
      return { bytes: bytes.subarray(0, (end.frames - start.frames) * size), end }
  }
}

/** The last frame of a commit has the number of pages of the database in its header. */
function findLastCommit(bytes: Buffer, start: LogPosition): LogPosition {
  const { header } = start
  const size = FRAME_HEADER_BYTES + header.pageSize
  let { checksum, frames } = start
  let end = start
  for (let at = 0; at + size <= bytes.length; at += size) {
    if (!isOfLog(bytes, at, header)) break
    checksum = addChecksum(checksum, bytes.subarray(at, at + 8), header.isBigEndian)
    checksum = addChecksum(checksum, bytes.subarray(at + FRAME_HEADER_BYTES, at + size), header.isBigEndian)
    if (!isStoredAt(bytes, at + 16, checksum)) break
    frames++
    if (bytes.readUInt32BE(at + 4) > 0) end = { header, frames, checksum }
  }
  return end
}

/** Whether the frame was not left by a former log. */
const isOfLog = (bytes: Buffer, at: number, { salt, secondSalt }: LogHeader): boolean =>
  bytes.readUInt32BE(at + 8) === salt && bytes.readUInt32BE(at + 12) === secondSalt

const isStoredAt = (bytes: Buffer, at: number, [first, second]: Checksum): boolean =>
  bytes.readUInt32BE(at) === first && bytes.readUInt32BE(at + 4) === second

function addChecksum([first, second]: Checksum, bytes: Buffer, isBigEndian: boolean): Checksum {
  let [sum0, sum1] = [first, second]
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length)
  for (let at = 0; at < bytes.length; at += 8) {
    sum0 = (sum0 + view.getUint32(at, !isBigEndian) + sum1) >>> 0
    sum1 = (sum1 + view.getUint32(at + 4, !isBigEndian) + sum0) >>> 0
  }
  return [sum0, sum1]
}

/** Shorter at the end of the file; empty if it does not exist. */
function readAt(path: string, position: number, length: number): Buffer {
  let file: number
  try {
    file = openSync(path, 'r')
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return Buffer.alloc(0)
    throw error
  }
  try {
    const available = Math.max(0, Math.min(length, fstatSync(file).size - position))
    const bytes = Buffer.alloc(available)
    return bytes.subarray(0, readSync(file, bytes, 0, available, position))
  } finally {
    closeSync(file)
  }
}
