import { redactSecrets } from '../text/redact.ts'

/** How far a long command is: a bar on a terminal, a line a tenth elsewhere, nothing where a script reads JSON. */
export interface Progress {
  readonly at: (done: number, total: number) => void
  /** A line on stderr that leaves the bar whole. */
  readonly warn: (text: string) => void
  readonly end: () => void
}

const WIDTH = 30

export function startProgress(label: string, { json }: { readonly json?: boolean | undefined }): Progress {
  const isTerminal = process.stdout.isTTY === true
  let shown = ''
  const draw = (text: string) => {
    if (!json && text !== shown) process.stdout.write(isTerminal ? `\r\u001b[K${text}` : `${text}\n`)
    shown = text
  }
  return {
    at: (done, total) => draw(isTerminal ? bar(label, done, total) : tenth(label, done, total)),
    warn: (text) => {
      if (isTerminal && !json) process.stdout.write('\r\u001b[K')
      process.stderr.write(redactSecrets(`${text}\n`))
      shown = ''
    },
    end: () => {
      if (isTerminal && !json) process.stdout.write('\r\u001b[K')
    },
  }
}

function bar(label: string, done: number, total: number): string {
  const filled = Math.round((WIDTH * done) / Math.max(total, 1))
  return `${label} [${'#'.repeat(filled)}${' '.repeat(WIDTH - filled)}] ${done} of ${total}`
}

const tenth = (label: string, done: number, total: number): string =>
  `${label}: ${Math.floor((10 * done) / Math.max(total, 1)) * 10} %`
