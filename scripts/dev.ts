/** `npm run dev`: runs the service from its sources. Node restarts it when a file changes. */
import { runProgram } from '../src/cli/program.ts'

const [node = '', script = '', ...options] = process.argv
await runProgram([node, script, 'serve', ...options])
