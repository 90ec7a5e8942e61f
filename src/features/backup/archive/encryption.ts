/**
 * Encrypts streams with authentication, in chunks, so that memory is constant and no byte is used before it was
 * authenticated. The construction is STREAM (Hoang, Reyhanitabar, Rogaway and Vizar, 2015), as in the file format `age`:
 * AES-256-GCM per chunk of 64 KiB, with a nonce of the number of the chunk and a mark of the last one. Chunks that are
 * changed, missing, added or reordered, also at the end, therefore fail. docs/internals/backups.md describes the format.
 */
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

/** 32 bytes. */
export type BackupKey = Buffer

const MAGIC = Buffer.from('CALENDS\x01', 'latin1')
const SALT_BYTES = 16
const CHUNK_BYTES = 65_536
const TAG_BYTES = 16

export const BACKUP_KEY_FORMAT = '64 hexadecimal digits, as printed by: openssl rand -hex 32'

/** Undefined if invalid. */
export const parseBackupKey = (text: string): BackupKey | undefined =>
  /^[0-9a-f]{64}$/i.test(text) ? Buffer.from(text, 'hex') : undefined

/** `purpose` binds the content to a place, so that one object cannot be exchanged for another. */
function deriveKey(key: BackupKey, salt: Buffer, purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', key, salt, `calends ${purpose}`, 32))
}

function createNonce(index: number, isLast: boolean): Buffer {
  const nonce = Buffer.alloc(12)
  nonce.writeUIntBE(index, 5, 6)
  nonce.writeUInt8(isLast ? 1 : 0, 11)
  return nonce
}

/** Splits into chunks of `size` bytes, and reports which one is the last; it is shorter, and empty without content. */
async function* splitChunks(
  content: AsyncIterable<Uint8Array>,
  size: number,
): AsyncGenerator<{ readonly chunk: Buffer; readonly isLast: boolean }> {
  let pending: Buffer = Buffer.alloc(0)
  for await (const bytes of content) {
    pending = Buffer.concat([pending, bytes])
    // A full chunk may be the last one, so it waits for more.
    for (; pending.length > size; pending = pending.subarray(size))
      yield { chunk: pending.subarray(0, size), isLast: false }
  }
  yield { chunk: pending, isLast: true }
}

export async function* encrypt(
  content: AsyncIterable<Uint8Array>,
  key: BackupKey,
  purpose: string,
): AsyncGenerator<Buffer> {
  const salt = randomBytes(SALT_BYTES)
  const contentKey = deriveKey(key, salt, purpose)
  yield Buffer.concat([MAGIC, salt])
  let index = 0
  for await (const { chunk, isLast } of splitChunks(content, CHUNK_BYTES)) {
    const cipher = createCipheriv('aes-256-gcm', contentKey, createNonce(index++, isLast))
    yield Buffer.concat([cipher.update(chunk), cipher.final(), cipher.getAuthTag()])
  }
}

/**
 * Decrypts content that begins with the mark of `encrypt`. With a key, other content is rejected, because it is not
 * authenticated; without a key, it is passed through.
 */
export async function* decrypt(
  content: AsyncIterable<Uint8Array>,
  key: BackupKey | undefined,
  purpose: string,
): AsyncGenerator<Buffer> {
  const { head, rest } = await splitHead(content, MAGIC.length + SALT_BYTES)
  const isEncrypted = head.subarray(0, MAGIC.length).equals(MAGIC)
  if (isEncrypted && !key) throw new Error('it is encrypted: set BACKUP_KEY')
  if (!isEncrypted && key) throw new Error('it is not encrypted, although BACKUP_KEY is set')
  if (!key) {
    yield head
    for await (const bytes of rest) yield Buffer.from(bytes)
    return
  }
  const contentKey = deriveKey(key, head.subarray(MAGIC.length), purpose)
  let index = 0
  for await (const { chunk, isLast } of splitChunks(rest, CHUNK_BYTES + TAG_BYTES))
    yield decryptChunk(chunk, contentKey, createNonce(index++, isLast))
}

function decryptChunk(chunk: Buffer, key: Buffer, nonce: Buffer): Buffer {
  try {
    const decipher = createDecipheriv('aes-256-gcm', key, nonce, { authTagLength: TAG_BYTES })
    decipher.setAuthTag(chunk.subarray(-TAG_BYTES))
    return Buffer.concat([decipher.update(chunk.subarray(0, -TAG_BYTES)), decipher.final()])
  } catch {
    throw new Error('it was changed or truncated, or BACKUP_KEY is another than it was encrypted with')
  }
}

interface SplitHead {
  readonly head: Buffer
  readonly rest: AsyncIterable<Uint8Array>
}

/** The head is shorter than `size` if the content is. */
async function splitHead(content: AsyncIterable<Uint8Array>, size: number): Promise<SplitHead> {
  const iterator = content[Symbol.asyncIterator]()
  let bytes: Buffer = Buffer.alloc(0)
  for (let next = await iterator.next(); !next.done; next = await iterator.next()) {
    bytes = Buffer.concat([bytes, next.value])
    if (bytes.length >= size) break
  }
  async function* readRest(): AsyncGenerator<Uint8Array> {
    try {
      yield bytes.subarray(size)
      for (let next = await iterator.next(); !next.done; next = await iterator.next()) yield next.value
    } finally {
      await iterator.return?.()
    }
  }
  return { head: bytes.subarray(0, size), rest: readRest() }
}
