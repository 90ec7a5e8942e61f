/**
 * Shows on stderr which long steps are running: one line that is rewritten on a terminal, a line for each every ten
 * seconds elsewhere.
 */

const isTerminal = process.stderr.isTTY === true
const INTERVAL_MILLISECONDS = isTerminal ? 200 : 10_000

/** Functions that describe the running steps. Steps that run at the same time share the line of a terminal. */
const running = new Set()
let timer

/** `detail` returns what is shown in addition to the elapsed time. */
export function startStep(label, detail = () => '') {
  const began = Date.now()
  const facts = () => [detail(), `${Math.round((Date.now() - began) / 1000)} s`].filter(Boolean).join(', ')
  const describe = () => `${label} ... ${facts()}`
  running.add(describe)
  timer ??= setInterval(show, INTERVAL_MILLISECONDS)
  if (!isTerminal) process.stderr.write(`${label} ...\n`)
  return {
    end: (succeeded) => {
      running.delete(describe)
      if (running.size === 0) {
        clearInterval(timer)
        timer = undefined
      }
      const result = succeeded ? 'done' : 'failed'
      process.stderr.write(`${isTerminal ? '\r\u001b[K' : ''}${label} ... ${result} (${facts()})\n`)
    },
  }
}

function show() {
  const lines = [...running].map((describe) => describe())
  // A line that is longer than the terminal is wide could not be rewritten.
  const line = lines.join('; ').slice(0, (process.stderr.columns || 80) - 1)
  process.stderr.write(isTerminal ? `\r\u001b[K${line}` : `${lines.join('\n')}\n`)
}
