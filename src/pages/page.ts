import type { ImageView } from '../calendar/images/present-image.ts'
import type { Html } from './html-template.ts'

/** Content and metadata of a page. */
export interface Page {
  readonly title: string
  readonly description?: string | undefined
  /** Path and query relative to `Urls.home`. */
  readonly path: string
  /** API URL of the same content. */
  readonly apiUrl: string
  readonly content: Html
  readonly isNoindex?: boolean
  readonly image?: ImageView | undefined
  /** Alternative text of the image, if it has one. */
  readonly imageAlt?: string | undefined
  readonly jsonLd?: unknown
  readonly feeds?: FeedLinks | undefined
  readonly previous?: string | undefined
  readonly next?: string | undefined
  readonly hasMap?: boolean
  /** From the calendar to the page itself, which is the last entry. */
  readonly breadcrumbs?: readonly Breadcrumb[]
  /** True if scripts show times of events in the time zone of the visitor. */
  readonly hasTimes?: boolean
  /** Additional scripts under /assets/. */
  readonly scripts?: readonly string[]
  /** Origins whose frames the page may contain. */
  readonly frameSources?: readonly string[] | undefined
  /** True if the page shows what every visitor may see, so that it can be compared with its current version. */
  readonly isLive?: boolean
  /** Filters that a search on the page retains. */
  readonly searchFilters?: Readonly<Record<string, string | undefined>> | undefined
  /** Suggested size of a frame. Pages without one cannot be embedded. */
  readonly embedSize?: PixelSize
}

export interface Breadcrumb {
  readonly name: string
  /** Relative to `Urls.home`. */
  readonly path: string
}

/** CSS pixels. */
export interface PixelSize {
  readonly width: number
  readonly height: number
}

export interface FeedLinks {
  readonly ical: string
  readonly webcal: string
  readonly rss: string
}
