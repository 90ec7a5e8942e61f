/** What a run found, for people. */

import type { Measurement } from '../suites/starts.ts'
import type { BenchResult, SpeedResult } from './rounds.ts'

const HEAD = ['what', 'conn.', 'answers/s', 'p50 ms', 'p99 ms', 'kB', 'limit', 'answers/s', 'p50 ms', 'ratio', 'target']
/** Columns of texts; the others are numbers. */
const LEFT = [0, 6]

/** One line for each limit. */
export function formatTable(rows: readonly BenchResult[]): string {
  const lines = rows.flatMap(({ name, connections, speeds: [ours, ...limits] }) =>
    ours === undefined ? [] : limits.map((limit, place) => lineOf(name, connections, ours, limit, place === 0)),
  )
  return alignColumns([HEAD, ...lines])
}

function lineOf(name: string, connections: number, ours: SpeedResult, limit: SpeedResult, isFirst: boolean): string[] {
  const own = [name, String(connections), ...speedOf(ours), milliseconds(ours.p99), (ours.bytes / 1000).toFixed(1)]
  const beside = [limit.name, ...speedOf(limit), limit.ratio.toFixed(2), limit.target?.toFixed(2) ?? '']
  return [...(isFirst ? own : own.map(() => '')), ...beside]
}

const speedOf = ({ rate, p50 }: SpeedResult): string[] => [rate.toFixed(rate < 100 ? 1 : 0), milliseconds(p50)]

const milliseconds = (number: number): string => number.toFixed(number < 10 ? 2 : 1)

/** Which kinds of requests a row is made of. */
export function formatKinds({ name, connections, speeds: [ours] }: BenchResult): string {
  const sorted = (ours?.kinds ?? []).toSorted((a, b) => (a.kind < b.kind ? -1 : 1))
  const kinds = sorted.map(({ kind, share, p50 }) => [kind, `${Math.round(share * 100)} %`, milliseconds(p50)])
  return kinds.length === 0
    ? ''
    : `${name}, ${connections} at a time\n${alignColumns([['kind', 'share', 'p50 ms'], ...kinds])}`
}

export function formatMeasurements(others: readonly Measurement[]): string {
  const number = (value: number, unit: Measurement['unit']) => (unit === 's' ? value.toFixed(2) : value.toFixed(0))
  const lines = others.map(({ name, unit, ours, limit, limitName, target }) => [
    `${name}, ${unit}`,
    number(ours, unit),
    limit === undefined ? '' : number(limit, unit),
    limitName,
    target === undefined ? '' : `under ${target}`,
  ])
  return alignColumns([['what', 'calends', 'limit', 'which is', 'target'], ...lines], [0, 3, 4])
}

export function alignColumns(lines: readonly (readonly string[])[], left: readonly number[] = LEFT): string {
  const widths = (lines[0] ?? []).map((_, column) => Math.max(...lines.map((line) => line[column]?.length ?? 0)))
  const cell = (text: string, column: number) =>
    left.includes(column) ? text.padEnd(widths[column] ?? 0) : text.padStart(widths[column] ?? 0)
  return lines.map((line) => line.map(cell).join('  ').trimEnd()).join('\n')
}
