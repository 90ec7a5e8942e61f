/** Fetches images for an import, and says in words why one cannot be had. */
import { MOST_BYTES } from '../actions/picture-files.ts'
import { IMAGE_REQUEST, type StagedImage, type stageFetched } from '../actions/pictures.ts'
import type { Services } from '../actions/services.ts'

export interface Failed {
  readonly kind: 'failed'
  readonly reason: string
}

export interface FetchedImage {
  readonly kind: 'fetched'
  readonly url: string
  readonly bytes: Buffer
}

export type ImageFetch = (url: string) => Promise<Failed | FetchedImage>

export const failed = (reason: string): Failed => ({ kind: 'failed', reason })

/** Failures in a row after which a host is left alone: each may take 20 seconds. */
const MOST_FAILURES = 3

/** Leaves hosts alone that do not respond. */
export function createImageFetch(services: Services): ImageFetch {
  const failures = new Map<string, number>()
  const countOf = (host: string) => failures.get(host) ?? 0
  return async (url) => {
    const { host } = new URL(url)
    if (countOf(host) >= MOST_FAILURES) return failed(`${host} did not respond before`)
    const fetched = await services.fetch(url, IMAGE_REQUEST)
    if ('bytes' in fetched) {
      failures.delete(host)
      return { kind: 'fetched', url, bytes: fetched.bytes }
    }
    if (fetched.failure === 'unreachable' || fetched.failure === 'timeout') failures.set(host, countOf(host) + 1)
    return failed(REASONS[fetched.failure])
  }
}

const REASONS = {
  refused: 'its host is not public, and IMAGE_FETCH_ALLOW does not name it',
  unreachable: 'its host cannot be reached',
  timeout: 'its host does not respond in time',
  status: 'its host does not answer with 200',
  redirects: 'it redirects too often',
  encoding: 'it is compressed although that was not asked for',
  'too-large': `it has more than ${MOST_BYTES} bytes`,
  'not-a-picture': 'it is not a JPEG, PNG, GIF, WebP or AVIF image, or it is damaged',
  'too-costly': 'it takes too much memory or time to process',
} as const

type FlawedImage = Exclude<Awaited<ReturnType<typeof stageFetched>>, StagedImage>

export function describeFlaw(image: FlawedImage): string {
  if (image.flaw !== 'too-many-pixels') return REASONS[image.flaw]
  return `it has more than ${image.megapixels} megapixels, or a side of more than ${image.side} pixels`
}
