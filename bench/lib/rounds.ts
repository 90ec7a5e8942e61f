/** Measures contenders alternately in short rounds, so that other load affects all equally. Results are medians. */
import { type LoadRequest, type LoadResult, runLoad } from './load-generator.ts'

export interface Contender {
  readonly name: string
  readonly port: number
  readonly next: () => LoadRequest
  readonly status?: number | readonly number[]
  /** Minimum ratio of the throughput of the first contender to this one. */
  readonly target?: number
}

export interface RoundOptions {
  readonly rounds: number
  readonly seconds: number
}

export interface SpeedResult {
  readonly name: string
  /** Responses per second. */
  readonly rate: number
  /** Milliseconds, over all rounds. */
  readonly p50: number
  readonly p99: number
  /** Average bytes per response. */
  readonly bytes: number
  readonly generatorShare: number
  /** Empty if all requests have the same kind. */
  readonly kinds: readonly { readonly kind: string; readonly share: number; readonly p50: number }[]
  /** Median ratio of the throughput of the first contender to this one. 1 for the first contender. */
  readonly ratio: number
  readonly target?: number
}

export interface BenchResult {
  readonly name: string
  readonly connections: number
  /** The service, followed by its baselines. */
  readonly speeds: readonly SpeedResult[]
}

const WARM_UP_SHARE = 0.5

/** Measures all contenders. The first one is compared with the others. */
export async function runRounds(
  name: string,
  connections: number,
  contenders: readonly Contender[],
  pace: RoundOptions,
): Promise<BenchResult> {
  const measured: LoadResult[][] = contenders.map(() => [])
  for (let round = 0; round <= pace.rounds; round++) {
    for (const [index, contender] of contenders.entries()) {
      const seconds = round === 0 ? pace.seconds * WARM_UP_SHARE : pace.seconds
      const result = await runLoad({ ...contender, connections, seconds })
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

const computeRate = ({ responses, seconds }: LoadResult): number => responses / seconds

function summarize(
  { name, target }: Contender,
  measured: readonly LoadResult[],
  first: readonly number[],
): SpeedResult {
  const kinds = [...new Set(measured.flatMap(({ times }) => [...times.keys()]))]
  const getTimes = (kind: string) => measured.flatMap(({ times }) => times.get(kind) ?? [])
  const all = kinds.flatMap(getTimes)
  const sum = (count: (result: LoadResult) => number) => measured.reduce((total, result) => total + count(result), 0)
  return {
    name,
    rate: median(measured.map(computeRate)),
    p50: percentile(all, 0.5),
    p99: percentile(all, 0.99),
    bytes: Math.round(sum(({ bytes }) => bytes) / all.length),
    generatorShare: Math.max(...measured.map(({ generatorShare }) => generatorShare)),
    kinds:
      kinds.length === 1
        ? []
        : kinds.map((kind) => ({
            kind,
            share: getTimes(kind).length / all.length,
            p50: percentile(getTimes(kind), 0.5),
          })),
    ratio: median(measured.map((result, round) => (first[round] ?? 0) / computeRate(result))),
    ...(target !== undefined && { target }),
  }
}

export const median = (numbers: readonly number[]): number => percentile(numbers, 0.5)

export function percentile(numbers: readonly number[], share: number): number {
  const sorted = numbers.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.NaN
}
