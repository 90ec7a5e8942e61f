/** Uploads the log of one generation of a replica, while more of it is read. */
import { type LogBlock, type ReplicaStore, writeReachedTime, writeSegment } from './replica-format.ts'

/** Uncompressed bytes of a segment, which is uploaded without waiting when it is full. */
const SEGMENT_BYTES = 8 * 2 ** 20
/** Milliseconds after which the reached time is recorded if no segment contains it. */
const RECORD_MILLISECONDS = 5000

export interface GenerationWriter {
  readonly started: number
  readonly folder: string
  /** Adds the blocks of a reading that found everything up to a time. */
  readonly add: (blocks: readonly LogBlock[], reached: number) => void
  /** Uploads a segment, or records the reached time, if one is due; everything if `isLast`. */
  readonly advance: (isLast: boolean) => Promise<void>
  readonly isDue: () => boolean
  /** Bytes that are not uploaded yet. */
  readonly countPendingBytes: () => number
  /** Time up to which everything is uploaded, in milliseconds since 1970; undefined before the first segment. */
  readonly getCaughtUpTime: () => number | undefined
}

export interface GenerationOptions {
  readonly replica: ReplicaStore
  readonly folder: string
  readonly started: number
  readonly now: () => number
  /** Milliseconds between uploads, unless a segment is full. */
  readonly uploadEvery: number
  /** Copies the images of records in the next segment. A failure is thrown after the segment was uploaded. */
  readonly copyImages: () => Promise<void>
}

export function createGenerationWriter(options: GenerationOptions): GenerationWriter {
  const { replica, folder, started, now, uploadEvery, copyImages } = options
  let pending: readonly LogBlock[] = []
  let segments = 0
  let attempted = 0
  let reached = 0
  let recorded = 0
  let isFailing = false

  async function uploadSegment(): Promise<void> {
    // The first segment completes the snapshot, also if the log had nothing to add.
    const blocks = pending.length > 0 ? takeSegment(pending) : [{ frames: Buffer.alloc(0), pageSize: 0, time: reached }]
    const images = await copyImages().then(
      () => undefined,
      (error: unknown) => ({ error }),
    )
    await writeSegment(replica, folder, segments + 1, blocks)
    segments++
    pending = pending.slice(blocks.length)
    recorded = blocks.at(-1)?.time ?? recorded
    if (images) throw images.error
  }

  async function recordReached(): Promise<void> {
    const time = reached
    await writeReachedTime(replica, folder, time)
    recorded = time
  }

  const isEmpty = () => pending.length === 0 && segments > 0
  return {
    started,
    folder,
    add: (blocks, time) => {
      pending = [...pending, ...blocks]
      reached = time
    },
    isDue: () => {
      if (isFailing) return now() - attempted >= uploadEvery
      if (reached === 0 && pending.length === 0) return false
      if (isEmpty()) return reached - recorded >= RECORD_MILLISECONDS
      return segments === 0 || sumBytes(pending) > SEGMENT_BYTES || now() - attempted >= uploadEvery
    },
    advance: async (isLast) => {
      attempted = now()
      isFailing = true
      if (!isEmpty()) await uploadSegment()
      else await recordReached()
      while (isLast && !isEmpty()) await uploadSegment()
      if (isLast && recorded < reached) await recordReached()
      isFailing = false
    },
    countPendingBytes: () => sumBytes(pending),
    getCaughtUpTime: () => (segments === 0 ? undefined : (pending[0]?.from ?? reached)),
  }
}

const sumBytes = (blocks: readonly LogBlock[]): number => blocks.reduce((sum, { frames }) => sum + frames.length, 0)

/** At least one block. */
function takeSegment(blocks: readonly LogBlock[]): readonly LogBlock[] {
  let [count, bytes] = [0, 0]
  for (const { frames } of blocks) {
    bytes += frames.length
    if (count > 0 && bytes > SEGMENT_BYTES) break
    count++
  }
  return blocks.slice(0, count)
}
