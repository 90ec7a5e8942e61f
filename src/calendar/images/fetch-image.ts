/** Fetches images by URL, and the errors of images in writes. */
import { createInvalidParams, type FieldError } from '../../kernel/problem.ts'
import type { Services } from '../services.ts'
import type { RejectedImage } from './image-decoder.ts'
import { MAX_IMAGE_BYTES } from './image-files.ts'

/** Throws `rest_invalid_param` naming the field of a URL that cannot be fetched. */
export async function fetchImage(services: Services, field: string, url: string): Promise<Buffer> {
  if (services.mustNotFetch) throw createInvalidParams({ [field]: NOT_IN_LIBRARY_ERROR })
  const fetched = await services.fetch(url, IMAGE_REQUEST)
  if ('failure' in fetched)
    throw createInvalidParams({ [field]: fetched.failure === 'too-large' ? TOO_LARGE_ERROR : NOT_FETCHED_ERROR })
  return fetched.bytes
}

export const IMAGE_REQUEST = { accept: 'image/*', maxBytes: MAX_IMAGE_BYTES }

type InvalidFieldError = Extract<FieldError, { kind: 'invalid' }>

export const createImageError = (
  message: InvalidFieldError['message'] & string,
  limits: Readonly<Record<string, number>> = {},
): FieldError => ({
  kind: 'invalid',
  message,
  values: Object.fromEntries(Object.entries(limits).map(([name, limit]) => [name, String(limit)])),
})

/** The reason is not reported: it would reveal what exists in the server's network. */
const NOT_FETCHED_ERROR = createImageError('error.image_not_fetched')
const NOT_IN_LIBRARY_ERROR = createImageError('error.image_not_in_library')
const TOO_LARGE_ERROR = createImageError('error.image_too_large', { limit: MAX_IMAGE_BYTES })
const NOT_AN_IMAGE_ERROR = createImageError('error.image_not_a_picture')
const TOO_COSTLY_ERROR = createImageError('error.image_too_costly')

/** The error for a file that cannot be stored. */
export function createImageFieldError(image: RejectedImage): FieldError {
  if (image.failure !== 'too-many-pixels') return image.failure === 'too-costly' ? TOO_COSTLY_ERROR : NOT_AN_IMAGE_ERROR
  return createImageError('error.image_too_many_pixels', { limit: image.megapixels, side: image.side })
}
