/** Substring search over folded texts; the engine's trigram index serves words of three letters and more. */
import type { Event, Organizer, PostKind, PostOf, Venue } from '../calendar/post.ts'
import { searchText } from '../text/fold.ts'
import type { Writer } from './database.ts'

const shared = ({ title, content, excerpt }: Event | Venue | Organizer): string[] => [title, excerpt, content]

/** What is searched of each kind: contract 8.5 and 11.2. */
const SEARCHED: { readonly [K in PostKind]: (record: PostOf[K]) => readonly string[] } = {
  event: shared,
  venue: (venue) => [
    ...shared(venue),
    venue.address,
    venue.city,
    venue.province,
    venue.state,
    venue.stateprovince,
    venue.zip,
    venue.phone,
  ],
  organizer: (organizer) => [...shared(organizer), organizer.phone, organizer.email, organizer.website],
}

export async function indexText<K extends PostKind>(
  tx: Writer,
  kind: K,
  record: PostOf[K],
  isNew: boolean,
): Promise<void> {
  const text = searchText(
    SEARCHED[kind](record)
      .filter((part) => part !== '')
      .join('\n'),
  )
  if (isNew) await tx.insertInto('post_search').values({ rowid: record.id, text }).execute()
  else await tx.updateTable('post_search').set({ text }).where('rowid', '=', record.id).execute()
}
