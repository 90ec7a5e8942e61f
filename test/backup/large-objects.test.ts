/** Objects that are uploaded in several parts (S3: multipart uploads), and entries of archives that are too large. */
import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { Readable } from 'node:stream'
import { test } from 'node:test'
import { inspect } from 'node:util'
import { gzipSync } from 'node:zlib'
import { pack } from 'tar-stream'
import { MAX_ENTRY_BYTES, readArchive } from '../../src/features/backup/archive/read-archive.ts'
import { openBackupTarget } from '../../src/features/backup/stores/backup-target.ts'
import { startS3 } from '../helper/media/media-servers.ts'

const PIECE = Buffer.alloc(1_000_003, 'a piece that does not end at the limit of a part, ')
const PIECES = 25

async function* createContent(): AsyncGenerator<Uint8Array> {
  for (let n = 0; n < PIECES; n++) yield PIECE
}

test('A bucket stores an object that needs several parts, or nothing when its content fails', async (context) => {
  const server = await startS3()
  context.after(server.close)
  const { store } = openBackupTarget(server.url, { AWS_ACCESS_KEY_ID: '', AWS_SECRET_ACCESS_KEY: '' })
  await store.write('large/object', createContent())
  const stream = (await store.read('large/object')) ?? assert.fail('no object')
  const hash = createHash('sha256')
  for await (const chunk of stream) hash.update(chunk)
  const expected = createHash('sha256')
  for (let n = 0; n < PIECES; n++) expected.update(PIECE)
  assert.equal(hash.digest('hex'), expected.digest('hex'))
  async function* fail(): AsyncGenerator<Uint8Array> {
    yield* createContent()
    throw new Error('the content ends early')
  }
  await assert.rejects(store.write('large/broken', fail()), /the content ends early/)
  const names: string[] = []
  for await (const { name } of store.list('large/')) names.push(name)
  assert.deepEqual(names, ['large/object'])
})

test('An archive with an entry that is too large cannot be read', async () => {
  const readFailure = async (size: number): Promise<string> => {
    const tar = pack()
    // Only the header; the content is missing.
    tar.entry({ name: 'tables/events', size })
    const [header]: unknown[] = await once(tar, 'data')
    assert.ok(header instanceof Buffer)
    tar.destroy()
    const source = { name: 'a.tar.gz', key: undefined, open: async () => Readable.from(gzipSync(header)) }
    const error: unknown = await Readable.from(readArchive(source))
      .toArray()
      .catch((failure: unknown) => failure)
    return inspect(error)
  }
  assert.match(await readFailure(MAX_ENTRY_BYTES + 1), /its entry tables\/events is too large/)
  assert.doesNotMatch(await readFailure(MAX_ENTRY_BYTES), /too large/)
})
