/** Parses responses of a Nominatim-compatible geocoder. They are untrusted input. */

import type { Point } from '../../calendar/linked/geo.ts'
import { createDegreesParser } from '../../kernel/common-fields.ts'

export const MAX_GEOCODER_BYTES = 65_536

/** The body as text; undefined if it exceeds 64 KiB, which no valid response does. */
export async function readGeocoderBody({ body }: Response): Promise<string | undefined> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of body ?? []) {
    size += chunk.byteLength
    if (size > MAX_GEOCODER_BYTES) return undefined
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

/** The first place of the list; `none` for an empty list, undefined for invalid text. */
export function parsePoint(text: string): Point | 'none' | undefined {
  const places = parseJson(text)
  if (!Array.isArray(places)) return undefined
  if (places.length === 0) return 'none'
  const [place]: unknown[] = places
  if (typeof place !== 'object' || place === null || !('lat' in place) || !('lon' in place)) return undefined
  const [lat, lng] = [parseDegreesText(place.lat, 90), parseDegreesText(place.lon, 180)]
  return lat === undefined || lng === undefined ? undefined : { lat, lng }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function parseDegreesText(text: unknown, limit: 90 | 180): number | undefined {
  if (typeof text !== 'string' || !/^-?\d{1,3}(?:\.\d{1,20})?$/.test(text)) return undefined
  const parsed = createDegreesParser(limit)(text)
  return 'value' in parsed ? parsed.value : undefined
}
