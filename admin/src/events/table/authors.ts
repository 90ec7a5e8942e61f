import { useQuery } from '@tanstack/react-query'
import { usePermissions } from 'react-admin'
import { send } from '../../api/client.ts'

/** True if the user may read and edit the events of others. */
export function useIsEditor(): boolean {
  const { permissions = [] } = usePermissions<string[]>()
  return permissions.includes('edit_others_posts')
}

interface AuthorList {
  readonly authors: readonly { readonly id: number; readonly name: string }[]
}

/** Names of authors by ID, which only editors may read. */
export function useAuthors(): ReadonlyMap<string, string> {
  const { data = [] } = useQuery({
    queryKey: ['event-authors'],
    enabled: useIsEditor(),
    staleTime: 60_000,
    queryFn: async () => (await send<AuthorList>('/events/authors')).json.authors,
  })
  return new Map(data.map(({ id, name }) => [String(id), name]))
}
