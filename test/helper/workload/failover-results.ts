/** Results of failovers: one JSON line per failover in a file, and a Markdown table. */
import { appendFileSync } from 'node:fs'
import type { FailoverResult } from './failover-run.ts'

export interface RecordedFailover extends FailoverResult {
  readonly kind: string
  readonly mode: string
}

/** Appends at once, so that an interrupted series of failovers is not lost. */
export function appendResult(path: string, result: RecordedFailover): void {
  appendFileSync(path, `${JSON.stringify({ at: new Date().toISOString(), ...result })}\n`)
}

const HEADER = [
  'fault | replication | runs | writes acknowledged | writes lost | longest outage of writes | longest outage of reads | expired cursors',
  '---|---|---|---|---|---|---|---',
]

export function formatTable(results: readonly RecordedFailover[]): string {
  const groups = new Map<string, RecordedFailover[]>()
  for (const result of results) {
    const key = `${result.kind} | ${result.mode}`
    groups.set(key, [...(groups.get(key) ?? []), result])
  }
  const rows = [...groups].map(([key, runs]) => {
    const sum = (select: (run: RecordedFailover) => number) => runs.reduce((total, run) => total + select(run), 0)
    const longest = (select: (run: RecordedFailover) => number) => `${Math.max(...runs.map(select)).toFixed(1)} s`
    return [
      ...[key, runs.length, sum(({ acknowledged }) => acknowledged), sum(({ lost }) => lost)],
      ...[longest(({ writeOutage }) => writeOutage), longest(({ readOutage }) => readOutage)],
      sum(({ expired }) => expired),
    ].join(' | ')
  })
  return [...HEADER, ...rows].map((row) => `| ${row} |`).join('\n')
}
