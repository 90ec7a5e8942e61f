/**
 * The Dockerfile, executed without a container engine, and the service started from its result: in a read-only root of
 * its own, as an unprivileged user.
 */
import assert from 'node:assert/strict'
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { chmodSync, chownSync, copyFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { buildTree, readStages } from '../../scripts/image-tree.ts'
import { createBasicAuth, findSecret, requestProcess, setUpAdministrator } from '../helper/serve-process.ts'
import type { Json } from '../helper/service.ts'
import { waitUntil } from '../helper/until.ts'

/** Instead of the user `node` of the base image. */
const USER = 1000
const VOLUME = '/var/lib/calends'

/**
 * Runs a command in ROOT as USER: `sh -c SCRIPT sh ROOT VOLUME USER COMMAND...`. The libraries of this machine replace the
 * base image. Everything but the volume is read-only, as with `docker run --read-only`. The mounts end with the process.
 */
const RUN_IN_ROOT = `set -e
root=$1 volume=$2 user=$3
shift 3
mount --bind "$root" "$root"
mount --bind "$volume" "$root${VOLUME}"
mount -t proc proc "$root/proc"
mount --bind /dev "$root/dev"
for name in usr bin lib lib64; do
  if [ -d "/$name" ]; then
    mount --bind "/$name" "$root/$name"
    mount -o remount,bind,ro "$root/$name"
  fi
done
mount -o remount,bind,ro "$root"
exec chroot --userspec="$user:$user" "$root" "$@"`

function findSkipReason(): string | false {
  if (process.getuid?.() !== 0) return 'only root can mount and change the root'
  const { status } = spawnSync('unshare', ['--mount', 'sh', '-c', 'mount -t tmpfs none /mnt && command -v chroot'])
  return status === 0 ? false : 'unshare, mount and chroot are missing or not permitted'
}

const [, final = []] = readStages()
const find = (name: string) => final.find(([instruction]) => instruction === name)?.[1] ?? ''
const settings = find('ENV').split(' ')
const command = (...args: readonly string[]): readonly string[] => [...JSON.parse(find('ENTRYPOINT')), ...args]

describe('The image', () => {
  const folder = mkdtempSync(join(tmpdir(), 'calends-image-'))
  const root = join(folder, 'root')
  const volume = join(folder, 'volume')
  after(() => rmSync(folder, { recursive: true, force: true }))

  before(() => {
    for (const path of [folder, root, volume]) {
      mkdirSync(path, { recursive: true })
      chmodSync(path, 0o755)
    }
    buildTree(root)
  })

  test('contains packages of production only, without bundlers and sources of the admin', () => {
    assert.deepEqual(find('COPY').split(' '), ['--from=build', '/calends', '/calends'])
    for (const name of ['typescript', 'esbuild', '@biomejs', 'playwright-core'])
      assert.ok(!existsSync(join(root, 'calends', 'node_modules', name)), name)
    assert.ok(!existsSync(join(root, 'calends', 'admin')))
  })

  describe('in a read-only root', { skip: findSkipReason() }, () => {
    let url: string
    let running: ChildProcess | undefined
    let ended: Promise<number | null>
    let printed = ''

    before(() => {
      for (const name of ['proc', 'dev', 'usr', 'bin', 'lib', 'lib64', VOLUME, 'node'])
        mkdirSync(join(root, name), { recursive: true })
      copyFileSync(process.execPath, join(root, 'node', 'node'))
      assert.equal(find('RUN'), `mkdir ${VOLUME} && chown node:node ${VOLUME}`)
      chownSync(volume, USER, USER)
    })
    after(() => running?.kill('SIGKILL'))

    /** Arguments of `unshare` that run a command in the root, with the environment of the image. */
    const wrap = (words: readonly string[]): readonly string[] => {
      const env = [...settings, 'PATH=/node:/usr/bin:/bin', 'HOST=127.0.0.1', 'PORT=0']
      return ['--mount', 'sh', '-c', RUN_IN_ROOT, 'sh', root, volume, String(USER), 'env', '-i', ...env, ...words]
    }
    const run = (...words: readonly string[]) => spawnSync('unshare', wrap(words), { encoding: 'utf8' })

    async function start(): Promise<void> {
      const child = spawn('unshare', wrap(command(...JSON.parse(find('CMD')))), {
        stdio: ['ignore', 'pipe', 'inherit'],
      })
      running = child
      ended = new Promise((resolve) => child.once('exit', resolve))
      printed = ''
      child.stdout.setEncoding('utf8').on('data', (text: string) => {
        printed += text
      })
      const isListening = () => /listens on \S+\n/.test(printed) && printed.endsWith('\n')
      await waitUntil(isListening, 60_000)
      url = /listens on (\S+)/.exec(printed)?.[1] ?? assert.fail()
      assert.equal((await fetch(`${url}/readyz`)).status, 200)
    }

    async function stop(): Promise<void> {
      running?.kill('SIGTERM')
      assert.equal(await ended, 0)
    }

    async function readTitles(): Promise<readonly string[]> {
      const { json } = await requestProcess({ url }, 'GET', '/events?start_date=2030-01-01&end_date=2031-01-01')
      return json.events.map(({ title }: Json) => title)
    }

    test('only the volume can be written', () => {
      const write = (path: string) => run('sh', '-c', `touch ${path}/x && rm ${path}/x`)
      for (const path of ['/', '/calends', '/calends/dist', '/usr'])
        assert.match(write(path).stderr, /Read-only file system/, path)
      assert.deepEqual([write(VOLUME).stderr, write(VOLUME).status], ['', 0])
    })

    test('the service starts as its user, and creates an event', async () => {
      await start()
      const status = readFileSync(`/proc/${running?.pid}/status`, 'utf8')
      assert.match(status, new RegExp(`^Uid:\\t${USER}\\t${USER}\\t${USER}\\t${USER}$`, 'm'))
      const authorization = createBasicAuth(findSecret(await setUpAdministrator(printed, url)))
      const json = { title: 'Jam', start_date: '2030-05-01 20:00', end_date: '2030-05-01 23:00', status: 'publish' }
      const { status: created } = await requestProcess({ url }, 'POST', '/events', { authorization, json })
      assert.equal(created, 201)
    })

    test('a backup of the running service is complete', () => {
      const target = `${VOLUME}/backups`
      const backup = run(...command('backup', target))
      assert.equal(backup.status, 0, backup.stderr)
      const verification = run(...command('backup', 'verify', target))
      assert.equal(verification.status, 0, verification.stderr)
    })

    test('the event is there after a restart, and the database is sound', async () => {
      await stop()
      await start()
      assert.deepEqual(await readTitles(), ['Jam'])
      await stop()
      const check = run(...command('check'))
      assert.equal(check.status, 0, check.stdout + check.stderr)
    })
  })
})
