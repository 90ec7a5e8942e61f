/** Where log lines go: standard output, which must never block the process. */
import { fstatSync } from 'node:fs'
import type { Readable } from 'node:stream'
import { type DestinationStream, pino } from 'pino'

export interface LogOutput extends DestinationStream {
  /** Calls back once what was written has left the process, or after a second. */
  readonly flush: (done: () => void) => void
}

const STDOUT = 1
/** Text that waits for the reader of a pipe; beyond it lines are dropped and counted. */
const MAX_PENDING_BYTES = 2 ** 20
const FLUSH_MILLISECONDS = 1000
/** What a write to a shared output may have to stay whole (PIPE_BUF of Linux). */
const WHOLE_BYTES = 4096

/**
 * Writes to a pipe without a thread of its own: a thread that is blocked because the pipe is not read keeps a process from
 * exiting. A child process must not inherit a pipe, as that makes it blocking for all who share it. `isShared` says that
 * other processes write to the same output.
 */
export function openLogOutput({ isShared }: { readonly isShared: boolean }): LogOutput {
  return isPiped() ? openPipeOutput() : openFileOutput(isShared)
}

/** Writes what a child process writes to a pipe, in whole lines. */
export function forwardLines(source: Readable, output: LogOutput): void {
  let rest = ''
  source.setEncoding('utf8')
  source.on('data', (text: string) => {
    const end = text.lastIndexOf('\n') + 1
    if (end > 0) output.write(rest + text.slice(0, end))
    rest = (end > 0 ? '' : rest) + text.slice(end)
  })
  source.on('end', () => {
    if (rest !== '') output.write(`${rest}\n`)
  })
}

/** Whether standard output is read by another process. */
export function isPiped(): boolean {
  try {
    const stats = fstatSync(STDOUT)
    return stats.isFIFO() || stats.isSocket()
  } catch {
    return false
  }
}

function openFileOutput(isShared: boolean): LogOutput {
  const destination = pino.destination({ dest: STDOUT, sync: false, ...(isShared && { maxWrite: WHOLE_BYTES }) })
  return {
    write: (line) => destination.write(line),
    flush: (done) => callInTime(done, (finish) => destination.flush(finish), killAtExit),
  }
}

function openPipeOutput(): LogOutput {
  const { stdout } = process
  let dropped = 0
  // Without a reader there is nothing to be told.
  stdout.on('error', () => {})
  return {
    write: (line) => {
      if (stdout.writableLength > MAX_PENDING_BYTES) {
        dropped++
        return
      }
      if (dropped > 0) stdout.write(droppedLine(dropped))
      dropped = 0
      stdout.write(line)
    },
    flush: (done) => callInTime(done, (finish) => stdout.write('', finish)),
  }
}

const droppedLine = (dropped: number): string =>
  `${JSON.stringify({ level: 40, time: Date.now(), pid: process.pid, dropped, msg: 'log lines dropped: output is not read' })}\n`

/** A thread is blocked in a write, a stopped terminal say, and the process would wait for it. */
function killAtExit(): void {
  process.once('exit', () => process.kill(process.pid, 'SIGKILL'))
}

/** Calls `done` once: when `work` finishes, or when it takes too long, then after `onLate`. */
function callInTime(done: () => void, work: (finish: () => void) => void, onLate = () => {}): void {
  let isDone = false
  const finish = () => {
    if (isDone) return
    isDone = true
    clearTimeout(timer)
    done()
  }
  const timer = setTimeout(() => {
    onLate()
    finish()
  }, FLUSH_MILLISECONDS)
  work(finish)
}
