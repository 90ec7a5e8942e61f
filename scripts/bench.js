/**
 * `npm run bench`: sets up what is missing, then measures everything. With arguments it measures the calendar alone, or
 * the suite that the first one names: `npm run bench -- --events 100000`, `npm run bench -- nearest-venues`.
 */
import { ensureBuild, ensureDependencies, run } from './setup.js'

const SUITES = ['calendar', 'nearest-venues', 'images', 'pages', 'nodes']

await ensureDependencies({ label: 'Installing packages for benchmarks' })
await ensureBuild()
const args = process.argv.slice(2)
const [first] = args
const isSuite = SUITES.includes(first)
const suites = isSuite ? [first] : args.length > 0 ? ['calendar'] : SUITES
const options = isSuite ? args.slice(1) : args
const codes = suites.map((suite) => run(process.execPath, ['--import', 'tsx', `bench/suites/${suite}.ts`, ...options]))
process.exit(Math.max(...codes))
