/** Formats benchmark results as text. */

import type { Measurement } from '../suites/starts.ts'
import type { BenchResult, SpeedResult } from './rounds.ts'

const HEAD = ['what', 'conn.', 'req/s', 'p50 ms', 'p99 ms', 'kB', 'baseline', 'req/s', 'p50 ms', 'ratio', 'target']
/** Indexes of left-aligned text columns. The others contain numbers. */
const LEFT = [0, 6]

/** Returns one line per baseline. */
export function formatTable(rows: readonly BenchResult[]): string {
  const lines = rows.flatMap(({ name, connections, speeds: [ours, ...baselines] }) =>
    ours === undefined
      ? []
      : baselines.map((baseline, index) => [
          ...formatService({ name, connections, speed: ours, isHidden: index > 0 }),
          ...formatBaseline(baseline),
        ]),
  )
  return alignColumns([HEAD, ...lines])
}

interface ServiceCells {
  readonly name: string
  readonly connections: number
  readonly speed: SpeedResult
  /** Leaves the cells empty, as in all lines of a benchmark except the first. */
  readonly isHidden: boolean
}

function formatService({ name, connections, speed, isHidden }: ServiceCells): string[] {
  const { p99, bytes } = speed
  const cells = [name, String(connections), ...formatSpeed(speed), formatMilliseconds(p99), (bytes / 1000).toFixed(1)]
  return isHidden ? cells.map(() => '') : cells
}

const formatBaseline = (baseline: SpeedResult): string[] => [
  baseline.name,
  ...formatSpeed(baseline),
  baseline.ratio.toFixed(2),
  baseline.target?.toFixed(2) ?? '',
]

const formatSpeed = ({ rate, p50 }: SpeedResult): string[] => [
  rate.toFixed(rate < 100 ? 1 : 0),
  formatMilliseconds(p50),
]

const formatMilliseconds = (number: number): string => number.toFixed(number < 10 ? 2 : 1)

/** Shares and latencies by kind of request. */
export function formatKinds({ name, connections, speeds: [ours] }: BenchResult): string {
  const sorted = (ours?.kinds ?? []).toSorted((a, b) => (a.kind < b.kind ? -1 : 1))
  const kinds = sorted.map(({ kind, share, p50 }) => [kind, `${Math.round(share * 100)} %`, formatMilliseconds(p50)])
  return kinds.length === 0
    ? ''
    : `${name}, ${connections} connections\n${alignColumns([['kind', 'share', 'p50 ms'], ...kinds])}`
}

export function formatMeasurements(others: readonly Measurement[]): string {
  const number = (value: number, unit: Measurement['unit']) => (unit === 's' ? value.toFixed(2) : value.toFixed(0))
  const lines = others.map(({ name, unit, ours, baseline, baselineName, target }) => [
    `${name}, ${unit}`,
    number(ours, unit),
    baseline === undefined ? '' : number(baseline, unit),
    baselineName,
    target === undefined ? '' : `under ${target}`,
  ])
  return alignColumns([['what', 'calends', 'baseline', 'which is', 'target'], ...lines], [0, 3, 4])
}

export function alignColumns(lines: readonly (readonly string[])[], left: readonly number[] = LEFT): string {
  const widths = (lines[0] ?? []).map((_, column) => Math.max(...lines.map((line) => line[column]?.length ?? 0)))
  const cell = (text: string, column: number) =>
    left.includes(column) ? text.padEnd(widths[column] ?? 0) : text.padStart(widths[column] ?? 0)
  return lines.map((line) => line.map(cell).join('  ').trimEnd()).join('\n')
}
