/** Venues and organizers that are probably the same as one whose name is typed. */
import { useQuery } from '@tanstack/react-query'
import { send } from '../api/client.ts'
import { useDelayed } from './use-delayed.ts'

export interface SimilarRecord {
  readonly id: number
  readonly name: string
  readonly address?: string
  readonly city?: string
  readonly match: string
}

interface SimilarQuery {
  readonly resource: 'venues' | 'organizers'
  readonly name: string
  readonly address?: string | undefined
  readonly city?: string | undefined
  /** Id of the record that is edited; undefined for a new one. */
  readonly exclude?: string | number | undefined
}

/** Only venues are compared by their address. */
export function useSimilarRecords({ resource, name, address, city, exclude }: SimilarQuery): readonly SimilarRecord[] {
  const query = useDelayed({ name, ...(resource === 'venues' && { address, city }), exclude })
  const { data } = useQuery({
    queryKey: ['similar', resource, query],
    queryFn: async ({ signal }) =>
      (await send<{ records: readonly SimilarRecord[] }>(`/${resource}/similar`, { query, signal })).json.records,
    enabled: query.name.trim() !== '',
    retry: false,
  })
  return data ?? []
}
