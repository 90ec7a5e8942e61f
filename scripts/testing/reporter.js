/** Reporter of `node:test` in `worker.js`, which sends the results of each file to `pool.js`. */
import { inspect } from 'node:util'
import { readCpuSeconds } from './cpu-time.js'

const PREFIX = 'end of '

/** Name of the test that marks the end of a file. */
export const endOfFile = (file) => `${PREFIX}${file}`

/** Prints nothing: results are messages. */
// biome-ignore lint/style/noDefaultExport: node:test reads the default export
export default async function* report(events) {
  const parents = []
  let cpuSeconds = readCpuSeconds()
  for await (const { type, data } of events) {
    if (type === 'test:start') parents[data.nesting] = data.name
    if (type !== 'test:pass' && type !== 'test:fail') continue
    if (data.nesting === 0 && data.name.startsWith(PREFIX)) {
      const { error } = data.details
      const now = readCpuSeconds()
      process.send({ type: 'end', cpuSeconds: now - cpuSeconds, ...(error && { error: describeError(error) }) })
      cpuSeconds = now
    } else {
      const result = readResult(type, data, parents.slice(0, data.nesting))
      if (result) process.send(result)
    }
  }
  yield ''
}

/** A suite counts only when it fails by itself, not by its tests. */
function readResult(type, data, parents) {
  const isSuite = data.details.type === 'suite'
  const name = [...parents, data.name].join(' > ')
  if (type === 'test:fail') {
    const { error } = data.details
    return isSuite && error?.failureType === 'subtestsFailed' ? undefined : { type, name, error: describeError(error) }
  }
  return isSuite ? undefined : { type: data.skip === undefined ? type : 'test:skip', name }
}

const describeError = (error) => inspect(error?.cause ?? error, { depth: 6 })
