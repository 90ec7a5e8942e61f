/** Output for log lines, as JSON or readable text. It never blocks the process. */
import { fstatSync } from 'node:fs'
import type { Readable } from 'node:stream'
import { type DestinationStream, pino } from 'pino'
import type { Config } from '../config.ts'

export interface LogStream extends DestinationStream {
  /** Calls back when all lines are written, or after a second. */
  readonly flush: (done: () => void) => void
}

interface LogStreamOptions {
  /** 1 is standard output, 2 standard error. */
  readonly fd?: 1 | 2
  /** Whether other processes write to the same output. */
  readonly isShared?: boolean
}

/** Maximum buffered text for the reader of a pipe; further lines are dropped and counted. */
const MAX_PENDING_BYTES = 2 ** 20
const FLUSH_MILLISECONDS = 1000
/** Maximum size of an atomic write to a shared output (PIPE_BUF of Linux). */
const PIPE_BUFFER_BYTES = 4096

/**
 * Writes JSON lines, or readable ones with LOG_FORMAT=pretty or on a terminal; the formatter is loaded only then. Pipes are
 * written to without a thread, because a thread that waits for the reader keeps the process from exiting. A child process
 * must not inherit a pipe, which would make it blocking for all processes that share it.
 */
export async function openLogStream(
  { LOG_FORMAT }: Config,
  { fd = 1, isShared = false }: LogStreamOptions = {},
): Promise<LogStream> {
  const stream = isPiped(fd) ? openPipeStream(fd) : openFileStream(fd, isShared)
  const isTerminal = createStream(fd).isTTY
  if (LOG_FORMAT === 'json' || (LOG_FORMAT === 'auto' && !isTerminal)) return stream
  const { prettyFactory } = await import('pino-pretty')
  const format = prettyFactory({
    colorize: isTerminal,
    translateTime: 'SYS:HH:MM:ss',
    ignore: ['pid', 'hostname', 'reqId', ...REQUEST_KEYS].join(','),
    singleLine: true,
    messageFormat: formatMessage,
  })
  return { ...stream, write: (line) => stream.write(format(line)) }
}

/** Forwards the output of a child process in complete lines. */
export function forwardLines(source: Readable, stream: LogStream): void {
  let rest = ''
  source.setEncoding('utf8')
  source.on('data', (text: string) => {
    const end = text.lastIndexOf('\n') + 1
    if (end > 0) stream.write(rest + text.slice(0, end))
    rest = (end > 0 ? '' : rest) + text.slice(end)
  })
  source.on('end', () => {
    if (rest !== '') stream.write(`${rest}\n`)
  })
}

/** Stream for lines of child processes, which are already formatted. */
export const openForwardingStream = (): LogStream => (isPiped(1) ? openPipeStream(1) : openFileStream(1, true))

/** Whether an output, by default standard output, is a pipe or socket. */
export function isPiped(fd: 1 | 2 = 1): boolean {
  try {
    const stats = fstatSync(fd)
    return stats.isFIFO() || stats.isSocket()
  } catch {
    return false
  }
}

const createStream = (fd: 1 | 2) => (fd === 1 ? process.stdout : process.stderr)

function openFileStream(fd: 1 | 2, isShared: boolean): LogStream {
  const destination = pino.destination({ dest: fd, sync: false, ...(isShared && { maxWrite: PIPE_BUFFER_BYTES }) })
  return {
    write: (line) => destination.write(line),
    flush: (done) => callWithTimeout(done, (finish) => destination.flush(finish), killAtExit),
  }
}

function openPipeStream(fd: 1 | 2): LogStream {
  const output = createStream(fd)
  let dropped = 0
  // Errors mean that there is no reader, so they cannot be reported.
  output.on('error', () => {})
  return {
    write: (line) => {
      if (output.writableLength > MAX_PENDING_BYTES) {
        dropped++
        return
      }
      if (dropped > 0) output.write(createDroppedMessage(dropped))
      dropped = 0
      output.write(line)
    },
    flush: (done) => callWithTimeout(done, (finish) => output.write('', finish)),
  }
}

const createDroppedMessage = (dropped: number): string =>
  `${JSON.stringify({ level: 40, time: Date.now(), pid: process.pid, dropped, msg: 'log lines dropped: output is not read' })}\n`

/** The process would wait for a thread that is blocked in a write, for example to a stopped terminal. */
function killAtExit(): void {
  process.once('exit', () => process.kill(process.pid, 'SIGKILL'))
}

/** Calls `done` once: when `work` finishes, or after a timeout and `onLate`. */
function callWithTimeout(done: () => void, work: (finish: () => void) => void, onLate = () => {}): void {
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

const REQUEST_KEYS = ['method', 'path', 'status', 'ms', 'ip']

/** Formats a completed request as method, path, status, time and IP address. */
function formatMessage(log: Readonly<Record<string, unknown>>, messageKey: string): string {
  const { method, path, status, ms, ip } = log
  const parts = status === undefined ? [log[messageKey], method, path] : [method, path, status, `${ms} ms`, ip]
  return parts.filter((part) => part !== undefined).join(' ')
}
