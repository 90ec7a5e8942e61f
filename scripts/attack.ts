/** `npm run attack`: tries known attacks on a fresh service, and prints what happened in a table. */
import { ATTACKS } from '../test/attacks/attacks.ts'
import { findPercentile, startTarget } from '../test/attacks/target.ts'

const target = await startTarget()
let failures = 0
for (const { name, run } of ATTACKS) {
  const startedAt = performance.now()
  const before = target.healthTimes.length
  const result = await run(target).catch((error: unknown) => {
    failures++
    return `SUCCEEDED: ${error instanceof Error ? error.message : String(error)}`
  })
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1)
  const slowest = findPercentile(target.healthTimes.slice(before), 1)
  process.stdout.write(`${name.padEnd(58)} ${seconds.padStart(5)} s ${String(slowest).padStart(5)} ms  ${result}\n`)
}
const percentile = (share: number) => findPercentile(target.healthTimes, share)
process.stdout.write(
  `/healthz meanwhile: median ${percentile(0.5)} ms, 99th percentile ${percentile(0.99)} ms, slowest ${percentile(1)} ms\n`,
)
if (failures > 0) process.stdout.write(target.readOutput())
await target.stop()
process.exit(failures === 0 ? 0 : 1)
