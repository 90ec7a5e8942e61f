/** `npm start`: sets up what is missing, then runs the service. */
import { ensureBuild, ensureDependencies } from './setup.js'

ensureDependencies()
ensureBuild()
process.argv.splice(2, 0, 'serve')
await import('../bin/calends.js')
