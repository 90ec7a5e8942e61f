/** `npm run bench`: sets up what is missing, then measures. */
import { ensureBuild, ensureDependencies, run } from './setup.js'

ensureDependencies()
ensureBuild()
process.exit(run(process.execPath, ['--import', 'tsx', 'bench/calendar.ts', ...process.argv.slice(2)]))
