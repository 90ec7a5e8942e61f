/** A start reads few files, because reading and compiling them takes most of its time. */
import assert from 'node:assert/strict'
import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { after, describe, test } from 'node:test'
import { runCalends } from '../helper/command-line.ts'
import { createServeProcesses, requestProcess, stopProcess } from '../helper/serve-process.ts'

describe('Loaded files', () => {
  const processes = createServeProcesses()
  after(() => processes.end())

  const list = join(processes.folder, 'loaded')
  const dataUrl = (script: string) => `data:text/javascript,${encodeURIComponent(script)}`

  /** Writes the URL of each ES module to the list, and at the end the path of each CommonJS module. */
  const HOOKS = dataUrl(`import { appendFileSync } from 'node:fs'
  export async function load(url, context, next) {
    if (url.startsWith('file:')) appendFileSync(${JSON.stringify(list)}, url + '\\n')
    return next(url, context)
  }`)
  const PRELOAD = dataUrl(`import { appendFileSync } from 'node:fs'
  import Module from 'node:module'
  Module.register(${JSON.stringify(HOOKS)})
  process.on('exit', () => appendFileSync(${JSON.stringify(list)}, Object.keys(Module._cache).join('\\n')))`)

  const readList = () => [...new Set(readFileSync(list, 'utf8').split('\n'))]

  const UNNEEDED_PACKAGES =
    /node_modules\/(sharp|ajv|fast-json-stringify|undici|@modelcontextprotocol|s3mini|pg|pino-pretty|prom-client|@opentelemetry)\//

  test('The built service starts and responds with fewer than 100 files, and without packages that it does not need', async () => {
    const running = await processes.start({ NODE_OPTIONS: `--import ${PRELOAD}` })
    assert.equal((await requestProcess(running, 'GET', '/events')).status, 200)
    assert.equal(await stopProcess(running), 0)
    const files = readList()
    assert.ok(
      files.some((file) => file.includes('better-sqlite3')),
      'modules of both kinds are listed',
    )
    assert.ok(
      files.some((file) => file.endsWith('/dist/program.js')),
      'modules of both kinds are listed',
    )
    assert.ok(files.length < 100, files.join('\n'))
    assert.deepEqual(
      files.filter((file) => UNNEEDED_PACKAGES.test(file)),
      [],
    )
  })

  test('A command loads no server', async () => {
    rmSync(list, { force: true })
    const database = `sqlite:${join(processes.folder, 'command.db')}`
    const { code, stderr } = await runCalends(database, ['user', 'list'], {
      env: { NODE_OPTIONS: `--import ${PRELOAD}` },
    })
    assert.equal(code, 0, stderr)
    const bundles = readList().filter((file) => file.includes('/dist/') && file.startsWith('file:'))
    assert.ok(bundles.length > 0)
    // The builder writes the path of each source file above its code.
    const withServer = bundles.filter((file) =>
      readFileSync(new URL(file), 'utf8').includes('// node_modules/fastify/'),
    )
    assert.deepEqual(withServer, [])
  })
})
