import assert from 'node:assert/strict'
import { startCpuTimer } from '../monitoring/cpu-time.ts'

const SMALL = 1 << 14
const LARGE = 1 << 18
/** Linear work on the large text takes 16 times as long as on the small one, quadratic work 256 times. */
const MOST_TIMES = 64
/** Shorter times are not compared: compilation and garbage collection outweigh the work. */
const NEGLIGIBLE_SECONDS = 0.5

export function measureCpuSeconds(work: () => unknown): number {
  const readCpuTime = startCpuTimer()
  work()
  return readCpuTime() / 1000
}

/** Asserts that the CPU time of work on repetitions of a text grows with their length, not with its square. */
export function assertLinearTime(unit: string, work: (text: string) => unknown): void {
  const measure = (length: number) => {
    const text = unit.repeat(Math.ceil(length / unit.length))
    return measureCpuSeconds(() => work(text))
  }
  const [small, large] = [measure(SMALL), measure(LARGE)]
  const times = `${unit}: ${small} s for ${SMALL} characters, ${large} s for ${LARGE}`
  assert.ok(large < NEGLIGIBLE_SECONDS || large < MOST_TIMES * small, times)
}
