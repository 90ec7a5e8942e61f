/** Reads changes, and waits for them when there are none. */
import type { LiveRequest } from '../../http/endpoint.ts'
import type { ChangeCursor } from './change-cursor.ts'
import type { ChangesView } from './changes-view.ts'
import type { LiveConnections } from './live-connections.ts'
import { type ChangesPage, type CurrentPage, type PageBounds, readChanges } from './read-changes.ts'

export interface AwaitOptions extends Pick<PageBounds, 'limit'> {
  readonly connections: LiveConnections
  /** 0 to return an empty page at once. */
  readonly milliseconds: number
}

/** The changes after the cursor. An empty page means that there were none in time. */
export async function awaitChanges(
  view: ChangesView,
  cursor: ChangeCursor,
  client: LiveRequest,
  { connections, milliseconds, limit }: AwaitOptions,
): Promise<ChangesPage> {
  const page = await readChanges(view, cursor, { limit })
  if (milliseconds === 0 || !isEmpty(page)) return page
  connections.assertAvailable(client.network)
  const release = connections.begin('wait', client.network)
  const { signal, dispose } = client.observeDisconnect()
  try {
    return await repeatUntilChange(view, page, client, {
      connections,
      limit,
      signal,
      end: performance.now() + milliseconds,
    })
  } finally {
    dispose()
    release()
  }
}

const isEmpty = ({ changes, isOutdated }: ChangesPage): boolean => changes.length === 0 && !isOutdated

interface RepeatOptions extends Omit<AwaitOptions, 'milliseconds'> {
  readonly signal: AbortSignal
  /** From `performance.now()`. */
  readonly end: number
}

async function repeatUntilChange(
  view: ChangesView,
  first: CurrentPage,
  { assertSameViewer }: LiveRequest,
  { connections, limit, signal, end }: RepeatOptions,
): Promise<ChangesPage> {
  let page = first
  while (isEmpty(page)) {
    const milliseconds = end - performance.now()
    if (milliseconds <= 0 || signal.aborted || connections.closing.aborted) break
    if (!page.hasMore) await connections.waitForChange(page.state, { milliseconds, signal })
    if (view.context.access.viewer.id !== 0) await assertSameViewer()
    page = await readChanges(view, page.cursor, { limit })
  }
  return page
}
