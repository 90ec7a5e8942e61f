/** Shows on stderr that a long step is running: one line that is rewritten on a terminal, a line every ten seconds elsewhere. */

const TERMINAL_MILLISECONDS = 200
const OTHER_MILLISECONDS = 10_000

/** `detail` returns what is shown in addition to the elapsed time. */
export function startStep(label, detail = () => '') {
  const isTerminal = process.stderr.isTTY === true
  const began = Date.now()
  const facts = () => [detail(), `${Math.round((Date.now() - began) / 1000)} s`].filter(Boolean).join(', ')
  const show = () =>
    process.stderr.write(isTerminal ? `\r\u001b[K${label} ... ${facts()}` : `${label} ... ${facts()}\n`)
  process.stderr.write(isTerminal ? `${label} ...` : `${label} ...\n`)
  const timer = setInterval(show, isTerminal ? TERMINAL_MILLISECONDS : OTHER_MILLISECONDS)
  return {
    end: (succeeded) => {
      clearInterval(timer)
      const result = succeeded ? 'done' : 'failed'
      process.stderr.write(`${isTerminal ? '\r\u001b[K' : ''}${label} ... ${result} (${facts()})\n`)
    },
  }
}
