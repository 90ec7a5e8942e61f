/** Pictures in the sizes there are of them. */
import { type Html, html } from './html.ts'
import type { PictureView } from './views.ts'

interface Shown {
  /** How wide it is shown, as in the attribute `sizes`. */
  readonly sizes: string
  readonly isAbove: boolean
}

/** Sizes that are cut to another shape are no other form of the same picture. */
const SAME_SHAPE = 0.02

/** What it shows is said nowhere, so it counts as an ornament. */
export function picture(view: PictureView, { sizes, isAbove }: Shown): Html {
  const shape = view.width / view.height
  const forms = [...Object.values(view.sizes ?? {}), view].filter(
    ({ width, height }) => Math.abs(width / height / shape - 1) < SAME_SHAPE,
  )
  const set = forms.toSorted((a, b) => a.width - b.width).map(({ url, width }) => `${url} ${width}w`)
  const loading = isAbove ? html`fetchpriority="high"` : html`loading="lazy" decoding="async"`
  const choice = set.length > 1 && html` srcset="${set.join(', ')}" sizes="${sizes}"`
  return html`<img src="${view.url}"${choice} width="${view.width}" height="${view.height}" alt="" ${loading}>`
}
