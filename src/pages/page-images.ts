/** Images of pages: those of the API, with their placeholders and variants. */

import { findDerivedImages } from '../calendar/images/derived-images.ts'
import type { ImageVariant } from '../calendar/images/image.ts'
import type { ImageView } from '../calendar/images/present-image.ts'
import { fileUrl, type Urls } from '../calendar/posts/urls.ts'
import type { Services } from '../calendar/services.ts'

interface VariantView extends Pick<ImageVariant, 'type' | 'width'> {
  readonly url: string
}

/** Images without placeholder and variants are new, or come from a view that was not passed to `addImageData`. */
export interface PageImage extends ImageView {
  /** Base64; empty until it is computed. */
  readonly thumbhash?: string
  readonly variants?: readonly VariantView[]
}

interface WithImage {
  readonly image?: ImageView | false | undefined
}

interface ImageDataSource {
  readonly services: Pick<Services, 'database'>
  readonly urls: Urls
}

/** Adds placeholders and variants to the images of views (`PageImage`), by one query for all of them. */
export async function addImageData<T extends WithImage>(
  { services, urls }: ImageDataSource,
  views: readonly T[],
): Promise<readonly T[]> {
  const ids = new Set(views.flatMap(({ image }) => (image ? [image.id] : [])))
  const derived = await findDerivedImages(services.database.read, [...ids])
  return views.map((view) => {
    const data = view.image ? derived.get(view.image.id) : undefined
    if (!view.image || !data) return view
    const variants = data.variants.map(({ type, width, key }) => ({ type, width, url: fileUrl(urls, key) }))
    const image: PageImage = { ...view.image, thumbhash: data.thumbhash, variants }
    return { ...view, image }
  })
}
