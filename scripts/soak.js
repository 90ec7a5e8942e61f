/** `npm run soak`: sets up what is missing, then runs bench/soak/soak.ts, which documents the options. */
import { ensureBuild, ensureDependencies, run } from './setup.js'

await ensureDependencies({ label: 'Installing packages for the soak test' })
await ensureBuild()
process.exit(run(process.execPath, ['--import', 'tsx', 'bench/soak/soak.ts', ...process.argv.slice(2)]))
