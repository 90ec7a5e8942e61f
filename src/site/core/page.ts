import type { ImageView } from '../../presenters/image.ts'
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
  /** Scripts of the page in addition to those of every page, by file name. */
  readonly scripts?: readonly string[]
  /** Whether the page shows what every visitor may see, so that it can be compared with its current version. */
  readonly isLive?: boolean
  /** Suggested size of a frame. Pages without one cannot be embedded. */
  readonly embedSize?: PixelSize
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
