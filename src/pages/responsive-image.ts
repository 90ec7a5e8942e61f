/** Images in several sizes and formats, with a placeholder. */
import type { ImageType } from '../calendar/images/image.ts'
import { type Html, html } from './html-template.ts'
import type { PageImage } from './page-images.ts'

interface ResponsiveImageOptions {
  /** Value of the HTML attribute `sizes`. */
  readonly sizes: string
  /** True if the image is visible at once. One image of a page at most, because it is loaded before the others. */
  readonly isAboveFold: boolean
}

/** Excludes cropped sizes, which have another aspect ratio. */
const ASPECT_RATIO_TOLERANCE = 0.02

/** Browsers use the first type that they support. */
const VARIANT_TYPES: readonly ImageType[] = ['image/avif', 'image/webp']

/** Number of events of which one is visible without scrolling on common screens. */
const EVENTS_ABOVE_FOLD = 4

/** The event whose image is loaded first, if one at the beginning of a list has an image. */
export const findLeadImage = <T extends { readonly image?: unknown }>(events: readonly T[]): T | undefined =>
  events.slice(0, EVENTS_ABOVE_FOLD).find(({ image }) => image)

/** `object-position` in steps of 10 %, as classes, because the Content-Security-Policy forbids inline styles. */
function renderFocus({ focal_point }: PageImage): Html | undefined {
  if (!focal_point) return undefined
  const toStep = (fraction: number) => Math.round(fraction * 10)
  return html` class="focus-x-${toStep(focal_point.x)} focus-y-${toStep(focal_point.y)}"`
}

/** Without alternative text, the image is decorative (`alt=""`). */
export function renderResponsiveImage(image: PageImage, { sizes, isAboveFold }: ResponsiveImageOptions): Html {
  const aspectRatio = image.width / image.height
  const candidates = [...Object.values(image.sizes ?? {}), image].filter(
    ({ width, height }) => Math.abs(width / height / aspectRatio - 1) < ASPECT_RATIO_TOLERANCE,
  )
  const loading = isAboveFold ? html`fetchpriority="high"` : html`loading="lazy" decoding="async"`
  const sourceSet = candidates.length > 1 && html` srcset="${formatSourceSet(candidates)}" sizes="${sizes}"`
  const placeholder = image.thumbhash && html` data-thumbhash="${image.thumbhash}"`
  const img = html`<img src="${image.url}"${sourceSet} width="${image.width}" height="${image.height}"${renderFocus(image)}${placeholder} alt="${image.alt_text ?? ''}" ${loading}>`
  const sources = renderSources(image, sizes)
  return sources.length > 0 ? html`<picture>${sources}${img}</picture>` : img
}

interface SourceCandidate {
  readonly url: string
  readonly width: number
}

const formatSourceSet = (candidates: readonly SourceCandidate[]): string =>
  candidates
    .toSorted((a, b) => a.width - b.width)
    .map(({ url, width }) => `${url} ${width}w`)
    .join(', ')

function renderSources({ variants = [] }: PageImage, sizes: string): readonly Html[] {
  return VARIANT_TYPES.flatMap((type) => {
    const candidates = variants.filter((variant) => variant.type === type)
    if (candidates.length === 0) return []
    return [html`<source type="${type}" srcset="${formatSourceSet(candidates)}" sizes="${sizes}">`]
  })
}
