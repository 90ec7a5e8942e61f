/** `calends import` of small files that take more memory than a machine has: a process of their own reads them. */
import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { runCalends } from '../helper/command-line.ts'
import { ONE_ENGINE, type TestStorage } from '../helper/engines.ts'
import { canMeasureMemory, measurePeakOfChildren } from '../helper/media/child-memory.ts'

const MEBIBYTE = 2 ** 20
const FILES: Readonly<Record<string, () => Buffer>> = {
  'cells.csv': () => Buffer.from(`Event Name,Event Start Date\nFair,2027-03-01${','.repeat(30_000_000)}\n`),
  'records.json.gz': () => gzipSync(`{"events":[${'{},'.repeat(20_000_000)}{}]}`),
}

for (const engine of ONE_ENGINE) {
  describe(`calends import of hostile files on ${engine.name}`, () => {
    let storage: TestStorage
    before(async () => {
      storage = await engine.create()
    })
    after(() => storage?.remove())

    for (const [name, create] of Object.entries(FILES))
      test(`${name} ends with an error, exit code 1, and little memory of the command`, async () => {
        const path = join(storage.folder, name)
        writeFileSync(path, create())
        const { result, peak } = await measurePeakOfChildren('bin/calends.js', () =>
          runCalends(storage.url, ['import', path]),
        )
        const message = 'Reading it takes more than 256 MB of memory. It may be damaged; otherwise, split it'
        assert.deepEqual(result, { code: 1, stdout: '', stderr: `calends: ${message} into smaller parts.\n` })
        if (canMeasureMemory) assert.ok(peak > 0 && peak < 256 * MEBIBYTE, `${Math.round(peak / MEBIBYTE)} MiB`)
      })
  })
}
