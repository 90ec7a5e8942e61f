/** A client of server-sent events that collects them. */
import { get, type IncomingMessage } from 'node:http'
import type { Json } from '../service.ts'
import { waitUntil } from '../until.ts'

export interface ReceivedEvent {
  readonly type: string
  readonly id: string | undefined
  readonly data: Json
}

export interface TestEventSource {
  readonly response: IncomingMessage
  readonly events: readonly ReceivedEvent[]
  /** The id of the last event that had one. */
  readonly lastEventId: () => string
  /** Waits for so many events of the type `change`, and returns them. */
  readonly waitForChanges: (count: number) => Promise<readonly Json[]>
  /** Resolves when the stream has ended or broken. */
  readonly ended: Promise<void>
  readonly close: () => void
}

const TIMEOUT = 20_000

/** Rejects when nothing can be received. Any status is accepted. */
export function openEventSource(url: string, headers: Readonly<Record<string, string>> = {}): Promise<TestEventSource> {
  return new Promise((resolve, reject) => {
    const request = get(url, { headers, agent: false }, (response) => resolve(collectEvents(response)))
    request.on('error', reject)
  })
}

function collectEvents(response: IncomingMessage): TestEventSource {
  const events: ReceivedEvent[] = []
  let lastEventId = ''
  let unread = ''
  response.setEncoding('utf8')
  response.on('data', (chunk: string) => {
    const blocks = (unread + chunk).split('\n\n')
    unread = blocks.pop() ?? ''
    for (const block of blocks) {
      const event = parseEvent(block)
      if (!event) continue
      events.push(event)
      lastEventId = event.id ?? lastEventId
    }
  })
  const changes = () => events.filter(({ type }) => type === 'change').map(({ data }) => data)
  return {
    response,
    events,
    lastEventId: () => lastEventId,
    waitForChanges: async (count) => {
      await waitUntil(() => changes().length >= count, TIMEOUT)
      return changes()
    },
    ended: new Promise((resolve) => {
      response.once('close', () => resolve())
      response.once('error', () => resolve())
    }),
    close: () => response.destroy(),
  }
}

/** Undefined for comments. */
function parseEvent(block: string): ReceivedEvent | undefined {
  const fields = new Map(
    block.split('\n').flatMap((line): [string, string][] => {
      const [, name, value] = /^(\w+): ?(.*)$/.exec(line) ?? []
      return name === undefined ? [] : [[name, value ?? '']]
    }),
  )
  const data = fields.get('data')
  if (data === undefined) return undefined
  return { type: fields.get('event') ?? 'message', id: fields.get('id'), data: JSON.parse(data) }
}
