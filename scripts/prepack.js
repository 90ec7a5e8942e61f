/** Builds what `npm pack` packs. The packages of the service have to be installed. */
import { ensureAdmin, ensureBuild } from './setup.js'

await ensureBuild()
await ensureAdmin()
