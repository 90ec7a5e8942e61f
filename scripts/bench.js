/** `npm run bench`: sets up what is missing, then measures. */
import { ensureBuild, ensureDependencies, run } from './setup.js'

ensureDependencies()
ensureBuild()
const measure = (file, args) => run(process.execPath, ['--import', 'tsx', file, ...args])
process.exit(
  measure('bench/calendar.ts', process.argv.slice(2)) ||
    measure('bench/places.ts', []) ||
    measure('bench/pictures.ts', []) ||
    measure('bench/nodes.ts', []),
)
