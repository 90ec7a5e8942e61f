/** Compares a large calendar with an earlier result for 10,000 events on the same machine. */
import { existsSync, readFileSync } from 'node:fs'
import type { MemoryUsage } from '../lib/processes.ts'
import type { BenchResult } from '../lib/rounds.ts'

interface Result {
  readonly events: number
  readonly rows: readonly BenchResult[]
  readonly memory: { readonly afterAll: MemoryUsage | undefined }
}

const COMPARED = [
  { start: 'varied', target: 1.5 },
  { start: 'random single', target: 1.1 },
]
const MEMORY_TARGET = 1.5

/** Returns an empty list without an earlier result, or if the sizes are equal. */
export function formatGrowth(result: Result, file: string): string[] {
  if (!existsSync(file)) return []
  const reference: Result = JSON.parse(readFileSync(file, 'utf8'))
  if (reference.events === result.events) return []
  const lines = COMPARED.map(({ start, target }) => {
    const p50 = ({ rows }: Result) =>
      rows.find(({ name, connections }) => name.startsWith(start) && connections === 1)?.speeds[0]?.p50 ?? Number.NaN
    return `p50 of ${start}: ${(p50(result) / p50(reference)).toFixed(2)} times (target ${target})`
  })
  const resident = ({ memory }: Result) => memory.afterAll?.resident ?? Number.NaN
  const memory = `memory: ${(resident(result) / resident(reference)).toFixed(2)} times (target ${MEMORY_TARGET})`
  return [`compared with ${reference.events} events:`, ...lines, memory]
}
