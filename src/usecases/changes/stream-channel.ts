/** A channel of event streams: all streams that send the same bytes. It reads each change once. */
import { Problem } from '../../domain/problem.ts'
import type { ChangeCursor } from '../../domain/query/change-cursor.ts'
import { readGeneration } from '../../storage/identity/database-identity.ts'
import type { ChangesView } from './changes-view.ts'
import type { EventStream } from './event-stream.ts'
import { EXPIRED, formatPage } from './format-events.ts'
import { assertContinuable, type ChangesPage, readChanges } from './read-changes.ts'

export interface StreamReader {
  readonly stream: EventStream
  /** Throws when the credentials are not valid any more, or the role of the user has changed. */
  readonly assertSameViewer: () => Promise<void>
}

/** What a reader was sent. */
export interface StreamProgress {
  readonly cursor: ChangeCursor
  /** Epoch of the database in which the cursor was found to be valid. */
  readonly epoch: string
}

export interface StreamChannel {
  readonly readers: Set<StreamReader>
  readonly progress: () => StreamProgress
  /** Resolves when no changes are being read. */
  readonly whenIdle: () => Promise<void>
  /** Whether a reader with this progress lacks no change that the channel has sent. */
  readonly canJoin: (progress: StreamProgress) => boolean
  /** Sends the changes since the last call. */
  readonly advance: () => void
}

/** Changes that are read at once. */
export const STREAM_PAGE_SIZE = 100

export function createStreamChannel(
  view: ChangesView,
  start: StreamProgress,
  reportError: (error: unknown) => void,
): StreamChannel {
  const readers = new Set<StreamReader>()
  let progress = start
  let advancing: Promise<void> | undefined
  let isOutdated = false

  async function sendChanges(): Promise<void> {
    while (isOutdated && readers.size > 0) {
      isOutdated = false
      const upTo = await readGeneration(view.context.services.database.read)
      if (!(await isContinued(view, progress, upTo.epoch))) return endReaders(readers, EXPIRED)
      const page = await readChanges(view, progress.cursor, { limit: STREAM_PAGE_SIZE, upTo })
      if (page.changes.length > 0) await sendToReaders(view, readers, page)
      progress = { cursor: page.cursor, epoch: upTo.epoch }
      if (page.isOutdated) return endReaders(readers)
      if (page.hasMore) isOutdated = true
    }
  }

  return {
    readers,
    progress: () => progress,
    whenIdle: () => advancing ?? Promise.resolve(),
    canJoin: ({ cursor }) =>
      advancing === undefined && progress.cursor.partial === undefined && progress.cursor.seq <= cursor.seq,
    advance: () => {
      isOutdated = true
      advancing ??= sendChanges()
        .catch(reportError)
        .finally(() => {
          advancing = undefined
        })
    },
  }
}

/** Checks the cursor again if the database holds another history than before. */
export async function isContinued(
  { context, digest }: ChangesView,
  { cursor, epoch }: StreamProgress,
  currentEpoch: string,
): Promise<boolean> {
  if (epoch === currentEpoch) return true
  try {
    await assertContinuable(context.services, digest, cursor)
    return true
  } catch (error) {
    if (error instanceof Problem && error.code === 'cursor-expired') return false
    throw error
  }
}

async function sendToReaders(view: ChangesView, readers: Set<StreamReader>, page: ChangesPage): Promise<void> {
  const bytes = formatPage(page)
  const isAnonymous = view.context.access.viewer.id === 0
  for (const { stream, assertSameViewer } of [...readers]) {
    const isAllowed = isAnonymous || (await assertSameViewer().then(returnTrue, returnFalse))
    if (isAllowed) stream.send(bytes)
    else stream.end()
  }
}

const returnTrue = () => true
const returnFalse = () => false

export function endReaders(readers: Set<StreamReader>, last?: Buffer): void {
  for (const { stream } of readers) endStream(stream, last)
  readers.clear()
}

export function endStream(stream: EventStream, last?: Buffer): void {
  if (last) stream.send(last)
  stream.end()
}
