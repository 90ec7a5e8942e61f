import type { S3Location } from '../../../calendar/images/media-url.ts'
import { openBucket } from '../../media/stores/s3-bucket.ts'
import type { ObjectStore, StoredObject } from './object-store.ts'

/** Maximum time without progress per attempt. No client waits, so it is longer than for images. */
const STALL_MILLISECONDS = 30_000

export function openBucketStore(location: S3Location): ObjectStore {
  const bucket = openBucket(location, STALL_MILLISECONDS)
  const { prefix, endpoint } = location
  return {
    description: `${endpoint}/${prefix}`,
    write: (name, content) => bucket.writeStream(prefix + name, content),
    read: async (name) => (await bucket.read(prefix + name))?.stream,
    remove: async (names) => {
      for (const name of names) await bucket.remove(prefix + name)
    },
    list: async function* (folder): AsyncGenerator<StoredObject> {
      for await (const object of bucket.list(prefix + folder))
        yield { ...object, name: object.name.slice(prefix.length) }
    },
  }
}
