#!/usr/bin/env node
import { runProgram } from '../dist/cli/program.js'

await runProgram(process.argv)
