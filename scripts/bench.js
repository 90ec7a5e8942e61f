/**
 * `npm run bench`: sets up what is missing, then measures everything. With arguments it measures the calendar alone, or
 * the part that the first one names: `npm run bench -- --events 100000`, `npm run bench -- places`.
 */
import { ensureBuild, ensureDependencies, run } from './setup.js'

const PARTS = ['calendar', 'places', 'pictures', 'pages', 'nodes']

await ensureDependencies({ label: 'Installing packages for benchmarks' })
await ensureBuild()
const args = process.argv.slice(2)
const [first] = args
const isPart = PARTS.includes(first)
const parts = isPart ? [first] : args.length > 0 ? ['calendar'] : PARTS
const given = isPart ? args.slice(1) : args
const codes = parts.map((part) => run(process.execPath, ['--import', 'tsx', `bench/${part}.ts`, ...given]))
process.exit(Math.max(...codes))
