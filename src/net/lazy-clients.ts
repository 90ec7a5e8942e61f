/** Clients for outgoing requests that are loaded on first use, because most processes never need them. */
import type { SafeAttemptOptions } from './safe-attempt.ts'
import type { SafeFetcher } from './safe-fetch.ts'
import type { WebhookSender } from './webhook-sender.ts'

/** Calendars are larger than images. */
const SOURCE_ATTEMPT_MILLISECONDS = 60_000

type Hosts = readonly string[]

/** Clients for the hosts of images, sources and webhooks. The hosts need not be public (`normalizeHost`). */
export const createOutboundClients = ({
  images,
  sources,
  webhooks,
}: Record<'images' | 'sources' | 'webhooks', Hosts>) => ({
  images: createLazyFetcher({ allow: images }),
  sources: createLazyFetcher({ allow: sources, attemptMilliseconds: SOURCE_ATTEMPT_MILLISECONDS }),
  webhooks: createLazyWebhookSender(webhooks),
})

function createLazyFetcher(options: SafeAttemptOptions): SafeFetcher {
  let loading: Promise<SafeFetcher> | undefined
  const loadFetcher = () => {
    loading ??= import('./safe-fetch.ts').then(({ createSafeFetcher }) => createSafeFetcher(options))
    return loading
  }
  return {
    fetch: async (url, request) => (await loadFetcher()).fetch(url, request),
    close: async () => (await loading)?.close(),
  }
}

/** `allow` contains hosts that need not be public, in the form of `normalizeHost`. */
function createLazyWebhookSender(allow: readonly string[]): WebhookSender {
  let sender: WebhookSender | undefined
  let loading: Promise<WebhookSender> | undefined
  const loadSender = () => {
    loading ??= import('./webhook-sender.ts').then(({ createWebhookSender }) => createWebhookSender({ allow }))
    return loading
  }
  return {
    send: async (request) => {
      sender = await loadSender()
      return sender.send(request)
    },
    counts: () => sender?.counts() ?? { delivered: 0, rejected: 0, failed: 0 },
    close: async () => (await loading)?.close(),
  }
}
