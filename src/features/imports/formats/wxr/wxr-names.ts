/** Names of the WordPress export format (WXR 1.2) that the reader and the writer share. */
import type { PostKind } from '../../../../kernel/post.ts'
import type { Taxonomy } from '../../../../kernel/term.ts'

export const WXR_POST_TYPES = {
  event: 'tribe_events',
  venue: 'tribe_venue',
  organizer: 'tribe_organizer',
} as const satisfies Record<PostKind, string>

export const WXR_TAXONOMIES = { category: 'tribe_events_cat', tag: 'post_tag' } as const satisfies Record<
  Taxonomy,
  string
>
