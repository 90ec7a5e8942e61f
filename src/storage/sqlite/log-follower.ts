/**
 * Follows the write-ahead log of a SQLite file while processes write to it. A read transaction keeps SQLite from
 * restarting the log before it was read; the follower restarts it itself.
 */
import type Sqlite from 'better-sqlite3'
import { loadSqlite } from './load-driver.ts'
import { type LogPosition, readCommittedFrames, readLogStart } from './log-file.ts'
import { getSqliteErrorCode } from './translate-error.ts'

/** Committed frames of one log. */
export interface LogFrames {
  /** Bytes per page. */
  readonly pageSize: number
  readonly frames: Buffer
}

export interface LogReading {
  /** Frames that were committed since the last call; none without any. */
  readonly found: readonly LogFrames[]
  /** Whether everything was read that had been committed when the reading began. */
  readonly isComplete: boolean
}

export interface LogFollower {
  /** Reads about this number of bytes, and at least one commit. Throws if frames may have been lost. */
  readonly read: (bytes: number) => LogReading
  /** Whether the log is long, so that `restart` should be called. */
  readonly isLong: () => boolean
  /**
   * Reads the rest of the log, copies it into the file and starts the next log. Does nothing while another transaction
   * writes. Blocks while pages are copied.
   */
  readonly restart: () => readonly LogFrames[]
  /**
   * Copies the database of the time of the call to a new file, without blocking writers or readings. The log does not
   * restart meanwhile. Frames that are read later apply to the copy, from the first complete reading on.
   */
  readonly copyTo: (path: string) => Promise<void>
  readonly close: () => void
}

/** Half of the length from which SQLite itself copies pages at every commit. */
const LONG_LOG_FRAMES = 500
/** Time in which another process may have the write lock. SQLite's own pauses, up to 100 ms, would miss its short gaps. */
const LOCK_MILLISECONDS = 5000

interface Handles {
  /** Holds the read transaction. */
  readonly reader: Sqlite.Database
  readonly writer: Sqlite.Database
  readonly checkpointer: Sqlite.Database
}

/** Returns undefined while another transaction writes. */
export function followLog(path: string): LogFollower | undefined {
  const handles = openHandles(path)
  try {
    if (withWriteLock(handles.writer, () => true)) {
      pin(handles, () => false)
      return createFollower(handles, `${path}-wal`)
    }
  } catch (error) {
    closeAll(handles)
    throw error
  }
  closeAll(handles)
  return undefined
}

function closeAll(handles: Handles): void {
  for (const handle of Object.values(handles)) handle.close()
}

function readStart(logPath: string): LogPosition {
  const start = readLogStart(logPath)
  if (!start) throw new Error('the write-ahead log has no valid header')
  return start
}

/** Whether there is a commit after a position, in this log or the next. */
function hasNewFrames(logPath: string, position: LogPosition): boolean {
  // The header of the next log may be incomplete.
  const start = readLogStart(logPath) ?? position
  return start.header.salt !== position.header.salt || readCommittedFrames(logPath, position).bytes.length > 0
}

function createFollower(handles: Handles, logPath: string): LogFollower {
  let position = readStart(logPath)
  let longFrom = LONG_LOG_FRAMES

  function read(limit: number): LogReading {
    const { salt, secondSalt, pageSize } = position.header
    const { header } = readStart(logPath)
    if (header.salt !== salt || header.secondSalt !== secondSalt)
      throw new Error('the write-ahead log was restarted by another process')
    const found: LogFrames[] = []
    for (let total = 0; total < limit; ) {
      const { bytes, end } = readCommittedFrames(logPath, position)
      if (bytes.length === 0) return { found, isComplete: true }
      position = end
      total += bytes.length
      found.push({ pageSize, frames: bytes })
    }
    return { found, isComplete: false }
  }

  /** While the write lock is held, the log does not grow. Afterwards its first writer restarts it. */
  function restart(): readonly LogFrames[] {
    const frames = withWriteLock(handles.writer, () => {
      const rest = read(Number.POSITIVE_INFINITY).found
      handles.reader.exec('rollback')
      handles.checkpointer.pragma('wal_checkpoint(passive)')
      return rest
    })
    if (!frames) return []
    pin(handles, () => hasNewFrames(logPath, position))
    const next = readStart(logPath)
    const isSame = next.header.salt === position.header.salt
    // A reader of an older state prevents the restart; it is tried again when the log has grown.
    longFrom = isSame ? position.frames + LONG_LOG_FRAMES : LONG_LOG_FRAMES
    if (isSame) return frames
    // The number of another log means that one was restarted that was not read.
    if (next.header.salt !== (position.header.salt + 1) >>> 0)
      throw new Error('the write-ahead log was restarted before it was read')
    position = next
    return frames
  }

  return {
    read,
    isLong: () => position.frames > longFrom,
    restart,
    copyTo: async (target) => {
      const source = open(handles.reader.name, { readonly: true })
      try {
        beginReading(source)
        await source.backup(target)
      } finally {
        source.close()
      }
    },
    close: () => closeAll(handles),
  }
}

const openHandles = (path: string): Handles => ({
  reader: open(path, { readonly: true }),
  writer: open(path, {}),
  checkpointer: open(path, {}),
})

function open(path: string, options: Sqlite.Options): Sqlite.Database {
  const handle = new (loadSqlite())(path, { timeout: 0, ...options })
  if (!options.readonly) handle.pragma('wal_autocheckpoint = 0')
  return handle
}

/** Returns undefined, without waiting, if another transaction has the lock: it may be one of this process. */
function withWriteLock<T>(writer: Sqlite.Database, work: () => T): T | undefined {
  try {
    writer.exec('begin immediate')
  } catch (error) {
    if (getSqliteErrorCode(error) === 'SQLITE_BUSY') return undefined
    throw error
  }
  try {
    return work()
  } finally {
    writer.exec('rollback')
  }
}

/**
 * Begins a read transaction that prevents a restart of the log. If all of the log was copied into the file, it allows one
 * more, so a frame is written to start the next log, unless another process does so. If it allows others after all, `read`
 * notices.
 */
function pin({ reader, writer }: Handles, isStarted: () => boolean): void {
  beginReading(reader)
  for (const deadline = performance.now() + LOCK_MILLISECONDS; !writeFrame(writer) && !isStarted(); waitForLock())
    if (performance.now() > deadline) throw new Error('the database is locked by a long transaction')
}

/** Returns false if another process has the write lock. */
function writeFrame(writer: Sqlite.Database): boolean {
  try {
    // Random, because SQLite writes no frame for a value that does not change.
    writer.exec('update database_identity set written = hex(randomblob(8))')
    return true
  } catch (error) {
    if (getSqliteErrorCode(error) === 'SQLITE_BUSY') return false
    throw error
  }
}

/** Blocks for a millisecond, so that nothing reads the log meanwhile. */
const waitForLock = (): void => void Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1)

/** A read transaction has its state from its first statement on. */
function beginReading(handle: Sqlite.Database): void {
  handle.exec('begin')
  handle.prepare('select count(*) from database_identity').get()
}
