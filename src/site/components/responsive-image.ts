/** Pictures in the sizes there are of them. */

import type { ImageView } from '../../presenters/image.ts'
import { type Html, html } from '../core/html-template.ts'

interface ResponsiveImageOptions {
  /** How wide it is shown, as in the attribute `sizes`. */
  readonly sizes: string
  readonly isAboveFold: boolean
}

/** Sizes that are cut to another shape are no other form of the same picture. */
const ASPECT_RATIO_TOLERANCE = 0.02

/** What it shows is said nowhere, so it counts as an ornament. */
export function renderResponsiveImage(image: ImageView, { sizes, isAboveFold }: ResponsiveImageOptions): Html {
  const aspectRatio = image.width / image.height
  const candidates = [...Object.values(image.sizes ?? {}), image].filter(
    ({ width, height }) => Math.abs(width / height / aspectRatio - 1) < ASPECT_RATIO_TOLERANCE,
  )
  const sources = candidates.toSorted((a, b) => a.width - b.width).map(({ url, width }) => `${url} ${width}w`)
  const loading = isAboveFold ? html`fetchpriority="high"` : html`loading="lazy" decoding="async"`
  const sourceSet = sources.length > 1 && html` srcset="${sources.join(', ')}" sizes="${sizes}"`
  return html`<img src="${image.url}"${sourceSet} width="${image.width}" height="${image.height}" alt="" ${loading}>`
}
