/**
 * `npm run bench`: sets up what is missing, then measures everything. With arguments it measures the calendar alone, or
 * the suite that the first one names: `npm run bench -- --check`, `npm run bench -- growth --events 10000,1000000`.
 */
import { ensureBuild, ensureDependencies, run } from './setup.js'

const SUITES = ['capacity', 'capacity-plan', 'calendar', 'growth', 'nearest-venues', 'images', 'pages', 'lcp']
/** Runs without arguments. */
const ALL_RUNS = [
  ['calendar'],
  ['calendar', '--workers', '2'],
  ['calendar', '--postgres', 'start'],
  ['growth'],
  ['nearest-venues'],
  ['images'],
  ['pages'],
]

await ensureDependencies({ label: 'Installing packages for benchmarks' })
await ensureBuild()
const args = process.argv.slice(2)
const named = SUITES.includes(args[0]) ? args : ['calendar', ...args]
const runs = args.length === 0 ? ALL_RUNS : [named]
const codes = runs.map(([suite, ...options]) =>
  run(process.execPath, ['--import', 'tsx', `bench/suites/${suite}.ts`, ...options]),
)
process.exit(Math.max(...codes))
