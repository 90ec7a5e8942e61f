/** Clients for outgoing requests that are loaded on first use, because most processes never need them. */
import type { SafeAttemptOptions } from './safe-attempt.ts'
import type { SafeFetcher } from './safe-fetch.ts'
import type { WebhookSender } from './webhook-sender.ts'

export function createLazyFetcher(options: SafeAttemptOptions): SafeFetcher {
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
export function createLazyWebhookSender(allow: readonly string[]): WebhookSender {
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
