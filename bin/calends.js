#!/usr/bin/env node
import module from 'node:module'

// Where Node can (22 and later), compiled code is kept, and the next start is faster.
module.enableCompileCache?.()
const { runProgram } = await import('../dist/cli/program.js')
await runProgram(process.argv)
