import assert from 'node:assert/strict'
import { startCpuTimer } from '../monitoring/cpu-time.ts'

/** Compilation and garbage collection may outweigh the work of an attempt, so the best times of several are compared. */
const MAX_ATTEMPTS = 15
/** Shorter times are not compared: collecting the garbage of a long text takes as long. */
const NEGLIGIBLE_SECONDS = 0.5

export async function measureCpuSeconds(work: () => unknown): Promise<number> {
  const readCpuTime = startCpuTimer()
  await work()
  return readCpuTime() / 1000
}

export interface ScaledWork<T> {
  /** For messages. */
  readonly name: string
  readonly small: number
  readonly large: number
  /** The time for the large size must be less than this many times that for the small one. */
  readonly mostTimes: number
  readonly create: (size: number) => T
  readonly work: (input: T) => unknown
}

/** Asserts that the CPU time of work grows with the size of its input, not with its square. */
export async function assertGrowth<T>(scaled: ScaledWork<T>): Promise<void> {
  const { name, small, large, mostTimes, create, work } = scaled
  const inputs = { small: create(small), large: create(large) }
  const best = { small: Number.POSITIVE_INFINITY, large: Number.POSITIVE_INFINITY }
  const isLinear = () => best.large < NEGLIGIBLE_SECONDS || best.large < mostTimes * best.small
  // The first run compiles functions and fills memos.
  await work(create(Math.ceil(small / 4)))
  for (let attempt = 0; attempt < MAX_ATTEMPTS && !isLinear(); attempt++) {
    best.small = Math.min(best.small, await measureCpuSeconds(() => work(inputs.small)))
    best.large = Math.min(best.large, await measureCpuSeconds(() => work(inputs.large)))
  }
  assert.ok(isLinear(), `${name}: ${best.small} s for ${small}, ${best.large} s for ${large}`)
}

/**
 * Asserts that the CPU time of work on repetitions of a text is linear. Of 16 times the characters, linear work takes 16
 * times as long, quadratic work 256 times.
 */
export const assertLinearTime = (unit: string, work: (text: string) => unknown): Promise<void> =>
  assertGrowth({
    ...{ name: unit, small: 1 << 14, large: 1 << 18, mostTimes: 64, work },
    create: (length) => unit.repeat(Math.ceil(length / unit.length)),
  })
