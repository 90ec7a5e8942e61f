/** Token buckets by client (https://en.wikipedia.org/wiki/Token_bucket), shared approximately by the workers of a machine. */
import type { Broadcast } from '../../base/concurrency/ipc.ts'

export interface TokenBuckets {
  /** Takes one token. Returns the seconds until the next one when there is none, otherwise 0. */
  readonly take: (client: string) => number
  readonly close: () => void
}

export interface TokenBucketOptions {
  /** Tokens per second. */
  readonly rate: number
  /** Tokens of a full bucket. */
  readonly burst: number
  /** Name of the buckets among all workers. */
  readonly topic: string
  /** Undefined for a process without other workers. */
  readonly broadcast: Broadcast | undefined
  /** Milliseconds. */
  readonly now?: () => number
}

interface Bucket {
  tokens: number
  /** Time at which `tokens` was right. */
  at: number
}

/** Interval at which workers report the tokens that clients took, so a client can exceed the rate for this long. */
const SEND_INTERVAL_MILLISECONDS = 100
/** Buckets that are full again are forgotten. */
const CLEAN_INTERVAL_MILLISECONDS = 10_000
/** Limits the memory when there are requests from very many addresses; the oldest buckets are forgotten. */
const MAX_BUCKETS = 100_000

export function createTokenBuckets(options: TokenBucketOptions): TokenBuckets {
  const { rate, burst, topic, broadcast, now = () => performance.now() } = options
  const buckets = new Map<string, Bucket>()
  /** Tokens taken here that were not reported to other workers. */
  const unsent = new Map<string, number>()
  const refill = (bucket: Bucket, at: number): void => {
    bucket.tokens = Math.min(burst, bucket.tokens + ((at - bucket.at) / 1000) * rate)
    bucket.at = at
  }
  const open = (client: string): Bucket => {
    const at = now()
    const known = buckets.get(client)
    if (known) {
      refill(known, at)
      return known
    }
    const [oldest] = buckets.size >= MAX_BUCKETS ? buckets.keys() : []
    if (oldest !== undefined) buckets.delete(oldest)
    const bucket = { tokens: burst, at }
    buckets.set(client, bucket)
    return bucket
  }
  broadcast?.listen(topic, (body) => {
    // A client that exceeds the limit on all workers at once is not locked out for longer than a burst.
    for (const [client, taken] of readTaken(body)) {
      const bucket = open(client)
      bucket.tokens = Math.max(-burst, bucket.tokens - taken)
    }
  })
  const sending = setInterval(() => {
    if (unsent.size > 0) broadcast?.send(topic, [...unsent])
    unsent.clear()
  }, SEND_INTERVAL_MILLISECONDS).unref()
  const cleaning = setInterval(() => {
    const at = now()
    for (const [client, bucket] of buckets) {
      refill(bucket, at)
      if (bucket.tokens >= burst) buckets.delete(client)
    }
  }, CLEAN_INTERVAL_MILLISECONDS).unref()
  return {
    take: (client) => {
      const bucket = open(client)
      if (bucket.tokens < 1) return (1 - bucket.tokens) / rate
      bucket.tokens--
      if (broadcast) unsent.set(client, (unsent.get(client) ?? 0) + 1)
      return 0
    },
    close: () => {
      clearInterval(sending)
      clearInterval(cleaning)
    },
  }
}

function readTaken(body: unknown): readonly (readonly [string, number])[] {
  if (!Array.isArray(body)) return []
  return body.filter(
    (entry): entry is [string, number] =>
      Array.isArray(entry) && typeof entry[0] === 'string' && typeof entry[1] === 'number' && entry[1] > 0,
  )
}
