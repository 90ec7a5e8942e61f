import { type DestinationStream, pino } from 'pino'
import type { Config } from './config.ts'

interface LogStreamOptions {
  readonly fd?: 1 | 2
  readonly maxWrite?: number
  /** Writes before the call returns, so that nothing is lost when the process ends. */
  readonly sync?: boolean
}

/**
 * Where the log goes: JSON lines, or readable ones with LOG_FORMAT=pretty or on a terminal. JSON is written without the
 * formatter, which is loaded only when it is used.
 */
export async function openLogStream(
  { LOG_FORMAT }: Config,
  { fd = 1, maxWrite, sync = false }: LogStreamOptions = {},
): Promise<DestinationStream> {
  const isTerminal = fd === 1 ? process.stdout.isTTY : process.stderr.isTTY
  if (LOG_FORMAT === 'json' || (LOG_FORMAT === 'auto' && !isTerminal))
    return pino.destination({ dest: fd, sync, ...(maxWrite !== undefined && { maxWrite }) })
  const { default: pretty } = await import('pino-pretty')
  return pretty({
    destination: fd,
    sync: true,
    colorize: isTerminal,
    translateTime: 'SYS:HH:MM:ss',
    ignore: ['pid', 'hostname', 'reqId', ...REQUEST_KEYS].join(','),
    singleLine: true,
    messageFormat: formatMessage,
  })
}

const REQUEST_KEYS = ['method', 'path', 'status', 'ms', 'ip']

/** A finished request in the usual order; what else is logged about one, after the message. */
function formatMessage(log: Readonly<Record<string, unknown>>, messageKey: string): string {
  const { method, path, status, ms, ip } = log
  const parts = status === undefined ? [log[messageKey], method, path] : [method, path, status, `${ms} ms`, ip]
  return parts.filter((part) => part !== undefined).join(' ')
}
