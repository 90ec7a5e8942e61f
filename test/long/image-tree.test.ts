/** The Dockerfile, executed without a container engine, and the service started from its result. */
import assert from 'node:assert/strict'
import { execFileSync, spawn } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { buildTree, readStages } from '../../scripts/image-tree.ts'
import { findFreePort } from '../helper/free-port.ts'
import { waitUntil } from '../helper/until.ts'

test('The image contains a service that starts with its command and has only packages of production', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'calends-image-'))
  try {
    buildTree(folder)
    const [, final = []] = readStages()
    const find = (name: string) => final.find(([instruction]) => instruction === name)?.[1] ?? ''
    assert.deepEqual(find('COPY').split(' '), ['--from=build', '/calends', '/calends'])
    for (const name of ['typescript', 'esbuild', '@biomejs', 'playwright-core'])
      assert.ok(!existsSync(join(folder, 'calends', 'node_modules', name)), name)
    const port = await findFreePort()
    const settings = Object.fromEntries(
      find('ENV')
        .split(' ')
        .map((text) => text.split('=')),
    )
    const command: readonly string[] = [...JSON.parse(find('ENTRYPOINT')), ...JSON.parse(find('CMD'))]
    const [, ...args] = command.map((word) => word.replace(/^\/calends\//, `${folder}/calends/`))
    const data = join(folder, 'data')
    const env = { PATH: process.env['PATH'], ...settings, HOST: '127.0.0.1', PORT: String(port), DATA_DIR: data }
    const child = spawn(process.execPath, args, { env, stdio: 'ignore' })
    const ended = new Promise((resolve) => child.once('exit', resolve))
    const isReady = async () => (await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => undefined))?.ok === true
    await waitUntil(isReady, 60_000).finally(() => child.kill('SIGTERM'))
    assert.equal(await ended, 0)
    execFileSync(process.execPath, [...args.slice(0, -1), 'check'], { env })
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})
