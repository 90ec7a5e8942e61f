import type { MediaStore } from '../../../calendar/images/media-store.ts'
import { parseMediaUrl } from '../../../calendar/images/media-url.ts'
import { createDiskStore } from './disk-store.ts'
import { createS3Store } from './s3-store.ts'

/**
 * Opens `file:/abs/folder` or `s3://KEY:SECRET@host:port/bucket/prefix?region=...&tls=off` (see `parseMediaUrl`). Disk and
 * network are not accessed before the first use.
 */
export function openMediaStore(url: string): MediaStore {
  const location = parseMediaUrl(url)
  if (location === undefined) throw new Error('Invalid URL of a media store. Expected file:/path or s3://host/bucket.')
  return location.kind === 'disk' ? createDiskStore(location.folder) : createS3Store(location)
}
