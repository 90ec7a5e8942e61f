/** Fetches images for an import and describes failures. */

import { IMAGE_REQUEST } from '../../calendar/images/fetch-image.ts'
import { MAX_IMAGE_BYTES } from '../../calendar/images/image-files.ts'
import type { PendingImage, storeFetchedImage } from '../../calendar/images/write-with-images.ts'
import type { Services } from '../../calendar/services.ts'

export interface ImageFailure {
  readonly kind: 'failed'
  readonly reason: string
}

export interface FetchedImage {
  readonly kind: 'fetched'
  readonly url: string
  readonly bytes: Buffer
}

export type FetchImage = (url: string) => Promise<ImageFailure | FetchedImage>

export const createImageFailure = (reason: string): ImageFailure => ({ kind: 'failed', reason })

/** Consecutive failures after which a host is skipped. Each may take 20 seconds. */
const MAX_FAILURES = 3

/** Skips hosts that do not respond. */
export function createImageFetcher(services: Services): FetchImage {
  const failures = new Map<string, number>()
  const getFailureCount = (host: string) => failures.get(host) ?? 0
  return async (url) => {
    const { host } = new URL(url)
    if (getFailureCount(host) >= MAX_FAILURES) return createImageFailure(`${host} did not respond to earlier requests`)
    const fetched = await services.fetch(url, IMAGE_REQUEST)
    if ('bytes' in fetched) {
      failures.delete(host)
      return { kind: 'fetched', url, bytes: fetched.bytes }
    }
    if (fetched.failure === 'unreachable' || fetched.failure === 'timeout')
      failures.set(host, getFailureCount(host) + 1)
    return createImageFailure(FAILURE_REASONS[fetched.failure])
  }
}

const FAILURE_REASONS = {
  refused: 'the host is not public and not in IMAGE_FETCH_ALLOW',
  unreachable: 'the host cannot be reached',
  timeout: 'the host does not respond in time',
  status: 'the response status is not 200',
  redirects: 'it redirects too often',
  encoding: 'the response is compressed although identity was requested',
  'too-large': `it has more than ${MAX_IMAGE_BYTES} bytes`,
  'not-an-image': 'it is not a JPEG, PNG, GIF, WebP or AVIF image, or it is damaged',
  'too-costly': 'it takes too much memory or time to process',
} as const

type RejectedStagedImage = Exclude<Awaited<ReturnType<typeof storeFetchedImage>>, PendingImage>

export function describeRejection(image: RejectedStagedImage): string {
  if (image.failure !== 'too-many-pixels') return FAILURE_REASONS[image.failure]
  return `it has more than ${image.megapixels} megapixels, or a side of more than ${image.side} pixels`
}
