import { toPlainText } from '../../base/text/sanitize.ts'
import {
  type LinkedKind,
  NEVER_PUBLISHED,
  type Organizer,
  type Post,
  type PostByKind,
  type Venue,
} from '../../kernel/post.ts'
import { problem } from '../../kernel/problem.ts'
import { applyPostInput, type PostInput, type WriteContext } from '../posts/apply-post-input.ts'
import { chooseStateOrProvince } from './address.ts'
import { applyGeoInput } from './geocoding-state.ts'
import type { OrganizerInput } from './organizer-fields.ts'
import type { VenueInput } from './venue-fields.ts'

/** Only `wp/v2` sets slugs and excerpts of venues and organizers. */
type LinkedPostInput = Pick<PostInput, 'slug' | 'excerpt'>

export interface LinkedInputByKind {
  venue: Partial<VenueInput> & LinkedPostInput
  organizer: Partial<OrganizerInput> & LinkedPostInput
}

type ApplyLinkedInput<K extends LinkedKind> = (
  input: LinkedInputByKind[K],
  current: PostByKind[K] | undefined,
  circumstances: WriteContext,
) => PostByKind[K]

/** Applies the input of a creation or a partial update (Q23). A blank name throws the code of the kind. */
export const applyLinkedInput: { readonly [K in LinkedKind]: ApplyLinkedInput<K> } = {
  venue: (input, current, context) => {
    if (input.venue?.trim() === '') throw problem('could-not-create-venue')
    return {
      ...applyLinkedPostInput(input, input.venue, current, context),
      ...applyVenueDetails(input, current),
    }
  },
  organizer: (input, current, context) => {
    if (input.organizer?.trim() === '') throw problem('could-not-create-organizer')
    return {
      ...applyLinkedPostInput(input, input.organizer, current, context),
      phone: input.phone ?? current?.phone ?? '',
      website: input.website ?? current?.website ?? '',
      email: input.email ?? current?.email ?? '',
    }
  },
}

/**
 * New records without a slug get one from their name, so drafts have one too; a published record that becomes a draft keeps its
 * date. As in the reference, where events differ.
 */
function applyLinkedPostInput(
  input: Omit<PostInput, 'title'>,
  title: string | undefined,
  current: Post | undefined,
  context: WriteContext,
): Post {
  const titleInput = title === undefined ? {} : { title, ...(!current && { slug: input.slug ?? toPlainText(title) }) }
  const post = applyPostInput({ ...input, ...titleInput }, current, context)
  return current && post.date_utc === NEVER_PUBLISHED ? { ...post, date_utc: current.date_utc } : post
}

type VenueDetails = Omit<Venue, keyof Organizer> & Pick<Venue, 'phone' | 'website'>

function applyVenueDetails(input: Partial<VenueInput>, current: Venue | undefined): VenueDetails {
  const address = {
    address: input.address ?? current?.address ?? '',
    city: input.city ?? current?.city ?? '',
    country: input.country ?? current?.country ?? '',
    province: input.province ?? current?.province ?? '',
    state: input.state ?? current?.state ?? '',
    zip: input.zip ?? current?.zip ?? '',
    phone: input.phone ?? current?.phone ?? '',
    website: input.website ?? current?.website ?? '',
  }
  const located = { ...address, stateprovince: resolveRegion(input, current, address) }
  return {
    ...located,
    show_map: input.show_map ?? current?.show_map ?? true,
    show_map_link: input.show_map_link ?? current?.show_map_link ?? true,
    ...applyGeoInput(input, current, located),
  }
}

/** Recomputed when the input contains a part of it, otherwise unchanged (Q23). */
function resolveRegion(
  input: Partial<VenueInput>,
  current: Venue | undefined,
  address: Pick<Venue, 'country' | 'state' | 'province'>,
): string {
  if (input.stateprovince) return input.stateprovince
  const isDerived = input.state !== undefined || input.province !== undefined || input.country !== undefined
  if (current && !isDerived) return input.stateprovince ?? current.stateprovince
  return chooseStateOrProvince(address)
}
