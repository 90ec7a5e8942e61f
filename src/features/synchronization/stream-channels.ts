/** Event streams of a process, by channel: all streams of the same viewer, kinds and filters share one. */

import type { Services } from '../../calendar/services.ts'
import type { ChangeBus } from '../../storage/types.ts'
import type { ChangeCursor } from './change-cursor.ts'
import type { ChangesView } from './changes-view.ts'
import { EXPIRED, formatPage, HEARTBEAT } from './format-events.ts'
import {
  createStreamChannel,
  endReaders,
  endStream,
  readPageUnlessExpired,
  type StreamChannel,
  type StreamReader,
} from './stream-channel.ts'

export interface StreamChannels {
  /** Sends all changes after the cursor to the reader until its stream is closed. */
  readonly follow: (view: ChangesView, cursor: ChangeCursor, reader: StreamReader) => Promise<void>
  /** Removes a reader whose stream is closed. */
  readonly remove: (reader: StreamReader) => void
  /** Ends all streams. */
  readonly close: () => void
}

/** Changes of this time are read together. */
const DELAY_MILLISECONDS = 50
const HEARTBEAT_MILLISECONDS = 15_000

export function createStreamChannels({
  database,
  reportError,
}: Pick<Services, 'database' | 'reportError'>): StreamChannels {
  const channels = new Map<string, StreamChannel>()
  /** Readers that receive earlier changes before they join a channel. */
  const joining = new Set<StreamReader>()
  const stop = advanceOnChanges(database.bus, channels)

  /** A new channel begins where its first reader is. */
  function join(key: string, view: ChangesView, progress: ChangeCursor, reader: StreamReader): boolean {
    const existing = channels.get(key)
    if (existing && !existing.canJoin(progress)) return false
    const channel = existing ?? createStreamChannel(view, progress, reportError)
    channels.set(key, channel)
    channel.readers.add(reader)
    channel.advance()
    return true
  }

  async function follow(view: ChangesView, start: ChangeCursor, reader: StreamReader): Promise<void> {
    const key = describeChannel(view)
    const { stream } = reader
    joining.add(reader)
    let progress = start
    while (!stream.isClosed()) {
      await channels.get(key)?.whenIdle()
      const page = await readPageUnlessExpired(view, progress, channels.get(key)?.progress().seq)
      if (!page) return endStream(stream, EXPIRED)
      if (page.changes.length > 0) stream.send(formatPage(page))
      await stream.waitUntilRead()
      progress = page.cursor
      if (page.isOutdated) return stream.end()
      if (!page.hasMore && !stream.isClosed() && join(key, view, progress, reader)) break
    }
    joining.delete(reader)
  }

  return {
    follow,
    remove: (reader) => {
      joining.delete(reader)
      for (const { readers } of channels.values()) readers.delete(reader)
    },
    close: () => {
      stop()
      for (const { stream } of joining) stream.end()
      for (const { readers } of channels.values()) endReaders(readers)
    },
  }
}

/** Returns a function that stops it. */
function advanceOnChanges(bus: ChangeBus, channels: Map<string, StreamChannel>): () => void {
  let timer: NodeJS.Timeout | undefined
  const advanceAll = () => {
    timer = undefined
    for (const [key, channel] of channels) {
      if (channel.readers.size === 0) channels.delete(key)
      else channel.advance()
    }
  }
  const unsubscribe = bus.subscribe(() => {
    if (channels.size > 0) timer ??= setTimeout(advanceAll, DELAY_MILLISECONDS).unref()
  })
  const heartbeat = setInterval(() => {
    for (const { readers } of channels.values()) for (const { stream } of readers) stream.send(HEARTBEAT)
    // Links of online events appear without a change, and a read that failed is repeated.
    advanceAll()
  }, HEARTBEAT_MILLISECONDS).unref()
  return () => {
    clearInterval(heartbeat)
    clearTimeout(timer)
    unsubscribe()
  }
}

/** Equal for streams that send the same bytes. */
function describeChannel({ context, resolvedSeq: _, presentTerm: __, ...view }: ChangesView): string {
  const { renderContext, access } = context
  return JSON.stringify([renderContext.urls.base, access.viewer, view])
}
