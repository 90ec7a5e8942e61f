import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdirSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { createPartName, isAbandoned } from '../../src/base/part-file.ts'
import { createTemporaryFiles } from '../../src/calendar/images/temporary-files.ts'
import { openMediaStore } from '../../src/features/media/stores/open-store.ts'
import { createTemporaryFolder } from '../helper/media/media-servers.ts'

const HOUR = 3_600_000

describe('Temporary files of uploads', () => {
  /** A name as created by a process with this ID in this boot. */
  const createName = (pid: number, run?: string): string => {
    const [host, , ownRun, rest] = createPartName().split('-')
    return [host, pid, run ?? ownRun, rest].join('-')
  }
  const ended = spawnSync(process.execPath, ['-e', '']).pid

  test('A temporary file is kept while its process runs', () => {
    assert.equal(isAbandoned(createPartName(), 1000), false)
    assert.equal(isAbandoned(createName(process.ppid, '01234567'), 1000), false)
  })

  test('A temporary file is abandoned once its process has ended, even if another process has the same ID', () => {
    assert.equal(isAbandoned(createName(ended), 1000), true)
    assert.equal(isAbandoned(createName(process.pid, '01234567'), 1000), true)
  })

  test('A temporary file of another host or an older version is abandoned after an hour', () => {
    const foreign = createName(ended).replace(/^\.[0-9a-f]{8}/, '.ffffffff')
    for (const name of [foreign, '.0123456789abcdef01234567.part', createPartName()]) {
      assert.deepEqual([isAbandoned(name, HOUR - 1000), isAbandoned(name, HOUR + 1000)], [false, true], name)
    }
  })

  test('Files with other names are never abandoned', () => {
    for (const name of ['photo.jpg', 'photo.part', '.hidden']) assert.equal(isAbandoned(name, 10 * HOUR), false, name)
  })

  test('Abandoned files are deleted from the temporary folder and from the store, and no others', async () => {
    const folder = createTemporaryFolder()
    const month = join(folder, 'uploads/2026/11')
    const temporary = join(folder, 'tmp')
    for (const path of [month, temporary]) {
      mkdirSync(path, { recursive: true })
      for (const name of [createName(ended), createName(process.pid), 'photo.jpg']) writeFileSync(join(path, name), 'x')
      utimesSync(join(path, 'photo.jpg'), 0, 0)
    }
    assert.equal(await createTemporaryFiles(temporary).removeAbandoned(), 1)
    assert.equal(await openMediaStore(`file:${folder}/uploads`).removeAbandoned(), 1)
    for (const path of [month, temporary]) assert.deepEqual(readdirSync(path).length, 2)
    rmSync(folder, { recursive: true })
  })
})
