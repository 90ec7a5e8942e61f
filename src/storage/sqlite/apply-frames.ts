/** Applies frames of a write-ahead log to a copy of its SQLite file. */
import type { FileHandle } from 'node:fs/promises'
import { FRAME_HEADER_BYTES } from './log-file.ts'
import type { LogFrames } from './log-follower.ts'

/** Frames are whole commits, so the file is consistent afterwards. */
export async function applyFrames(file: FileHandle, { frames, pageSize }: LogFrames): Promise<void> {
  const size = FRAME_HEADER_BYTES + pageSize
  if (frames.length % size !== 0) throw new Error('the write-ahead log has an incomplete frame')
  for (let at = 0; at < frames.length; at += size) {
    const [page, pagesAfterCommit] = [frames.readUInt32BE(at), frames.readUInt32BE(at + 4)]
    await file.write(frames, at + FRAME_HEADER_BYTES, pageSize, (page - 1) * pageSize)
    if (pagesAfterCommit > 0) await file.truncate(pagesAfterCommit * pageSize)
  }
}
