/** Measures contenders alternately in short rounds, so that other load affects all equally. Results are medians. */
import { readCpuTime } from './cpu-time.ts'
import { type LoadRequest, type LoadResult, runLoad } from './load-generator.ts'
import type { MeasuredProcess } from './processes.ts'

export interface Contender {
  readonly name: string
  readonly process: MeasuredProcess
  readonly next: () => LoadRequest
  readonly status?: number | readonly number[]
  /** Minimum ratio of the throughput of the first contender to this one. */
  readonly target?: number
}

export interface RoundOptions {
  readonly rounds: number
  readonly seconds: number
}

export interface BenchmarkOptions {
  readonly name: string
  readonly connections: number
  /** The service, followed by its baselines. */
  readonly contenders: readonly Contender[]
  /** Total number of requests, for a sequence without repetition. Default: as many as fit into the seconds. */
  readonly requests?: number
}

export interface SpeedResult {
  readonly name: string
  /** Responses per second. */
  readonly rate: number
  /** Milliseconds, over all rounds. */
  readonly p50: number
  readonly p99: number
  /** Milliseconds of CPU time per response, of the process and its children. */
  readonly cpu: number
  /** Average bytes per response. */
  readonly bytes: number
  readonly generatorShare: number
  readonly kinds: readonly KindResult[]
  /** Median ratio of the throughput of the first contender to this one. 1 for the first contender. */
  readonly ratio: number
  readonly target?: number
}

export interface KindResult {
  readonly kind: string
  /** Share of all requests. */
  readonly share: number
  readonly p50: number
  readonly p99: number
}

export interface BenchResult {
  readonly name: string
  readonly connections: number
  /** The service, followed by its baselines. */
  readonly speeds: readonly SpeedResult[]
}

interface RoundResult extends LoadResult {
  /** Milliseconds. */
  readonly cpu: number
}

const WARM_UP_SHARE = 0.5
/** No round with a number of requests takes longer. */
const MAX_SECONDS = 600

/** Measures all contenders. The first one is compared with the others. */
export async function runRounds(
  { name, connections, contenders, requests }: BenchmarkOptions,
  { rounds, seconds }: RoundOptions,
): Promise<BenchResult> {
  const measured: RoundResult[][] = contenders.map(() => [])
  // Requests that must not repeat cannot warm up.
  for (let round = requests === undefined ? 0 : 1; round <= rounds; round++) {
    for (const [index, contender] of contenders.entries()) {
      const length =
        requests === undefined
          ? { seconds: round === 0 ? seconds * WARM_UP_SHARE : seconds }
          : { seconds: MAX_SECONDS, requests: Math.ceil(requests / rounds) }
      const result = await runRound(contender, connections, length)
      if (round > 0) measured[index]?.push(result)
    }
  }
  const first = (measured[0] ?? []).map(computeRate)
  return {
    name,
    connections,
    speeds: contenders.map((contender, index) => summarize(contender, measured[index] ?? [], first)),
  }
}

interface RoundLength {
  readonly seconds: number
  readonly requests?: number
}

async function runRound(
  { process, next, status }: Contender,
  connections: number,
  { seconds, requests = Number.POSITIVE_INFINITY }: RoundLength,
): Promise<RoundResult> {
  let left = requests
  const used = readCpuTime(process.child.pid)
  const result = await runLoad({
    ...{ port: process.port, connections, seconds },
    next: () => (left-- > 0 ? next() : undefined),
    ...(status !== undefined && { status }),
  })
  return { ...result, cpu: readCpuTime(process.child.pid) - used }
}

const computeRate = ({ responses, seconds }: LoadResult): number => responses / seconds

function summarize(
  { name, target }: Contender,
  measured: readonly RoundResult[],
  first: readonly number[],
): SpeedResult {
  const kinds = [...new Set(measured.flatMap(({ times }) => [...times.keys()]))]
  const getTimes = (kind: string) => measured.flatMap(({ times }) => times.get(kind) ?? [])
  const all = kinds.flatMap(getTimes)
  const sum = (count: (result: RoundResult) => number) => measured.reduce((total, result) => total + count(result), 0)
  return {
    name,
    rate: median(measured.map(computeRate)),
    p50: percentile(all, 0.5),
    p99: percentile(all, 0.99),
    cpu: sum(({ cpu }) => cpu) / all.length,
    bytes: Math.round(sum(({ bytes }) => bytes) / all.length),
    generatorShare: Math.max(...measured.map(({ generatorShare }) => generatorShare)),
    kinds: kinds.map((kind) => {
      const times = getTimes(kind)
      return { kind, share: times.length / all.length, p50: percentile(times, 0.5), p99: percentile(times, 0.99) }
    }),
    ratio: median(measured.map((result, round) => (first[round] ?? 0) / computeRate(result))),
    ...(target !== undefined && { target }),
  }
}

export const median = (numbers: readonly number[]): number => percentile(numbers, 0.5)

export function percentile(numbers: readonly number[], share: number): number {
  const sorted = numbers.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.NaN
}
