/** The encryption of archives: every change of the content is detected, also at the boundaries of its chunks. */
import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { describe, test } from 'node:test'
import { decrypt, encrypt } from '../../src/features/backup/archive/encryption.ts'

const KEY = randomBytes(32)
/** Mark and salt before the first chunk. */
const HEAD = 24
const CHUNK = 65_536
const SEALED_CHUNK = CHUNK + 16

async function* toStream(content: Buffer, size = 10_000): AsyncGenerator<Buffer> {
  for (let at = 0; at < content.length; at += size) yield content.subarray(at, at + size)
}

async function collect(stream: AsyncIterable<Buffer>): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of stream) chunks.push(chunk)
  return Buffer.concat(chunks)
}

const seal = (content: Buffer) => collect(encrypt(toStream(content), KEY, 'archive'))
const open = (sealed: Buffer, key: Buffer | undefined = KEY, purpose = 'archive') =>
  collect(decrypt(toStream(sealed), key, purpose))

describe('The encryption of archives', () => {
  test('Content of any length is decrypted unchanged', async () => {
    for (const length of [0, 1, CHUNK - 1, CHUNK, CHUNK + 1, 3 * CHUNK]) {
      const content = randomBytes(length)
      assert.ok((await open(await seal(content))).equals(content), String(length))
    }
  })

  test('Content that is truncated, also after a whole chunk, is rejected', async () => {
    const sealed = await seal(randomBytes(2 * CHUNK + 5))
    for (const length of [HEAD, HEAD + SEALED_CHUNK, HEAD + 2 * SEALED_CHUNK, sealed.length - 1])
      await assert.rejects(open(sealed.subarray(0, length)), /changed or truncated/, String(length))
  })

  test('Chunks that are exchanged, repeated or changed are rejected', async () => {
    const sealed = await seal(randomBytes(2 * CHUNK + 5))
    const [head, first, second, last] = [
      sealed.subarray(0, HEAD),
      sealed.subarray(HEAD, HEAD + SEALED_CHUNK),
      sealed.subarray(HEAD + SEALED_CHUNK, HEAD + 2 * SEALED_CHUNK),
      sealed.subarray(HEAD + 2 * SEALED_CHUNK),
    ]
    for (const parts of [
      [head, second, first, last],
      [head, first, first, second, last],
      [head, first, last],
      [head, first, second, last, last],
    ])
      await assert.rejects(open(Buffer.concat(parts)), /changed or truncated/)
    for (const at of [HEAD, HEAD + 100, sealed.length - 1]) {
      const changed = Buffer.from(sealed)
      changed[at] = (changed[at] ?? 0) ^ 1
      await assert.rejects(open(changed), /changed or truncated/, String(at))
    }
  })

  test('Another key or purpose is rejected, and so is content that is not encrypted', async () => {
    const sealed = await seal(Buffer.from('content'))
    await assert.rejects(open(sealed, randomBytes(32)), /another than it was encrypted with/)
    await assert.rejects(open(sealed, KEY, 'images'), /another than it was encrypted with/)
    await assert.rejects(collect(decrypt(toStream(sealed), undefined, 'archive')), /set BACKUP_KEY/)
    await assert.rejects(open(Buffer.from('plain content, long enough')), /not encrypted/)
    const plain = Buffer.from('plain')
    assert.ok((await collect(decrypt(toStream(plain), undefined, 'archive'))).equals(plain))
  })
})
