/** A channel of event streams: all streams that send the same bytes. It reads each change once. */

import { Problem } from '../../kernel/problem.ts'
import type { ChangeCursor } from './change-cursor.ts'
import type { ChangesView } from './changes-view.ts'
import type { EventStream } from './event-stream.ts'
import { EXPIRED, formatPage } from './format-events.ts'
import { type ChangesPage, readChanges } from './read-changes.ts'

export interface StreamReader {
  readonly stream: EventStream
  /** Throws when the credentials are not valid any more, or the role of the user has changed. */
  readonly assertSameViewer: () => Promise<void>
}

export interface StreamChannel {
  readonly readers: Set<StreamReader>
  /** Cursor after the last page that was sent to the readers. */
  readonly progress: () => ChangeCursor
  /** Resolves when no changes are being read. */
  readonly whenIdle: () => Promise<void>
  /** Returns true if a reader with this cursor has received every change that the channel has sent. */
  readonly canJoin: (cursor: ChangeCursor) => boolean
  /** Sends the changes since the last call. */
  readonly advance: () => void
}

/** Changes that are read at once. */
const STREAM_PAGE_SIZE = 100

export function createStreamChannel(
  view: ChangesView,
  start: ChangeCursor,
  reportError: (error: unknown) => void,
): StreamChannel {
  const readers = new Set<StreamReader>()
  let progress = start
  let advancing: Promise<void> | undefined
  let isOutdated = false

  async function sendChanges(): Promise<void> {
    while (isOutdated && readers.size > 0) {
      isOutdated = false
      const page = await readPageUnlessExpired(view, progress)
      if (!page) return endReaders(readers, EXPIRED)
      if (page.changes.length > 0) await sendToReaders(view, readers, page)
      progress = page.cursor
      if (page.isOutdated) return endReaders(readers)
      if (page.hasMore) isOutdated = true
    }
  }

  return {
    readers,
    progress: () => progress,
    whenIdle: () => advancing ?? Promise.resolve(),
    canJoin: ({ seq }) => advancing === undefined && progress.partial === undefined && progress.seq <= seq,
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

/** Undefined if the database does not continue what was sent. */
export async function readPageUnlessExpired(
  view: ChangesView,
  cursor: ChangeCursor,
  upTo?: number,
): Promise<ChangesPage | undefined> {
  try {
    return await readChanges(view, cursor, { limit: STREAM_PAGE_SIZE, ...(upTo !== undefined && { upTo }) })
  } catch (error) {
    if (error instanceof Problem && error.code === 'cursor-expired') return undefined
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
