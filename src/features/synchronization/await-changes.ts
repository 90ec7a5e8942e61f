/** Reads changes, and waits for them when there are none. */
import type { ChangeCursor } from './change-cursor.ts'
import type { ChangesView } from './changes-view.ts'
import type { LiveConnections } from './live-connections.ts'
import { type ChangesPage, type CurrentPage, type PageBounds, readChanges } from './read-changes.ts'

/** The client of a request that stays open. */
export interface LiveClient {
  readonly connections: LiveConnections
  /** Its network, as in rate limits; undefined for this machine. */
  readonly network: string | undefined
  /** Aborts when the client disconnects. Call `dispose` at the end. */
  readonly observeDisconnect: () => { readonly signal: AbortSignal; readonly dispose: () => void }
  /** Throws when the credentials are not valid any more, or the role of the user has changed. */
  readonly assertSameViewer: () => Promise<void>
}

export interface AwaitOptions extends Pick<PageBounds, 'limit'> {
  /** 0 to return an empty page at once. */
  readonly milliseconds: number
}

/** The changes after the cursor. An empty page means that there were none in time. */
export async function awaitChanges(
  view: ChangesView,
  cursor: ChangeCursor,
  client: LiveClient,
  { milliseconds, limit }: AwaitOptions,
): Promise<ChangesPage> {
  const page = await readChanges(view, cursor, { limit })
  if (milliseconds === 0 || !isEmpty(page)) return page
  client.connections.assertAvailable(client.network)
  const release = client.connections.begin('wait', client.network)
  const { signal, dispose } = client.observeDisconnect()
  try {
    return await repeatUntilChange(view, page, client, { limit, signal, end: performance.now() + milliseconds })
  } finally {
    dispose()
    release()
  }
}

const isEmpty = ({ changes, isOutdated }: ChangesPage): boolean => changes.length === 0 && !isOutdated

interface RepeatOptions extends Pick<PageBounds, 'limit'> {
  readonly signal: AbortSignal
  /** From `performance.now()`. */
  readonly end: number
}

async function repeatUntilChange(
  view: ChangesView,
  first: CurrentPage,
  { connections, assertSameViewer }: LiveClient,
  { limit, signal, end }: RepeatOptions,
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
