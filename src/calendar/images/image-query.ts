import type { DateTime } from '../../base/time/date-time.ts'
import { modifiedAfterField, pageField, perPageField, searchField } from '../../kernel/common-fields.ts'
import {
  defineBooleanField,
  defineNonEmptyTextField,
  definePositiveField,
  type Parsed,
  positives,
} from '../../kernel/field.ts'
import type { TimeContext } from '../../kernel/site.ts'
import { can, type Viewer } from '../../kernel/user.ts'
import { findModifiedAfterExpiry, resolveModifiedAfter } from '../lists/modified-after.ts'
import type { Pagination } from '../lists/query-plan.ts'
import { parseSearchQuery, type SearchQuery } from '../lists/search-query.ts'
import { createPostReferences } from './image-fields.ts'
import { getLibraryScope, type LibraryScope } from './media-access.ts'

export const mediaQuery = {
  page: pageField,
  per_page: perPageField,
  search: searchField,
  slug: defineNonEmptyTextField({ describe: 'media.slug' }),
  media_type: defineNonEmptyTextField({ describe: 'media.media_type' }),
  mime_type: defineNonEmptyTextField({ describe: 'media.mime_type' }),
  include: positives('list.include'),
  post: {
    ...definePositiveField('media.list_post'),
    expects: { key: 'hint.record_id' },
    references: createPostReferences,
  },
  modified_after: modifiedAfterField,
  missing_alt: defineBooleanField('media.missing_alt'),
  /** Only for viewers who see every record, because the filter reveals that hidden ones use an image. */
  unused: {
    ...defineBooleanField('media.unused'),
    allows: (_value: boolean, viewer: Viewer): boolean => can(viewer, 'edit_others_posts'),
  },
} as const

export type MediaQuery = Parsed<typeof mediaQuery>

export interface MediaPlan extends Pagination {
  readonly search: SearchQuery | undefined
  readonly slug: string | undefined
  /** Prefix of the content type, such as `image/`. */
  readonly typePrefix: string | undefined
  readonly include: readonly number[] | undefined
  readonly post: number | undefined
  /** UTC. */
  readonly modifiedAfter: DateTime | undefined
  /** Last second, UTC, in which the query has this meaning; undefined for the end of the site's day. */
  readonly validUntil: DateTime | undefined
  readonly missingAlt: boolean | undefined
  readonly unused: boolean | undefined
  readonly scope: LibraryScope
}

export interface MediaPlanContext {
  readonly viewer: Viewer
  readonly clock: TimeContext
  readonly paging: Pagination
}

export function planMedia(query: MediaQuery, { viewer, clock, paging }: MediaPlanContext): MediaPlan {
  return {
    ...paging,
    search: parseSearchQuery(query.search),
    slug: query.slug,
    typePrefix: query.mime_type ?? (query.media_type && `${query.media_type}/`),
    include: query.include,
    post: query.post,
    modifiedAfter: resolveModifiedAfter(query.modified_after, clock),
    validUntil: findModifiedAfterExpiry(query.modified_after, clock),
    missingAlt: query.missing_alt,
    unused: query.unused,
    scope: getLibraryScope(viewer),
  }
}
