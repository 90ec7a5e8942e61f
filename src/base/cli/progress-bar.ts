import { redactSecrets } from '../text/redact.ts'

/** Progress of a long command: a bar on a terminal, otherwise a line per 10 %, and nothing with `--json`. */
export interface Progress {
  /** `note` is only shown on a terminal. */
  readonly update: (done: number, total: number, note?: string) => void
  /** Prints a line to stderr without breaking the bar. */
  readonly warn: (text: string) => void
  readonly end: () => void
}

const BAR_WIDTH = 30

export function startProgress(label: string, { json }: { readonly json?: boolean | undefined }): Progress {
  const isTerminal = process.stdout.isTTY === true
  let lastText = ''
  const draw = (text: string) => {
    if (!json && text !== lastText) process.stdout.write(isTerminal ? `\r\u001b[K${text}` : `${text}\n`)
    lastText = text
  }
  return {
    update: (done, total, note = '') => {
      const bar = isTerminal ? formatBar(label, done, total) : formatTenths(label, done, total)
      draw(isTerminal && note !== '' ? `${bar}, ${note}` : bar)
    },
    warn: (text) => {
      if (isTerminal && !json) process.stdout.write('\r\u001b[K')
      process.stderr.write(redactSecrets(`${text}\n`))
      lastText = ''
    },
    end: () => {
      if (isTerminal && !json) process.stdout.write('\r\u001b[K')
    },
  }
}

function formatBar(label: string, done: number, total: number): string {
  const filled = Math.round((BAR_WIDTH * done) / Math.max(total, 1))
  return `${label} [${'#'.repeat(filled)}${' '.repeat(BAR_WIDTH - filled)}] ${done} of ${total}`
}

const formatTenths = (label: string, done: number, total: number): string =>
  `${label}: ${Math.floor((10 * done) / Math.max(total, 1)) * 10} %`

/** One bar per stage. */
export interface StageProgress {
  readonly update: (stage: string, done: number, total: number) => void
  readonly end: () => void
}

export function createStageProgress(json: boolean | undefined): StageProgress {
  const bars = new Map<string, Progress>()
  return {
    update: (stage, done, total) => {
      const bar = bars.get(stage) ?? startProgress(stage, { json })
      bars.set(stage, bar)
      bar.update(done, total)
    },
    end: () => {
      for (const bar of bars.values()) bar.end()
    },
  }
}
