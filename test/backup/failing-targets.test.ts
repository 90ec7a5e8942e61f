/** Backups to targets that cannot be written, or that fail in the middle: an attempt fails with the place and the reason. */
import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { readdirSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { parseRetentionRule } from '../../src/features/backup/retention.ts'
import { readBackupStatus, runDueBackup, writeBackup } from '../../src/features/backup/run-backup.ts'
import { type BackupTarget, openBackupTarget } from '../../src/features/backup/stores/backup-target.ts'
import { createTemporaryFolder } from '../helper/media/media-servers.ts'
import { startService, type TestService } from '../helper/service.ts'

const DAY = 86_400_000
const START = Date.parse('2026-11-01T00:00:00Z')

/** The target, whose store calls `onChunk` with the size that it has before it takes more of an archive. */
function observeWrites({ store, file }: BackupTarget, onChunk: (size: number) => void): BackupTarget {
  async function* takeChunks(content: AsyncIterable<Uint8Array>) {
    let size = 0
    for await (const chunk of content) {
      onChunk(size)
      size += chunk.length
      yield chunk
    }
  }
  return { file, store: { ...store, write: (name, content) => store.write(name, takeChunks(content)) } }
}

/** A bucket that lists no objects and rejects uploads. */
async function startFullBucket() {
  const server = createServer((request, response) => {
    request.resume()
    if (request.method === 'GET') response.end('<ListBucketResult><KeyCount>0</KeyCount></ListBucketResult>')
    else response.writeHead(403).end('<Error><Code>QuotaExceeded</Code><Message>quota exceeded</Message></Error>')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return { url: `s3://KEY:SECRET@127.0.0.1:${port}/full/backups?tls=off`, close: () => server.close() }
}

describe('A backup that cannot write its target', () => {
  let service: TestService
  let folder: string
  let now = START
  before(async () => {
    service = await startService()
    folder = createTemporaryFolder()
    // Text that cannot be compressed makes an archive of many chunks.
    for (let n = 0; n < 100; n++) {
      const json = { title: `Event ${n}`, description: randomBytes(6000).toString('hex') }
      const dates = { start_date: '2027-03-01', end_date: '2027-03-01' }
      const response = await service.send('POST', '/events', { as: 'admin', json: { ...json, ...dates } })
      assert.equal(response.status, 201, response.text)
    }
  })
  after(async () => {
    await service?.stop()
    rmSync(folder, { recursive: true, force: true })
  })

  const open = (url: string) => openBackupTarget(url, service.config)
  const describeBackup = (target: BackupTarget, key?: Buffer) => ({
    ...{ databaseUrl: service.config.databaseUrl, limits: { timeout: 30, connections: 4 }, target, key, version: '1' },
  })
  const run = (target: BackupTarget) =>
    runDueBackup(
      service.services,
      { ...describeBackup(target), every: DAY, retention: parseRetentionRule('2d') ?? assert.fail() },
      { now: () => now, signal: new AbortController().signal },
    )
  const listParts = () =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.part'))
  const findState = () =>
    service.services.database.read.selectFrom('backup_state').select(['holder', 'failure']).executeTakeFirstOrThrow()

  for (const name of ['folder', 'file.tar.gz', 'file.tar.gz.enc']) {
    const key = name.endsWith('.enc') ? randomBytes(32) : undefined
    for (const failsAt of [0, 100_000]) {
      test(`A ${name} that fails after ${failsAt} bytes is reported, and leaves no part of the archive`, async () => {
        let failures = 0
        const target = observeWrites(open(join(folder, name)), (size) => {
          if (size < failsAt) return
          failures++
          throw Object.assign(new Error('no space left'), { code: 'ENOSPC' })
        })
        const write = writeBackup(describeBackup(target, key), service.services.files, {
          now: Date.now,
          onProgress: () => {},
        })
        await assert.rejects(write, /no space left/)
        assert.equal(failures, 1)
        assert.deepEqual(listParts(), [])
      })
    }
  }

  const unusable: readonly (readonly [string, RegExp])[] = [
    ['backups', /ENOTDIR.*occupied/],
    ['a.tar.gz', /occupied\/a\.tar\.gz cannot be written: EEXIST/],
  ]
  for (const [name, message] of unusable) {
    test(`The target ${name} below a file is reported with its path`, async () => {
      writeFileSync(join(folder, 'occupied'), '')
      now += DAY
      await assert.rejects(run(open(join(folder, 'occupied', name))))
      const { holder, failure } = await findState()
      assert.match(failure, message)
      assert.equal(holder, '', 'the claim is released')
    })
  }

  test('A folder that vanishes while it is written is reported with the path of the archive', async () => {
    const root = join(folder, 'vanishing')
    const target = observeWrites(open(root), (size) => {
      if (size > 0) rmSync(root, { recursive: true, force: true })
    })
    now += DAY
    await assert.rejects(run(target), /vanishing\/calends-.* cannot be written/)
    assert.match((await findState()).failure, /vanishing\/calends-.* cannot be written: ENOENT/)
  })

  test('A full bucket is reported with its endpoint, and without its credentials', async () => {
    const bucket = await startFullBucket()
    now += DAY
    await assert.rejects(run(open(bucket.url)), /cannot write backups\/calends-.*S3 returned 403/)
    const { holder, failure } = await findState()
    assert.match(failure, /http:\/\/127\.0\.0\.1:\d+\/full: cannot write backups\/calends-/)
    assert.doesNotMatch(failure, /SECRET/)
    assert.equal(holder, '')
    bucket.close()
  })

  test('The next attempt follows five minutes after the failure, not after the start of the backup', async () => {
    now += DAY
    const target = observeWrites(open(join(folder, 'slow')), (size) => {
      if (size < 100_000) return
      now += 3_600_000
      throw new Error('no space left')
    })
    await assert.rejects(run(target), /no space left/)
    now += 299_000
    assert.equal(await run(open(join(folder, 'next'))), false)
    now += 1000
    assert.equal(await run(open(join(folder, 'next'))), true)
    assert.equal((await readBackupStatus(service.services.database, now)).failure, undefined)
  })
})
