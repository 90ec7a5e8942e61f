/** Counts requests by route, method and status, in plain numbers: the fast path counts every cached response. */

export interface CountedRequests {
  readonly route: string
  readonly method: string
  readonly status: number
  readonly count: number
}

export interface RequestCounters {
  /** `route` must come from a fixed set, because counters are never removed. */
  readonly count: (route: string, method: string, status: number) => void
  /** Counts a request that was rejected because of a limit. */
  readonly countRejection: (limit: string) => void
  readonly requests: () => readonly CountedRequests[]
  readonly rejections: () => ReadonlyMap<string, number>
}

export function createRequestCounters(): RequestCounters {
  const routes = new Map<string, Map<string, Map<number, number>>>()
  const rejected = new Map<string, number>()
  return {
    count: (route, method, status) => {
      const methods = getOrAdd(routes, route, () => new Map<string, Map<number, number>>())
      const statuses = getOrAdd(methods, method, () => new Map<number, number>())
      statuses.set(status, (statuses.get(status) ?? 0) + 1)
    },
    countRejection: (limit) => {
      rejected.set(limit, (rejected.get(limit) ?? 0) + 1)
    },
    requests: () =>
      [...routes].flatMap(([route, methods]) =>
        [...methods].flatMap(([method, statuses]) =>
          [...statuses].map(([status, count]) => ({ route, method, status, count })),
        ),
      ),
    rejections: () => rejected,
  }
}

function getOrAdd<K, V>(map: Map<K, V>, key: K, create: () => V): V {
  const found = map.get(key)
  if (found !== undefined) return found
  const value = create()
  map.set(key, value)
  return value
}
