/**
 * `npm start`: installs and builds what is missing, then runs the service. The syntax is one that old versions of Node can
 * read too, as a module and as a script, so that they reach the message.
 */
const [major, minor] = process.versions.node.split('.').map(Number)
if (major < 20 || (major === 20 && minor < 19)) {
  process.stderr.write(`Calends requires Node 20.19 or newer. This is Node ${process.versions.node}.\n`)
  process.exit(1)
}

import('./setup.js')
  .then(async ({ prepareService }) => {
    await prepareService()
    process.argv.splice(2, 0, 'serve')
    await import('../bin/calends.js')
  })
  .catch((error) => {
    process.stderr.write(`${error.stack}\n`)
    process.exitCode = 1
  })
