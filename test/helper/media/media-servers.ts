import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import S3rver from 's3rver'
import type { MediaStore } from '../../../src/calendar/images/media-store.ts'

export const createTemporaryFolder = (): string => mkdtempSync(join(tmpdir(), 'calends-media-'))

export async function readContent(store: MediaStore, key: string): Promise<Buffer | undefined> {
  const media = await store.read(key)
  if (media === undefined) return undefined
  const bytes = await buffer(media.stream)
  assert.equal(bytes.length, media.size)
  return bytes
}

export async function listKeys(store: MediaStore): Promise<readonly string[]> {
  const keys: string[] = []
  for await (const { key } of store.list()) keys.push(key)
  return keys.sort()
}

/** An empty media store, and its MEDIA_URL. */
export interface TestMediaStore {
  readonly url: string
  readonly close: () => Promise<void>
}

export async function startS3(): Promise<TestMediaStore> {
  const directory = createTemporaryFolder()
  const options = { address: '127.0.0.1', port: 0, silent: true, vhostBuckets: false, directory }
  const server = new S3rver({ ...options, configureBuckets: [{ name: 'pictures' }] })
  const { port } = await server.run()
  return {
    url: `s3://S3RVER:S3RVER@127.0.0.1:${port}/pictures/calendar/uploads?tls=off`,
    close: async () => {
      await server.close()
      rmSync(directory, { recursive: true })
    },
  }
}

export async function startDisk(): Promise<TestMediaStore> {
  const folder = createTemporaryFolder()
  return { url: `file:${folder}/uploads`, close: async () => rmSync(folder, { recursive: true }) }
}
