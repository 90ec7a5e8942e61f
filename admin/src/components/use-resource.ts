/** Reads of the API that are repeated while something is in progress. */
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type ApiRequest, send } from '../api/client.ts'

interface ResourceOptions<T> {
  readonly query?: ApiRequest['query']
  /** Reads again every second while it returns true. */
  readonly isPending?: (data: T) => boolean
  /** Reads again when it changes. */
  readonly version?: string
}

const POLL_MILLISECONDS = 1000

/** The response to a GET request. It is read again by `queryClient.invalidateQueries({ queryKey: [path] })`. */
export function useResource<T>(path: string, { query, isPending, version }: ResourceOptions<T> = {}) {
  return useQuery({
    queryKey: [path, query, version],
    queryFn: async () => (await send<T>(path, { query })).json,
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => (state.data !== undefined && isPending?.(state.data) ? POLL_MILLISECONDS : false),
  })
}
