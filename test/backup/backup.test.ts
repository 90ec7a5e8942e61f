/** Backups of a running service, and their restoration into each engine. */
import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { appendFileSync, mkdirSync, readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { inspect } from 'node:util'
import { readRows } from '../../src/features/backup/archive/read-archive.ts'
import { type BackupOptions, createBackup, type WrittenBackup } from '../../src/features/backup/create-backup.ts'
import { findArchive } from '../../src/features/backup/find-archive.ts'
import { type RestoredBackup, restoreBackup } from '../../src/features/backup/restore-backup.ts'
import { type BackupTarget, openBackupTarget } from '../../src/features/backup/stores/backup-target.ts'
import { verifyBackup } from '../../src/features/backup/verify-backup.ts'
import { openMediaStore } from '../../src/features/media/stores/open-store.ts'
import { assertRestorable, restoreTables } from '../../src/storage/maintenance/restore-tables.ts'
import { createTableDigester, type TableBatch } from '../../src/storage/maintenance/table-rows.ts'
import { applyMigrations } from '../../src/storage/migrations/migrate.ts'
import { openExistingDatabase, openForRestore } from '../../src/storage/open-database.ts'
import { ENGINES, type TestEngine, type TestStorage } from '../helper/engines.ts'
import { createImage } from '../helper/media/draw-image.ts'
import { createTemporaryFolder, startS3 } from '../helper/media/media-servers.ts'
import { type Json, startService, type TestService } from '../helper/service.ts'
import { readAllRows } from '../helper/storage/read-all-rows.ts'

const LIMITS = { timeout: 30, connections: 4 }
const NO_CREDENTIALS = { AWS_ACCESS_KEY_ID: '', AWS_SECRET_ACCESS_KEY: '' }
const EVENT = { start_date: '2027-03-01 10:00:00', end_date: '2027-03-01 12:00:00' }

const openTarget = (url: string): BackupTarget => openBackupTarget(url, NO_CREDENTIALS)

async function backUp(
  { config }: TestService,
  target: BackupTarget,
  options: Partial<BackupOptions> = {},
): Promise<WrittenBackup> {
  const database = await openExistingDatabase(config.databaseUrl, LIMITS)
  const files = openMediaStore(config.mediaUrl)
  const defaults = { key: undefined, version: '1', now: Date.now, onProgress: () => {} }
  return createBackup({ database, files }, target, { ...defaults, ...options }).finally(database.close)
}

interface RestoreInput {
  readonly storage: TestStorage
  readonly key?: Buffer
  readonly at?: number
  readonly replaces?: boolean
}

/** Restores into a database, and into the images of its folder. */
async function restore(
  target: BackupTarget,
  { storage, key, at, replaces = false }: RestoreInput,
): Promise<RestoredBackup> {
  const source = await findArchive(target, key, at)
  const into = {
    databaseUrl: storage.url,
    files: openMediaStore(`file:${storage.folder}/uploads`),
    previousFiles: openMediaStore(`file:${storage.folder}/uploads.before`),
  }
  return restoreBackup(source, target.store, into, { database: LIMITS, replaces, suffix: 'x1', onProgress: () => {} })
}

const verify = async (target: BackupTarget, service: TestService, key?: Buffer) =>
  verifyBackup(await findArchive(target, key, undefined), target.store, {
    database: LIMITS,
    site: service.config.site,
    onProgress: () => {},
  })

/** The messages of an error and its causes match. */
const failsWith = (pattern: RegExp) => (error: unknown) => {
  assert.match(inspect(error), pattern)
  return true
}

async function findEpoch(url: string): Promise<string> {
  const database = await openExistingDatabase(url, LIMITS)
  const { epoch } = await database.read.selectFrom('database_identity').select('epoch').executeTakeFirstOrThrow()
  await database.close()
  return epoch
}

async function upload(service: TestService, width: number): Promise<Json> {
  const response = await service.send('POST', '//wp-json/wp/v2/media', {
    as: 'admin',
    body: await createImage(width, 30),
    headers: { 'content-type': 'image/jpeg', 'content-disposition': `attachment; filename="p${width}.jpg"` },
  })
  assert.equal(response.status, 201, response.text)
  return response.json
}

type Columns = ReadonlyMap<string, readonly string[]>

/** Columns by table of a database of an earlier version. */
async function listColumns(engine: TestEngine, migrations: readonly string[]): Promise<Columns> {
  const storage = await engine.create()
  const database = await openForRestore(storage.url, LIMITS)
  const tables = await database.transaction(async (tx) => {
    await applyMigrations(tx, database.engine, migrations)
    return tx.introspection.getTables()
  })
  await database.close()
  await storage.remove()
  return new Map(tables.map(({ name, columns }) => [name, columns.map((column) => column.name)]))
}

/** The rows as an earlier version had them. */
async function* reduceBatches(batches: AsyncIterable<TableBatch>, columns: Columns): AsyncGenerator<TableBatch> {
  for await (const { name, rows } of batches) {
    const names = columns.get(name)
    if (!names) continue
    const reduce = (row: object) =>
      Object.fromEntries(Object.entries(row).filter(([column]) => column === 'rowid' || names.includes(column)))
    yield { name, rows: rows.map(reduce) }
  }
}

async function digestBatches(batches: AsyncIterable<TableBatch>) {
  const digester = createTableDigester()
  for await (const batch of batches) digester.add(batch)
  return digester.digests()
}

async function createEvent(service: TestService, json: Json): Promise<Json> {
  const response = await service.send('POST', '/events', { as: 'admin', json: { ...EVENT, ...json } })
  assert.equal(response.status, 201, response.text)
  return response.json
}

async function fill(service: TestService): Promise<void> {
  const image = await upload(service, 400)
  await createEvent(service, {
    title: 'Ärger "1" \\ 日本',
    venue: { venue: 'Hall', geo_lat: 48.1234567, geo_lng: -0.1 },
    image: image.id,
  })
  await createEvent(service, { title: 'Hidden', post_password: 'p', tags: 'a', cost: '12.50' })
  await createEvent(service, { title: 'Weekly', recurrence: 'FREQ=WEEKLY;COUNT=3', organizer: { organizer: 'Club' } })
  const gone = await createEvent(service, { title: 'Gone' })
  await service.send('DELETE', `/events/${gone.id}`, { as: 'admin' })
}

const readPages = (service: TestService) =>
  Promise.all(
    ['/events?starts_after=1970-01-01&status=any', '/venues', '/tags', '/series'].map(async (path) => {
      const { text } = await service.send('GET', path, { as: 'admin' })
      return text.replaceAll(service.origin, '')
    }),
  )

for (const engine of ENGINES) {
  describe(`Backups of ${engine.name}`, () => {
    let service: TestService
    let folder: string
    before(async () => {
      service = await startService({ engine })
      folder = createTemporaryFolder()
      await fill(service)
    })
    after(async () => {
      await service?.stop()
      rmSync(folder, { recursive: true })
    })

    for (const other of ENGINES) {
      test(`An archive restores every row and image into ${other.name}, with a new epoch`, async () => {
        const storage = await other.create()
        const target = openTarget(join(folder, `to-${other.name}.tar.gz`))
        const { manifest } = await backUp(service, target)
        assert.equal(manifest.media.files, manifest.media.isIncluded ? 3 : 0)
        const restored = await restore(target, { storage })
        assert.equal(restored.images.written, manifest.media.files)
        assert.equal(await readAllRows(storage.url), await readAllRows(service.config.databaseUrl))
        assert.notEqual(await findEpoch(storage.url), manifest.epoch)
        const env = { DATABASE_URL: storage.url, DATA_DIR: storage.folder }
        const copy = await startService({ engine: other, existing: service, env })
        assert.deepEqual(await readPages(copy), await readPages(service))
        const { id } = await createEvent(copy, { title: 'New' })
        const next = await createEvent(service, { title: 'New' })
        assert.equal(id, next.id, 'generated IDs continue')
        await copy.stop()
        await storage.remove()
      })
    }

    test('A backup that is written during writes is one consistent snapshot', async () => {
      const target = openTarget(join(folder, 'busy'))
      let isDone = false
      const writers = Array.from({ length: 3 }, async (_, writer) => {
        for (let n = 0; !isDone; n++) await createEvent(service, { title: `${writer}-${n}`, tags: `t${writer}` })
      })
      for (let round = 0; round < 3; round++) await backUp(service, target)
      isDone = true
      await Promise.all(writers)
      const { findings, manifest } = await verify(target, service)
      assert.deepEqual(findings, [])
      const count = (name: string) => manifest.tables.find((table) => table.name === name)?.rows ?? 0
      assert.ok(count('events') > 4)
    })

    test('A second backup into a folder copies only new images', async () => {
      const target = openTarget(join(folder, 'incremental'))
      const first = await backUp(service, target)
      assert.equal(first.newImages, first.manifest.media.files)
      assert.equal((await backUp(service, target)).newImages, 0)
      await upload(service, 60)
      assert.equal((await backUp(service, target)).newImages, 1)
      assert.deepEqual((await verify(target, service)).findings, [])
    })

    test('A bucket contains encrypted backups, of which the newest before a time is restored', async () => {
      const server = await startS3()
      const target = openTarget(server.url)
      const key = randomBytes(32)
      const first = await backUp(service, target, { key, now: () => Date.parse('2026-11-01T00:00:00Z') })
      await createEvent(service, { title: 'Later' })
      const second = await backUp(service, target, { key, now: () => Date.parse('2026-11-02T00:00:00Z') })
      assert.equal(second.newImages, 0)
      const storage = await engine.create()
      const at = Date.parse('2026-11-01T23:00:00Z')
      assert.equal((await restore(target, { storage, key, at })).manifest.seq, first.manifest.seq)
      await assert.rejects(
        restore(target, { storage, key, at: 0 }),
        /no backup of that time; the oldest is of 2026-11-01/,
      )
      await assert.rejects(verify(target, service, randomBytes(32)), failsWith(/BACKUP_KEY is another/))
      assert.deepEqual((await verify(target, service, key)).findings, [])
      await storage.remove()
      await server.close()
    })

    test('A database that is not empty is rejected, and renamed when it is replaced', async () => {
      const target = openTarget(join(folder, 'replace.tar.gz'))
      await backUp(service, target)
      const storage = await engine.create()
      const old = await startService({ engine, env: { DATABASE_URL: storage.url, DATA_DIR: storage.folder } })
      await createEvent(old, { title: 'Old' })
      if (engine.name === 'sqlite') await assert.rejects(restore(target, { storage, replaces: true }), /is in use/)
      await old.stop()
      const rows = await readAllRows(storage.url)
      await assert.rejects(restore(target, { storage }), /the database is not empty/)
      assert.equal(await readAllRows(storage.url), rows)
      const { previous = '' } = await restore(target, { storage, replaces: true })
      assert.equal(await readAllRows(storage.url), await readAllRows(service.config.databaseUrl))
      const previousUrl =
        engine.name === 'sqlite'
          ? `sqlite:${previous}`
          : `${storage.url}?options=${encodeURIComponent(`-csearch_path=${previous},public`)}`
      assert.equal(await readAllRows(previousUrl), rows)
      await storage.remove()
    })

    test('An archive of an earlier version is migrated when it is restored', async () => {
      const target = openTarget(join(folder, 'old.tar.gz'))
      const { manifest } = await backUp(service, target)
      const storage = await engine.create()
      const source = await findArchive(target, undefined, undefined)
      const migrations = manifest.migrations.slice(0, manifest.migrations.indexOf('021-backup-state'))
      assert.equal(migrations.at(-1), '020-accounts')
      const columns = await listColumns(engine, migrations)
      const batches = () => reduceBatches(readRows(source), columns)
      const tables = {
        ...manifest,
        migrations,
        digests: await digestBatches(batches()),
        lastIds: Object.fromEntries(Object.entries(manifest.lastIds).filter(([name]) => columns.has(name))),
        batches,
      }
      const options = { database: LIMITS, replaces: false, suffix: 'x', onProgress: () => {} }
      await restoreTables(storage.url, tables, options)
      const database = await openExistingDatabase(storage.url, LIMITS)
      assert.equal((await database.read.selectFrom('backup_state').selectAll().execute()).length, 1)
      await database.close()
      assert.equal(await readAllRows(storage.url), await readAllRows(service.config.databaseUrl))
      const newer = { ...tables, migrations: [...manifest.migrations, '999-later'] }
      assert.throws(() => assertRestorable(newer), /newer version of Calends, which has the migration 999-later/)
      await storage.remove()
    })

    test('An image with another content is replaced only on request, and its previous content is retained', async () => {
      const target = openTarget(join(folder, 'images.tar.gz'))
      await backUp(service, target)
      const storage = await engine.create()
      const [{ key = '' } = {}] = await service.services.database.read.selectFrom('media').select('key').execute()
      const path = join(storage.folder, 'uploads', key)
      mkdirSync(join(path, '..'), { recursive: true })
      writeFileSync(path, 'other')
      await assert.rejects(restore(target, { storage }), /exists with another content/)
      const { images } = await restore(target, { storage, replaces: true })
      assert.equal(images.replaced, 1)
      assert.equal(readFileSync(join(storage.folder, 'uploads.before', key), 'utf8'), 'other')
      assert.deepEqual(readFileSync(path), readFileSync(join(service.config.DATA_DIR, 'uploads', key)))
      await storage.remove()
    })
  })
}

describe('Damaged backups', () => {
  let service: TestService
  let folder: string
  const key = randomBytes(32)
  before(async () => {
    service = await startService()
    folder = createTemporaryFolder()
    await fill(service)
  })
  after(async () => {
    await service?.stop()
    rmSync(folder, { recursive: true })
  })

  const damages: readonly (readonly [string, (path: string, size: number) => void])[] = [
    ['truncated by one byte', (path, size) => truncateSync(path, size - 1)],
    ['truncated to half', (path, size) => truncateSync(path, Math.floor(size / 2))],
    ['empty', (path) => truncateSync(path, 0)],
    [
      'changed in one bit',
      (path, size) => {
        const bytes = readFileSync(path)
        bytes[Math.floor(size * 0.7)] = (bytes[Math.floor(size * 0.7)] ?? 0) ^ 4
        writeFileSync(path, bytes)
      },
    ],
  ]
  for (const used of [undefined, key]) {
    for (const [name, damage] of damages) {
      test(`An archive ${used ? 'with' : 'without'} encryption that is ${name} is not restored`, async () => {
        const path = join(folder, 'damaged.tar.gz')
        const { size } = await backUp(service, openTarget(path), { key: used })
        damage(path, size)
        const storage = await (ENGINES[0] ?? assert.fail()).create()
        await assert.rejects(restore(openTarget(path), { storage, ...(used && { key: used }) }), /damaged\.tar\.gz/)
        assert.deepEqual(readdirSync(storage.folder), [], 'nothing is written')
        await storage.remove()
      })
    }
  }

  test('Appended bytes make an encrypted archive invalid', async () => {
    const path = join(folder, 'longer.tar.gz.enc')
    await backUp(service, openTarget(path), { key })
    appendFileSync(path, 'x')
    await assert.rejects(verify(openTarget(path), service, key), failsWith(/changed or truncated/))
  })

  test('An archive without encryption is rejected when a key is set, and vice versa', async () => {
    const [plain, encrypted] = [openTarget(join(folder, 'p.tar.gz')), openTarget(join(folder, 's.tar.gz.enc'))]
    await backUp(service, plain)
    await backUp(service, encrypted, { key })
    await assert.rejects(verify(plain, service, key), failsWith(/not encrypted, although BACKUP_KEY is set/))
    await assert.rejects(verify(encrypted, service), failsWith(/encrypted: set BACKUP_KEY/))
  })

  test('A changed or missing image of a folder is found', async () => {
    for (const damage of [(path: string) => rmSync(path), (path: string) => appendFileSync(path, 'x')]) {
      const root = join(folder, `images-${String(damage).length}`)
      await backUp(service, openTarget(root))
      const names = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((name) =>
        /^media\/..\/./.test(name),
      )
      damage(join(root, names[0] ?? ''))
      await assert.rejects(verify(openTarget(root), service), /The image 2026\/11\/.* cannot be read/)
    }
  })

  test('A backup that fails leaves no archive', async () => {
    const root = join(folder, 'failing')
    const target = openTarget(root)
    const onProgress = (stage: string) => {
      if (stage === 'rows') throw new Error('stopped')
    }
    await assert.rejects(backUp(service, target, { onProgress }), /stopped/)
    assert.deepEqual(readdirSync(root), ['media'])
    await assert.rejects(findArchive(target, undefined, undefined), /contains no backup/)
  })
})
