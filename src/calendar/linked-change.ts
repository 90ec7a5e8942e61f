import { plainText } from '../text/html.ts'
import type { OrganizerInput } from './organizer.ts'
import type { LinkedKind, Organizer, Post, PostOf, Venue } from './post.ts'
import { type Circumstances, changedPost } from './post-change.ts'
import { problem } from './problem.ts'
import { stateOrProvince, type VenueInput } from './venue.ts'

export interface LinkedInputOf {
  venue: Partial<VenueInput>
  organizer: Partial<OrganizerInput>
}

type Change<K extends LinkedKind> = (
  input: LinkedInputOf[K],
  current: PostOf[K] | undefined,
  circumstances: Circumstances,
) => PostOf[K]

/** A venue or organizer after a creation or a partial update (Q23). A blank name fails with the kind's own code. */
export const changedLinked: { readonly [K in LinkedKind]: Change<K> } = {
  venue: (input, current, circumstances) => {
    if (input.venue?.trim() === '') throw problem('could-not-create-venue')
    return {
      ...changedPost({ ...input, ...titleOf(input.venue, current) }, current, circumstances),
      ...venueDetails(input, current),
    }
  },
  organizer: (input, current, circumstances) => {
    if (input.organizer?.trim() === '') throw problem('could-not-create-organizer')
    return {
      ...changedPost({ ...input, ...titleOf(input.organizer, current) }, current, circumstances),
      phone: input.phone ?? current?.phone ?? '',
      website: input.website ?? current?.website ?? '',
      email: input.email ?? current?.email ?? '',
    }
  },
}

/** A new record is asked to have its name as slug, so that drafts have one too (observed; events differ). */
function titleOf(title: string | undefined, current: Post | undefined): { title?: string; slug?: string } {
  if (title === undefined) return {}
  return current ? { title } : { title, slug: plainText(title) }
}

type VenueDetails = Omit<Venue, keyof Organizer> & Pick<Venue, 'phone' | 'website'>

function venueDetails(input: Partial<VenueInput>, current: Venue | undefined): VenueDetails {
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
  return {
    ...address,
    stateprovince: changedRegion(input, current, address),
    show_map: input.show_map ?? current?.show_map ?? true,
    show_map_link: input.show_map_link ?? current?.show_map_link ?? true,
  }
}

/** Derived anew when the request names a part of it; otherwise it stays (Q23). */
function changedRegion(
  input: Partial<VenueInput>,
  current: Venue | undefined,
  address: Pick<Venue, 'country' | 'state' | 'province'>,
): string {
  if (input.stateprovince) return input.stateprovince
  const isDerived = input.state !== undefined || input.province !== undefined || input.country !== undefined
  if (current && !isDerived) return input.stateprovince ?? current.stateprovince
  return stateOrProvince(address)
}
