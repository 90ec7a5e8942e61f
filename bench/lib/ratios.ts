/** Compares the ratios of a run with those of the committed baseline. */
import type { Measurement } from '../suites/starts.ts'
import type { BenchResult } from './rounds.ts'

/** Ratio to the baseline by figure; more is better. Rounded, because the file is committed. */
export type Ratios = Readonly<Record<string, number>>

/** A ratio may be this share lower than the committed one. */
const TOLERANCE = 0.2

/** Figures without a baseline have no ratio. */
export function collectRatios(rows: readonly BenchResult[], others: readonly Measurement[]): Ratios {
  const speeds = rows.flatMap(({ name, connections, speeds: [, ...baselines] }) =>
    baselines.map((baseline) => [`${name}, ${connections} connections / ${baseline.name}`, baseline.ratio] as const),
  )
  const measured = others.flatMap(({ name, ours, baseline }) =>
    baseline === undefined ? [] : [[`${name} / ${baseline.name}`, baseline.value / ours] as const],
  )
  return Object.fromEntries([...speeds, ...measured].map(([name, ratio]) => [name, Number(ratio.toPrecision(3))]))
}

export interface RatioLoss {
  readonly name: string
  readonly expected: number
  /** Undefined if the figure was not measured. */
  readonly actual: number | undefined
}

/** The figures that fell by more than the tolerance, or are missing. Additional figures are ignored. */
export function findLosses(expected: Ratios, actual: Ratios): RatioLoss[] {
  return Object.entries(expected)
    .map(([name, ratio]) => ({ name, expected: ratio, actual: actual[name] }))
    .filter((figure) => figure.actual === undefined || figure.actual < figure.expected * (1 - TOLERANCE))
}

/** The higher of two ratios of a figure. */
export function keepBestRatios(first: Ratios, second: Ratios): Ratios {
  const names = new Set([...Object.keys(first), ...Object.keys(second)])
  return Object.fromEntries([...names].map((name) => [name, Math.max(first[name] ?? 0, second[name] ?? 0)]))
}

export function formatLosses(losses: readonly RatioLoss[]): string {
  if (losses.length === 0) return `no ratio fell by more than ${TOLERANCE * 100} %`
  const lines = losses.map(({ name, expected, actual }) => `  ${name}: ${actual ?? 'not measured'}, before ${expected}`)
  return [`ratios that fell by more than ${TOLERANCE * 100} %:`, ...lines].join('\n')
}
