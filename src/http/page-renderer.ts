/** Interface between the HTTP layer and the pages of the public calendar, which do not import each other. */

import type { Language } from '../base/i18n/language.ts'
import type { DateTime } from '../base/time/date-time.ts'
import type { Urls } from '../calendar/posts/urls.ts'
import type { Services } from '../calendar/services.ts'
import type { RawInput } from '../kernel/validate-input.ts'
import type { EventPreview } from '../kernel/visibility.ts'

export interface PageRequest {
  /** Path after the language segment, percent-encoded. */
  readonly path: string
  readonly query: RawInput
  readonly language: Language
  readonly urls: Urls
  /** Record password submitted by a form. */
  readonly password: string | undefined
  /** IP address of the client. */
  readonly ip: string
}

export interface PageResponse {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly text: string
  /** Last second in which the page is valid, UTC; undefined for the end of the day. */
  readonly until: DateTime | undefined
  /** True if a password unlocked the page, so that it must not be cached publicly. */
  readonly isPersonal: boolean
}

/** Maximum size in CSS pixels requested by the embedding site. */
export interface OembedLimits {
  readonly width: number | undefined
  readonly height: number | undefined
}

/** Keys in the order of the oEmbed specification. */
export type OembedDescription = Readonly<Record<string, string | number>>

export type OembedResult =
  | { readonly kind: 'moved'; readonly to: string }
  /** The page requires a password. */
  | { readonly kind: 'locked' }
  | { readonly kind: 'shown'; readonly description: OembedDescription; readonly until: DateTime | undefined }

/** The events of a page as a feed: of one event, or of a list. */
export interface PageFeed {
  readonly format: 'ics' | 'rss'
  /** Id of the event; undefined for a list. */
  readonly eventId: number | undefined
  /** Parameters of the list of events, or of the event. */
  readonly query: RawInput
}

/** Features add the pages that they need, where they serve them. */
export interface PageRenderer {
  /** Query parameters that pages read. */
  readonly queryParameters: readonly string[]
  /** True if the path is one of a page, existing or not. */
  readonly isPage: (path: string) => boolean
  /** True if the request is for the events of the page as a feed. */
  readonly isFeedRequest: (path: string, query: RawInput) => boolean
  /**
   * The requested feed; undefined when the page itself must be rendered. Throws `rest_invalid_param` for unknown
   * filters.
   */
  readonly findFeed: (services: Services, request: PageRequest) => Promise<PageFeed | undefined>
  readonly render: (services: Services, request: PageRequest) => Promise<PageResponse>
  /** The page of an event that visitors may not read; 404 if the preview does not permit it. */
  readonly renderPreview: (
    services: Services,
    where: Pick<PageRequest, 'language' | 'urls'>,
    preview: EventPreview,
  ) => Promise<PageResponse>
  /** Undefined for paths that are no pages for visitors. */
  readonly describeOembed: (
    services: Services,
    request: PageRequest,
    most: OembedLimits,
  ) => Promise<OembedResult | undefined>
}
