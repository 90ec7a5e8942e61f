import { readFile } from 'node:fs/promises'
import { isMediaKey } from '../../../calendar/images/image.ts'
import { assertMediaKey } from '../../../calendar/images/media-key.ts'
import { createMediaProblem } from '../../../calendar/images/media-problems.ts'
import type { ListedMedia, MediaStore } from '../../../calendar/images/media-store.ts'
import type { S3Location } from '../../../calendar/images/media-url.ts'
import { type Bucket, openBucket } from './s3-bucket.ts'

/** Maximum time without progress per attempt. Two attempts and the rest of a request must end within 15 seconds. */
const STALL_MILLISECONDS = 4000

/** Stores images as objects of an existing bucket. */
export function createS3Store(location: S3Location, timeoutMs = STALL_MILLISECONDS): MediaStore {
  const bucket = openBucket(location, timeoutMs)
  const getObjectName = (key: string): string => {
    assertMediaKey(key)
    return location.prefix + key
  }
  return {
    write: async (key, content, contentType) => {
      const name = getObjectName(key)
      const bytes = Buffer.isBuffer(content) ? content : await readFile(content.path)
      await bucket.write(name, bytes, contentType).catch(throwMediaProblem)
    },
    read: async (key) => bucket.read(getObjectName(key)).catch(throwMediaProblem),
    remove: async (keys) => {
      for (const name of keys.map(getObjectName)) await bucket.remove(name).catch(throwMediaProblem)
    },
    list: () => listKeys(bucket, location.prefix),
    // Writes are atomic, so there are no unfinished objects.
    removeAbandoned: async () => 0,
    close: async () => undefined,
  }
}

function throwMediaProblem(error: unknown): never {
  throw createMediaProblem(error)
}

async function* listKeys(bucket: Bucket, prefix: string): AsyncGenerator<ListedMedia> {
  try {
    for await (const { name, modified } of bucket.list(prefix)) {
      const key = name.slice(prefix.length)
      if (isMediaKey(key)) yield { key, modified }
    }
  } catch (error) {
    throwMediaProblem(error)
  }
}
