/** Counts the digests of this process by their result. */

const DIGEST_RESULTS = ['sent', 'failed', 'rejected'] as const

export interface DigestCounters {
  /** `failed` is repeated later, `rejected` is not. */
  readonly count: (result: (typeof DIGEST_RESULTS)[number]) => void
  readonly counts: () => Readonly<Record<string, number>>
}

export function createDigestCounters(): DigestCounters {
  const counts = new Map<string, number>(DIGEST_RESULTS.map((result) => [result, 0]))
  return {
    count: (result) => {
      counts.set(result, (counts.get(result) ?? 0) + 1)
    },
    counts: () => Object.fromEntries(counts),
  }
}
