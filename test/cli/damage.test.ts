/** Damaged SQLite files: reports of `check`, and when `serve` checks for damage. */
import assert from 'node:assert/strict'
import { closeSync, copyFileSync, existsSync, mkdtempSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, afterEach, before, describe, test } from 'node:test'
import { openDatabase } from '../../src/storage/open-database.ts'
import { loadSqlite } from '../../src/storage/sqlite/load-driver.ts'
import { runCalends } from '../helper/command-line.ts'
import { ENGINES } from '../helper/engines.ts'
import { createServeProcesses, stopProcess } from '../helper/serve-process.ts'
import type { Json } from '../helper/service.ts'

const PAGE = 4096

describe('A SQLite file with damaged pages', { skip: !ENGINES.some(({ name }) => name === 'sqlite') }, () => {
  const folder = mkdtempSync(join(tmpdir(), 'calends-damage-'))
  const intact = join(folder, 'whole.db')
  const damaged = join(folder, 'calends.db')
  before(async () => {
    const { code, stderr } = await runCalends(`sqlite:${intact}`, ['seed', '--events', '300'], {
      env: { DATA_DIR: folder },
    })
    assert.equal(code, 0, stderr)
  })
  afterEach(() => {
    for (const ending of ['', '-wal', '-shm']) rmSync(`${damaged}${ending}`, { force: true })
  })
  after(() => rmSync(folder, { recursive: true, force: true }))

  /** Pages of a table, its root first. */
  function listPages(table: string): readonly number[] {
    const handle = new (loadSqlite())(intact)
    const root = handle
      .prepare<[string], number>('select rootpage from sqlite_master where name = ?')
      .pluck()
      .get(table)
    const last = handle.prepare<[], number>('pragma page_count').pluck().get()
    handle.close()
    assert.ok(root && last)
    const bytes = readFileSync(intact)
    // An interior page of a table starts with 5, and refers to its leaves.
    const isInner = bytes[(root - 1) * PAGE] === 5
    assert.ok(isInner, `${table} fits one page`)
    const cells = bytes.readUInt16BE((root - 1) * PAGE + 3)
    const leaves = Array.from({ length: cells }, (_, index) => {
      const cell = bytes.readUInt16BE((root - 1) * PAGE + 12 + 2 * index)
      return bytes.readUInt32BE((root - 1) * PAGE + cell)
    })
    return [root, ...leaves]
  }

  function overwrite(pages: readonly number[]): void {
    copyFileSync(intact, damaged)
    const file = openSync(damaged, 'r+')
    for (const page of pages) writeSync(file, Buffer.alloc(PAGE, 0x5a), 0, PAGE, (page - 1) * PAGE)
    closeSync(file)
  }

  const check = async (...options: readonly string[]): Promise<Json> => {
    const { code, stdout, stderr } = await runCalends(`sqlite:${damaged}`, ['check', '--json', ...options], {
      env: { DATA_DIR: folder, MEDIA_URL: `file:${folder}/uploads` },
    })
    assert.equal(stderr, '')
    return { code, ...JSON.parse(stdout) }
  }
  const joinFindings = ({ findings }: Json): string =>
    findings.map(({ about, text }: Json) => `${about}: ${text}`).join('\n')

  test('check reports the table with damaged pages, and continues with the readable ones', async () => {
    const [, leaf = 0] = listPages('links')
    overwrite([leaf])
    const found = await check()
    assert.equal(found.code, 1)
    assert.match(joinFindings(found), new RegExp(`^database: .*links \\(Tree \\d+\\) page ${leaf}`, 'm'))
    assert.match(joinFindings(found), /^links: cannot be read: database disk image is malformed$/m)
    assert.doesNotMatch(joinFindings(found), /^slugs: /m)
    assert.equal(found.repaired, 0)
  })

  test('check --repair does not write to a damaged file', async () => {
    overwrite(listPages('events').slice(1, 2))
    const before = readFileSync(damaged)
    const { code, repaired } = await check('--repair')
    assert.deepEqual([code, repaired], [1, 0])
    assert.deepEqual(readFileSync(damaged), before)
  })

  test('check reports a file that is no database, and one with a damaged schema table', async () => {
    overwrite([1])
    assert.deepEqual(joinFindings(await check()), 'database: cannot be read: file is not a database')
    copyFileSync(intact, damaged)
    const file = openSync(damaged, 'r+')
    writeSync(file, Buffer.alloc(PAGE - 100, 0x5a), 0, PAGE - 100, 100)
    closeSync(file)
    assert.match(joinFindings(await check()), /^database: cannot be read: database disk image is malformed$/)
  })

  describe('calends serve', () => {
    const processes = createServeProcesses({ DATABASE_URL: `sqlite:${damaged}` })
    after(() => processes.end())

    /** Leaves the file as after a killed process, and then damages it. */
    async function crashed(pages: readonly number[]): Promise<void> {
      copyFileSync(intact, damaged)
      const running = await processes.start()
      running.child.kill('SIGKILL')
      await running.ended
      assert.ok(existsSync(`${damaged}-wal`))
      const file = openSync(damaged, 'r+')
      for (const page of pages) writeSync(file, Buffer.alloc(PAGE, 0x5a), 0, PAGE, (page - 1) * PAGE)
      closeSync(file)
    }

    test('Serve rejects a damaged file after an unclean shutdown', async () => {
      await crashed(listPages('links').slice(1, 2))
      for (const WORKERS of ['1', '2']) {
        await assert.rejects(
          processes.start({ WORKERS }),
          /ended with 1: calends: the database is damaged: .*"calends check" lists all; restore a backup\n$/,
        )
      }
    })

    test('Serve starts after an unclean shutdown when nothing is damaged', async () => {
      await crashed([])
      assert.equal(await stopProcess(await processes.start()), 0)
      assert.ok(!existsSync(`${damaged}-wal`), 'a clean shutdown leaves no log')
    })

    test('Serve does not check after a clean shutdown', async () => {
      overwrite(listPages('links').slice(1, 2))
      assert.equal(await stopProcess(await processes.start()), 0)
    })
  })

  test('openDatabase reports damage in one line', async () => {
    overwrite([1])
    await assert.rejects(openDatabase(`sqlite:${damaged}`), /file is not a database/)
  })
})
