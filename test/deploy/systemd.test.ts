/** The unit of systemd with its user and folders. Requires root and the programs of systemd, which need not be running. */
import assert from 'node:assert/strict'
import { spawn, spawnSync } from 'node:child_process'
import { chmodSync, copyFileSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { findFreePort } from '../helper/free-port.ts'
import { waitUntil } from '../helper/until.ts'

const repository = join(import.meta.dirname, '..', '..')
const files = join(repository, 'deploy', 'systemd')
const unit = readFileSync(join(files, 'calends@.service'), 'utf8')

const isAvailable = process.getuid?.() === 0 && spawnSync('systemd-sysusers', ['--version']).status === 0

/** The value of a key of the unit. */
const readKey = (name: string): string => new RegExp(`^${name}=(.*)$`, 'm').exec(unit)?.[1] ?? ''

describe('systemd', { skip: !isAvailable && 'requires root and systemd-sysusers' }, () => {
  let root: string
  before(() => {
    root = mkdtempSync(join(tmpdir(), 'calends-systemd-'))
    chmodSync(root, 0o755)
    const { status, stderr } = spawnSync('sh', [join(files, 'install.sh'), root])
    assert.equal(status, 0, String(stderr))
  })
  after(() => rmSync(root, { recursive: true, force: true }))

  const readUser = (): readonly [uid: number, gid: number] => {
    const [, , uid, gid] = (/^calends:.*$/m.exec(readFileSync(join(root, 'etc/passwd'), 'utf8'))?.[0] ?? '').split(':')
    return [Number(uid), Number(gid)]
  }

  test('The script creates a system user whose settings and data no other user can read, and can be repeated', () => {
    writeFileSync(join(root, 'etc/calends/.env'), 'SITE_NAME=Retained\n')
    assert.equal(spawnSync('sh', [join(files, 'install.sh'), root]).status, 0)
    const [uid] = readUser()
    assert.ok(uid > 0 && uid < 1000, String(uid))
    for (const [path, mode] of [
      ['etc/calends', 0o700],
      ['etc/calends/.env', 0o600],
      ['var/lib/calends', 0o700],
    ] as const) {
      const status = statSync(join(root, path))
      assert.deepEqual([status.mode & 0o777, status.uid], [mode, uid], path)
    }
    assert.equal(readFileSync(join(root, 'etc/calends/.env'), 'utf8'), 'SITE_NAME=Retained\n')
  })

  test('systemd accepts every key of the unit', () => {
    const instance = join(root, 'calends@8080.service')
    copyFileSync(join(root, 'etc/systemd/system/calends@.service'), instance)
    const { stderr } = spawnSync('systemd-analyze', ['verify', '--man=no', instance])
    assert.doesNotMatch(String(stderr), /calends@8080.service:\d+|Unknown|Invalid|ignoring/i)
  })

  test('The command of the unit serves as this user, and its reload replaces the workers', async (context) => {
    const [uid, gid] = readUser()
    const isReadable = spawnSync('test', ['-r', join(repository, 'bin', 'calends.js')], { uid, gid }).status === 0
    if (!isReadable) return context.skip('other users cannot read this folder')
    const port = await findFreePort()
    writeFileSync(join(root, 'etc/calends/.env'), 'WORKERS=2\nLOG_LEVEL=info\n')
    const data = join(root, 'var/lib/calends')
    const assignments = readKey('Environment').replace('%i', String(port)).replace('/var/lib/calends', data).split(' ')
    const [, ...args] = readKey('ExecStart').replace('/opt/calends', repository).split(' ')
    const child = spawn(process.execPath, args, {
      ...{ uid, gid, cwd: join(root, 'etc/calends') },
      env: { PATH: process.env['PATH'], ...Object.fromEntries(assignments.map((text) => text.split('='))) },
    })
    let output = ''
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk) => {
        output += chunk
      })
    const ended = new Promise((resolve) => child.once('exit', resolve))
    try {
      const isReady = async () => (await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => undefined))?.ok === true
      await waitUntil(isReady, 60_000)
      assert.equal(statSync(join(data, 'calends.db')).uid, uid)
      const [program = '', ...reload] = readKey('ExecReload').replace('$MAINPID', String(child.pid)).split(' ')
      assert.equal(spawnSync(program, reload).status, 0)
      await waitUntil(async () => output.includes('all workers are replaced'), 60_000)
      assert.equal(await isReady(), true)
    } finally {
      child.kill('SIGTERM')
    }
    assert.equal(await ended, 0, output)
  })
})
