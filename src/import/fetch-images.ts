/** Fetches images for an import, and says in words why one cannot be had. */
import { MAX_IMAGE_BYTES } from '../usecases/media/image-files.ts'
import { IMAGE_REQUEST, type PendingImage, type storeFetchedImage } from '../usecases/media/write-with-images.ts'
import type { Services } from '../usecases/services.ts'

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

/** Failures in a row after which a host is left alone: each may take 20 seconds. */
const MAX_FAILURES = 3

/** Leaves hosts alone that do not respond. */
export function createImageFetcher(services: Services): FetchImage {
  const failures = new Map<string, number>()
  const getFailureCount = (host: string) => failures.get(host) ?? 0
  return async (url) => {
    const { host } = new URL(url)
    if (getFailureCount(host) >= MAX_FAILURES) return createImageFailure(`${host} did not respond before`)
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
  refused: 'its host is not public, and IMAGE_FETCH_ALLOW does not name it',
  unreachable: 'its host cannot be reached',
  timeout: 'its host does not respond in time',
  status: 'its host does not answer with 200',
  redirects: 'it redirects too often',
  encoding: 'it is compressed although that was not asked for',
  'too-large': `it has more than ${MAX_IMAGE_BYTES} bytes`,
  'not-a-picture': 'it is not a JPEG, PNG, GIF, WebP or AVIF image, or it is damaged',
  'too-costly': 'it takes too much memory or time to process',
} as const

type RejectedStagedImage = Exclude<Awaited<ReturnType<typeof storeFetchedImage>>, PendingImage>

export function describeRejection(image: RejectedStagedImage): string {
  if (image.flaw !== 'too-many-pixels') return FAILURE_REASONS[image.flaw]
  return `it has more than ${image.megapixels} megapixels, or a side of more than ${image.side} pixels`
}
