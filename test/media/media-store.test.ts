import assert from 'node:assert/strict'
import { mkdirSync, readdirSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { after, before, describe, test } from 'node:test'
import type { MediaStore } from '../../src/calendar/images/media-store.ts'
import { openMediaStore } from '../../src/features/media/stores/open-store.ts'
import {
  createTemporaryFolder,
  listKeys,
  readContent,
  startDisk,
  startS3,
  type TestMediaStore,
} from '../helper/media/media-servers.ts'

const KEY = '2026/11/photo.jpg'
const WRONG_KEYS = [
  '',
  'photo.jpg',
  '../2026/11/photo.jpg',
  '2026/11/../../../etc/passwd',
  '/2026/11/photo.jpg',
  '2026/11/photo.svg',
  '2026/11/photo.jpg\n',
  '2026/11/.photo.jpg',
  '2026/11/Photo.jpg',
  '2026/11/a/photo.jpg',
  '2026/11/photo.jpg\0.png',
  '2026\\11\\photo.jpg',
]

for (const [name, start] of Object.entries({ disk: startDisk, S3: startS3 }))
  describe(`Media store: ${name}`, () => {
    let server: TestMediaStore
    let store: MediaStore
    before(async () => {
      server = await start()
      store = openMediaStore(server.url)
    })
    after(async () => {
      await store.close()
      await server.close()
    })

    test('A new store is empty', async () => {
      assert.deepEqual(await listKeys(store), [])
      assert.equal(await store.read(KEY), undefined)
      await store.remove([KEY])
    })

    test('Written content is read back unchanged', async () => {
      const bytes = Buffer.from(Array.from({ length: 70_000 }, (_, index) => index % 256))
      await store.write(KEY, bytes, 'image/jpeg')
      assert.deepEqual(await readContent(store, KEY), bytes)
    })

    test('A second write replaces the content', async () => {
      await store.write(KEY, Buffer.from('longer than the next'), 'image/jpeg')
      await store.write(KEY, Buffer.from('next'), 'image/jpeg')
      assert.equal(String(await readContent(store, KEY)), 'next')
    })

    test('Large content is streamed', async () => {
      const bytes = Buffer.alloc(20_000_000, 'picture')
      await store.write('2026/12/large.png', bytes, 'image/png')
      const media = await store.read('2026/12/large.png')
      assert.ok(media)
      assert.equal(media.size, bytes.length)
      assert.ok((await largestPiece(media.stream)) < 1_000_000)
      await store.remove(['2026/12/large.png'])
    })

    test('A stream can be abandoned', async () => {
      await store.write('2026/12/large.png', Buffer.alloc(5_000_000), 'image/png')
      const media = await store.read('2026/12/large.png')
      assert.ok(media)
      media.stream.destroy()
      await store.remove(['2026/12/large.png'])
      assert.equal(await store.read('2026/12/large.png'), undefined)
    })

    // S3 guarantees it. The server of the tests does not: it writes concurrent uploads into one file.
    const isAtomic = name !== 'S3'
    test('Of concurrent writes one is stored completely', { skip: !isAtomic && 'atomic in S3 itself' }, async () => {
      const versions = ['a', 'b', 'c'].map((letter) => Buffer.alloc(300_000, letter))
      await Promise.all(versions.map((bytes) => store.write('2026/12/race.gif', bytes, 'image/gif')))
      const content = await readContent(store, '2026/12/race.gif')
      assert.ok(versions.some((bytes) => content?.equals(bytes)))
      await store.remove(['2026/12/race.gif'])
    })

    test('The list contains every key, and no deleted ones', async () => {
      const keys = ['2025/01/a.gif', '2026/11/photo-300x188.jpg', '2026/11/photo.webp', '2026/12/b-1.avif']
      for (const key of keys) await store.write(key, Buffer.from(key), 'image/gif')
      assert.deepEqual(await listKeys(store), [...keys, KEY].sort())
      await store.remove(['2025/01/a.gif', '2024/01/never.png', KEY])
      assert.deepEqual(await listKeys(store), keys.slice(1))
      assert.equal(await store.read(KEY), undefined)
    })

    test('Invalid keys are rejected', async () => {
      for (const key of WRONG_KEYS) {
        await assert.rejects(store.write(key, Buffer.from('x'), 'image/jpeg'), /Invalid media key/)
        await assert.rejects(store.read(key), /Invalid media key/)
        await assert.rejects(store.remove([key]), /Invalid media key/)
      }
    })
  })

async function largestPiece(stream: Readable): Promise<number> {
  let largest = 0
  for await (const piece of stream) largest = Math.max(largest, Buffer.from(piece).length)
  return largest
}

describe('The media folder', () => {
  test('Files and folders are accessible only by their owner, and no temporary file is left', async () => {
    const folder = createTemporaryFolder()
    await openMediaStore(`file:${folder}/uploads`).write(KEY, Buffer.from('x'), 'image/jpeg')
    for (const path of ['uploads', 'uploads/2026', 'uploads/2026/11'])
      assert.equal(statSync(join(folder, path)).mode & 0o777, 0o700)
    assert.equal(statSync(join(folder, 'uploads', KEY)).mode & 0o777, 0o600)
    assert.deepEqual(readdirSync(join(folder, 'uploads/2026/11')), ['photo.jpg'])
    rmSync(folder, { recursive: true })
  })

  test('A failed write leaves nothing behind', async () => {
    const folder = createTemporaryFolder()
    mkdirSync(join(folder, KEY), { recursive: true })
    await assert.rejects(openMediaStore(`file:${folder}`).write(KEY, Buffer.from('x'), 'image/jpeg'))
    assert.deepEqual(readdirSync(join(folder, '2026/11')), ['photo.jpg'])
    rmSync(folder, { recursive: true })
  })

  test('Links and folders are not read, and other files not listed', async () => {
    const folder = createTemporaryFolder()
    mkdirSync(join(folder, '2026/11/folder.png'), { recursive: true })
    writeFileSync(join(folder, 'secret'), 'secret')
    writeFileSync(join(folder, '2026/11/notes.txt'), 'notes')
    symlinkSync(join(folder, 'secret'), join(folder, KEY))
    const store = openMediaStore(`file:${folder}`)
    assert.equal(await store.read(KEY), undefined)
    assert.equal(await store.read('2026/11/folder.png'), undefined)
    assert.deepEqual(await listKeys(store), [])
    await store.write(KEY, Buffer.from('picture'), 'image/jpeg')
    assert.equal(String(await readContent(store, KEY)), 'picture')
    assert.equal(statSync(join(folder, 'secret')).size, 6)
    rmSync(folder, { recursive: true })
  })
})
