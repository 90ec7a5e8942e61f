import { plainText } from '../text/html.ts'
import { changedPlace } from './geocoding.ts'
import type { OrganizerInput } from './organizer.ts'
import { type LinkedKind, NEVER, type Organizer, type Post, type PostOf, type Venue } from './post.ts'
import { type Circumstances, changedPost, type PostInput } from './post-change.ts'
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
      ...changedLinkedPost(input, input.venue, current, circumstances),
      ...venueDetails(input, current),
    }
  },
  organizer: (input, current, circumstances) => {
    if (input.organizer?.trim() === '') throw problem('could-not-create-organizer')
    return {
      ...changedLinkedPost(input, input.organizer, current, circumstances),
      phone: input.phone ?? current?.phone ?? '',
      website: input.website ?? current?.website ?? '',
      email: input.email ?? current?.email ?? '',
    }
  },
}

/**
 * A new record is asked to have its name as slug, so that drafts have one too, and a record that was published keeps
 * its time when it becomes a draft again (both observed; events differ).
 */
function changedLinkedPost(
  input: Omit<PostInput, 'title'>,
  title: string | undefined,
  current: Post | undefined,
  circumstances: Circumstances,
): Post {
  const named = title === undefined ? {} : { title, ...(!current && { slug: plainText(title) }) }
  const changed = changedPost({ ...input, ...named }, current, circumstances)
  return current && changed.date_utc === NEVER ? { ...changed, date_utc: current.date_utc } : changed
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
  const located = { ...address, stateprovince: changedRegion(input, current, address) }
  return {
    ...located,
    show_map: input.show_map ?? current?.show_map ?? true,
    show_map_link: input.show_map_link ?? current?.show_map_link ?? true,
    ...changedPlace(input, current, located),
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
