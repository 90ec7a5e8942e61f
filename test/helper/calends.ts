/** Runs the command line from its sources, as bin/calends.js runs it from the build. */
import { runProgram } from '../../src/cli/program.ts'

await runProgram(process.argv)
