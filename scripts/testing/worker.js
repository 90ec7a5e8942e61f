/**
 * A process that runs test files one after the other, so that it loads the service only once. It receives the path of
 * each file from `pool.js`; `reporter.js` sends the results.
 */
import { test } from 'node:test'
import { pathToFileURL } from 'node:url'
import { endOfFile } from './reporter.js'

const EXIT_MILLISECONDS = 5000

process.on('message', async (file) => {
  const importError = await import(pathToFileURL(file).href).then(
    () => undefined,
    (error) => error,
  )
  // Tests outside of suites run in the order of their registration, so this is the last one of the file.
  await test(endOfFile(file), () => {
    if (importError) throw importError
  })
})

// The process ends when its last connections are closed, or soon after.
process.once('disconnect', () => setTimeout(() => process.exit(), EXIT_MILLISECONDS).unref())
