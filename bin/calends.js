#!/usr/bin/env node
// The syntax is one that old versions of Node can read too, as a module and as a script, so that they reach the message.
const [major, minor] = process.versions.node.split('.').map(Number)
if (major < 20 || (major === 20 && minor < 19)) {
  process.stderr.write(`Calends requires Node 20.19 or newer. This is Node ${process.versions.node}.\n`)
  process.exit(1)
}

import('node:module')
  .then(({ default: module }) => {
    // Node 22 and newer keep compiled code, which makes the next start faster.
    if (module.enableCompileCache) module.enableCompileCache()
    return import('../dist/program.js').then(({ runProgram }) => runProgram(process.argv))
  })
  .catch((error) => {
    const isMissing = error instanceof Error && error.code === 'ERR_MODULE_NOT_FOUND'
    const advice = 'Run `npm start`, or `npm ci` and `npm run build`, in the folder of Calends first.'
    process.stderr.write(isMissing ? `calends: ${error.message}\n${advice}\n` : `${error.stack}\n`)
    process.exitCode = 1
  })
