/** Formats benchmark results as text. */
import type { Measurement } from '../suites/starts.ts'
import type { BenchResult, SpeedResult } from './rounds.ts'

const HEAD = [
  ...['what', 'connections', 'responses/s', 'p50 ms', 'p99 ms', 'CPU ms', 'kB'],
  ...['baseline', 'responses/s', 'CPU ms', 'ratio', 'target'],
]
/** Indexes of left-aligned text columns. The others contain numbers. */
const LEFT = [0, 7]

/** Returns one line per baseline. */
export function formatTable(rows: readonly BenchResult[]): string {
  const lines = rows.flatMap(({ name, connections, speeds: [ours, ...baselines] }) => {
    if (ours === undefined) return []
    const cells = [name, String(connections), ...formatService(ours)]
    const [first = [], ...others] = baselines.map(formatBaseline)
    return [[...cells, ...first], ...others.map((baseline) => [...cells.map(() => ''), ...baseline])]
  })
  return alignColumns([HEAD, ...lines])
}

const formatService = ({ rate, p50, p99, cpu, bytes }: SpeedResult): string[] => [
  formatRate(rate),
  ...[p50, p99, cpu].map(formatMilliseconds),
  (bytes / 1000).toFixed(1),
]

const formatBaseline = ({ name, rate, cpu, ratio, target }: SpeedResult): string[] => [
  ...[name, formatRate(rate), formatMilliseconds(cpu)],
  ...[ratio.toPrecision(2), target?.toString() ?? ''],
]

const formatRate = (rate: number): string => rate.toFixed(rate < 100 ? 1 : 0)

export const formatMilliseconds = (number: number): string => number.toFixed(number < 1 ? 3 : number < 10 ? 2 : 1)

export function formatMeasurements(others: readonly Measurement[]): string {
  const lines = others.map(({ name, unit, ours, baseline, target }) => [
    `${name}, ${unit}`,
    ours.toPrecision(3),
    baseline?.name ?? '',
    baseline?.value.toPrecision(3) ?? '',
    target === undefined ? '' : `${unit.includes('/') ? 'at least' : 'under'} ${target}`,
  ])
  return alignColumns([['what', 'calends', 'baseline', '', 'target'], ...lines], [0, 2, 4])
}

export function alignColumns(lines: readonly (readonly string[])[], left: readonly number[] = LEFT): string {
  const widths = (lines[0] ?? []).map((_, column) => Math.max(...lines.map((line) => line[column]?.length ?? 0)))
  const cell = (text: string, column: number) =>
    left.includes(column) ? text.padEnd(widths[column] ?? 0) : text.padStart(widths[column] ?? 0)
  return lines.map((line) => line.map(cell).join('  ').trimEnd()).join('\n')
}
