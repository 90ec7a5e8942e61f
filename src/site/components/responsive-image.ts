/** Images with `srcset`. */

import type { ImageView } from '../../presenters/image.ts'
import { type Html, html } from '../core/html-template.ts'

interface ResponsiveImageOptions {
  /** Value of the HTML attribute `sizes`. */
  readonly sizes: string
  readonly isAboveFold: boolean
}

/** Excludes cropped sizes, which have another aspect ratio. */
const ASPECT_RATIO_TOLERANCE = 0.02

/** `object-position` in steps of 10 %, as classes, because the Content-Security-Policy forbids inline styles. */
function renderFocus({ focal_point }: ImageView): Html | undefined {
  if (!focal_point) return undefined
  const toStep = (fraction: number) => Math.round(fraction * 10)
  return html` class="focus-x-${toStep(focal_point.x)} focus-y-${toStep(focal_point.y)}"`
}

/** Without alternative text, the image is decorative (`alt=""`). */
export function renderResponsiveImage(image: ImageView, { sizes, isAboveFold }: ResponsiveImageOptions): Html {
  const aspectRatio = image.width / image.height
  const candidates = [...Object.values(image.sizes ?? {}), image].filter(
    ({ width, height }) => Math.abs(width / height / aspectRatio - 1) < ASPECT_RATIO_TOLERANCE,
  )
  const sources = candidates.toSorted((a, b) => a.width - b.width).map(({ url, width }) => `${url} ${width}w`)
  const loading = isAboveFold ? html`fetchpriority="high"` : html`loading="lazy" decoding="async"`
  const sourceSet = sources.length > 1 && html` srcset="${sources.join(', ')}" sizes="${sizes}"`
  return html`<img src="${image.url}"${sourceSet} width="${image.width}" height="${image.height}"${renderFocus(image)} alt="${image.alt_text ?? ''}" ${loading}>`
}
