/** One after the other in short rounds, so that what else the machine does meets all alike; of the rounds the median counts. */
import { type LoadRequest, type LoadResult, runLoad } from './load-generator.ts'

export interface Contender {
  readonly name: string
  readonly port: number
  readonly next: () => LoadRequest
  readonly status?: number | readonly number[]
  /** What the first side is to reach of this one, at least. */
  readonly target?: number
}

export interface RoundOptions {
  readonly rounds: number
  readonly seconds: number
}

export interface SpeedResult {
  readonly name: string
  /** Answers a second. */
  readonly rate: number
  /** Milliseconds, of all rounds. */
  readonly p50: number
  readonly p99: number
  /** Bytes of an answer on average. */
  readonly bytes: number
  readonly generatorShare: number
  /** Empty when all requests are of one kind. */
  readonly kinds: readonly { readonly kind: string; readonly share: number; readonly p50: number }[]
  /** What the first side reaches of this one in answers a second: the median of the rounds. 1 for the first itself. */
  readonly ratio: number
  readonly target?: number
}

export interface BenchResult {
  readonly name: string
  readonly connections: number
  /** The service, then its limits. */
  readonly speeds: readonly SpeedResult[]
}

const WARM_UP_SHARE = 0.5

/** Measures the first side beside the others. */
export async function runRounds(
  name: string,
  connections: number,
  sides: readonly Contender[],
  pace: RoundOptions,
): Promise<BenchResult> {
  const measured: LoadResult[][] = sides.map(() => [])
  for (let round = 0; round <= pace.rounds; round++) {
    for (const [place, side] of sides.entries()) {
      const seconds = round === 0 ? pace.seconds * WARM_UP_SHARE : pace.seconds
      const result = await runLoad({ ...side, connections, seconds })
      if (round > 0) measured[place]?.push(result)
    }
  }
  const first = (measured[0] ?? []).map(rateOf)
  return { name, connections, speeds: sides.map((side, place) => speedOf(side, measured[place] ?? [], first)) }
}

const rateOf = ({ answers, seconds }: LoadResult): number => answers / seconds

function speedOf({ name, target }: Contender, measured: readonly LoadResult[], first: readonly number[]): SpeedResult {
  const kinds = [...new Set(measured.flatMap(({ times }) => [...times.keys()]))]
  const timesOf = (kind: string) => measured.flatMap(({ times }) => times.get(kind) ?? [])
  const all = kinds.flatMap(timesOf)
  const sum = (count: (one: LoadResult) => number) => measured.reduce((total, one) => total + count(one), 0)
  return {
    name,
    rate: median(measured.map(rateOf)),
    p50: percentile(all, 0.5),
    p99: percentile(all, 0.99),
    bytes: Math.round(sum(({ bytes }) => bytes) / all.length),
    generatorShare: Math.max(...measured.map(({ generatorShare }) => generatorShare)),
    kinds:
      kinds.length === 1
        ? []
        : kinds.map((kind) => ({
            kind,
            share: timesOf(kind).length / all.length,
            p50: percentile(timesOf(kind), 0.5),
          })),
    ratio: median(measured.map((one, round) => (first[round] ?? 0) / rateOf(one))),
    ...(target !== undefined && { target }),
  }
}

export const median = (numbers: readonly number[]): number => percentile(numbers, 0.5)

export function percentile(numbers: readonly number[], share: number): number {
  const sorted = numbers.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.NaN
}
