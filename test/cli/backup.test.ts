import assert from 'node:assert/strict'
import { existsSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { type CommandResult, runCalends } from '../helper/command-line.ts'
import { ONE_ENGINE } from '../helper/engines.ts'
import { createTemporaryFolder } from '../helper/media/media-servers.ts'
import { startService, type TestService } from '../helper/service.ts'

for (const engine of ONE_ENGINE) {
  describe(`calends backup and restore on ${engine.name}`, () => {
    let service: TestService
    let folder: string
    before(async () => {
      service = await startService({ engine })
      folder = createTemporaryFolder()
    })
    after(async () => {
      await service?.stop()
      rmSync(folder, { recursive: true })
    })
    const run = (args: readonly string[], env: Readonly<Record<string, string>> = {}): Promise<CommandResult> =>
      runCalends(service.config.databaseUrl, args, { env: { MEDIA_URL: service.config.mediaUrl, ...env } })

    test('A backup into BACKUP_TO is verified and restored', async () => {
      const env = { BACKUP_TO: join(folder, 'default') }
      const { code, stdout, stderr } = await run(['backup', '--json'], env)
      assert.equal(code, 0, stderr)
      const written = JSON.parse(stdout)
      assert.deepEqual(
        readdirSync(env.BACKUP_TO).filter((name) => name.includes('.tar.')),
        [written.name],
      )
      assert.match(written.sha256, /^[0-9a-f]{64}$/)
      const verified = await run(['backup', 'verify'], env)
      assert.match(verified.stdout, /users: 6 rows\n[\s\S]*: verified\n$/)
      const storage = await engine.create()
      const restored = await run(['restore', env.BACKUP_TO, '--into', storage.url, '--json'], env)
      assert.equal(JSON.parse(restored.stdout).name, written.name)
      assert.equal((await runCalends(storage.url, ['check'])).stdout, 'no problems found\n')
      const again = await run(['restore', env.BACKUP_TO, '--into', storage.url], env)
      assert.deepEqual(again, {
        code: 1,
        stdout: '',
        stderr: 'calends: the database is not empty. Name an empty one with --into, or replace it with --replace\n',
      })
      await storage.remove()
    })

    test('The status of backups contains the newest one of a command', async () => {
      const { archive } = await service.services.database.read
        .selectFrom('backup_state')
        .select('archive')
        .executeTakeFirstOrThrow()
      assert.match(archive, /^calends-\d{8}T\d{6}\.\d{3}Z\.tar\.gz$/)
    })

    test('A missing backup is reported with exit code 1', async () => {
      const path = join(folder, 'empty.tar.gz')
      assert.equal((await run(['backup', path])).code, 0)
      rmSync(path)
      const missing = await run(['backup', 'verify', path])
      assert.deepEqual([missing.code, missing.stderr], [1, `calends: ${folder} contains no empty.tar.gz\n`])
      const none = await run(['restore', join(folder, 'nothing')])
      assert.deepEqual([none.code, none.stderr], [1, `calends: ${join(folder, 'nothing')} contains no backup\n`])
      assert.ok(!existsSync(join(folder, 'nothing')))
    })

    test('Invalid arguments are rejected without secrets', async () => {
      const at = await run(['restore', folder, '--at', '2026-11-22 20:15'])
      assert.match(at.stderr, /Expected a time with its offset, such as 2026-11-22T20:15:00Z/)
      const into = await run(['restore', folder, '--into', 'mysql://me:hush@db.example/calends'])
      assert.match(into.stderr, /Expected sqlite:PATH or postgres:/)
      const bucket = await run(['backup', 's3://key:hush@host.example/B'])
      assert.match(bucket.stderr, /The backup URL is not valid/)
      const withoutKeys = await run(['backup', 's3://host.example/bucket'])
      assert.match(withoutKeys.stderr, /Set both AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY/)
      for (const { code, stderr } of [at, into, bucket, withoutKeys]) {
        assert.equal(code, 1)
        assert.doesNotMatch(stderr, /hush/)
      }
    })
  })
}
