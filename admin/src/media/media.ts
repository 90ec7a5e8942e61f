/** Images of the library, and the requests that are not those of an ordinary resource. */
import { send } from '../api/client.ts'

export interface ImageFile {
  readonly url: string
  readonly width: number
  readonly height: number
}

export interface FocalPoint {
  readonly x: number
  readonly y: number
}

export interface Crop extends FocalPoint {
  readonly width: number
  readonly height: number
}

/** An image as events, venues and organizers contain it. */
export interface ImageView extends ImageFile {
  readonly id: number
  readonly sizes?: Readonly<Record<string, ImageFile>>
  readonly focal_point?: FocalPoint | null
  readonly alt_text?: string
}

/** An image of the library. */
export interface MediaRecord extends ImageView {
  readonly filesize: number
  readonly mime_type: string
  readonly title: string
  readonly alt_text: string
  readonly caption: string
  readonly date: string
  readonly modified: string
  readonly crop: Crop | null
  readonly focal_point: FocalPoint | null
  readonly original: ImageFile | null
}

export interface MediaUse {
  readonly kind: 'event' | 'venue' | 'organizer' | 'series'
  readonly id: number
  readonly title: string
  readonly status: string
  readonly start_date: string | null
}

export const IMAGE_TYPES = 'image/jpeg,image/png,image/gif,image/webp,image/avif'

export const findImages = (files: Iterable<File>): File[] =>
  [...files].filter(({ type }) => IMAGE_TYPES.split(',').includes(type))

export async function uploadFile(file: File): Promise<MediaRecord> {
  const body = new FormData()
  body.append('file', file, file.name)
  return (await send<MediaRecord>('/media', { method: 'POST', body })).json
}

export const uploadUrl = async (url: string): Promise<MediaRecord> =>
  (await send<MediaRecord>('/media', { method: 'POST', body: { url } })).json

export const updateMedia = async (id: number, body: Partial<MediaRecord>): Promise<MediaRecord> =>
  (await send<MediaRecord>(`/media/${id}`, { method: 'POST', body })).json

export const readUsage = async (id: number): Promise<{ readonly usage: readonly MediaUse[]; readonly total: number }> =>
  (await send<{ usage: readonly MediaUse[]; total: number }>(`/media/${id}/usage`)).json

export const replaceMedia = async (id: number, replacement: number): Promise<number> =>
  (await send<{ replaced: number }>(`/media/${id}/replace`, { method: 'POST', body: { with: replacement } })).json
    .replaced

/** URL of the smallest size that is at least `width` pixels wide. */
export function findSizeUrl({ sizes = {}, ...full }: ImageView, width: number): string {
  const isWhole = (size: ImageFile) => Math.abs(size.width / size.height / (full.width / full.height) - 1) < 0.02
  const files = [...Object.values(sizes).filter(isWhole), full].sort((a, b) => a.width - b.width)
  return (files.find((file) => file.width >= width) ?? full).url
}

/** Value of the CSS property `object-position`. */
export const formatPosition = ({ focal_point }: ImageView): string =>
  focal_point ? `${focal_point.x * 100}% ${focal_point.y * 100}%` : '50% 50%'
