/** What the door asks of the public calendar, and what that answers: all that the two know of each other. */

import type { DateTime } from '../datetime/parse-date.ts'
import type { AuthorizationStep } from '../domain/access/app-authorization.ts'
import type { RawInput } from '../domain/fields/validate-input.ts'
import type { Site } from '../domain/site.ts'
import type { Language } from '../i18n/language.ts'
import type { Urls } from '../presenters/urls.ts'
import type { Services } from './services.ts'

export interface PageRequest {
  /** Below the folder of the language, still percent-encoded. */
  readonly path: string
  readonly query: RawInput
  readonly language: Language
  readonly urls: Urls
  /** That came with a form, to open what is protected. */
  readonly password: string | undefined
  /** Whence it came. */
  readonly ip: string
}

export interface PageResponse {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly text: string
  /** Last second for which it is true, UTC; undefined when that is the end of the day. */
  readonly until: DateTime | undefined
  /** Opened by a password: for nobody else. */
  readonly isPersonal: boolean
}

/** Of whoever shows a page in another site; in CSS pixels. */
export interface OembedLimits {
  readonly width: number | undefined
  readonly height: number | undefined
}

/** In the order in which the standard names them. */
export type OembedDescription = Readonly<Record<string, string | number>>

export type OembedResult =
  | { readonly kind: 'moved'; readonly to: string }
  /** It wants a password. */
  | { readonly kind: 'locked' }
  | { readonly kind: 'shown'; readonly description: OembedDescription; readonly until: DateTime | undefined }

/** The events of a page as a feed: of one event, or of a list. */
export interface PageFeed {
  readonly format: 'ics' | 'rss'
  /** ID of the only event. */
  readonly eventId: number | undefined
  /** Parameters of the list of events, or of the event. */
  readonly query: RawInput
}

export interface PageRenderer {
  /** Names of a query that pages read. */
  readonly queryParameters: readonly string[]
  /** Whether an address is that of a page, be it there or not. */
  readonly isPage: (path: string) => boolean
  /** Whether a request for a page asks for its events as a feed. */
  readonly isFeedRequest: (path: string, query: RawInput) => boolean
  /** The feed asked for; undefined where the page must answer. Throws `rest_invalid_param` for unknown filters. */
  readonly findFeed: (services: Services, request: PageRequest) => Promise<PageFeed | undefined>
  readonly render: (services: Services, request: PageRequest) => Promise<PageResponse>
  /** Undefined for what is no page that visitors see. */
  readonly describeOembed: (
    services: Services,
    request: PageRequest,
    most: OembedLimits,
  ) => Promise<OembedResult | undefined>
  readonly renderAuthorization: (
    services: Services,
    where: Pick<PageRequest, 'language' | 'urls'>,
    step: AuthorizationStep,
  ) => PageResponse
}

/** Of the page that documents the interface. */
export interface DocsPageInput {
  readonly site: Site
  /** The page is in it. */
  readonly language: Language
  /** Of the calendar's own mount, in the language of the address, if it names one. */
  readonly urls: Urls
  /** Address of a file of pages, from the root of the site. */
  readonly getAssetUrl: (name: string) => string
}
