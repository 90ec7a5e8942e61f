/** Maps the events of Gancio, which lists them at `/api/events`. */
import { toDateTime } from '../../../../base/time/civil-time.ts'
import type { RawInput } from '../../../../kernel/validate-input.ts'
import { isRawRecord, type RawRecord } from '../record-reader.ts'
import { readFirstText, resolveUrl, toList } from './map-json-ld.ts'

/** Whether the value is a list of events of Gancio. */
export const isGancioList = (value: unknown): value is readonly RawRecord[] =>
  Array.isArray(value) && value.length > 0 && value.every((one) => isRawRecord(one) && isSeconds(one['start_datetime']))

const isSeconds = (value: unknown): value is number => Number.isInteger(value) && Math.abs(Number(value)) < 1e11

/** `pageUrl` is the URL of the list. */
export function mapGancioEvent(event: RawRecord, pageUrl: string): RawInput {
  const start = Number(event['start_datetime'])
  const end = isSeconds(event['end_datetime']) ? event['end_datetime'] : start
  const [image] = toList(event['media'])
  const link =
    toList(event['online_locations'])
      .map((one) => resolveUrl(readFirstText(one), pageUrl))
      .find(Boolean) ?? ''
  const venue = readVenue(event['place'])
  return {
    title: readFirstText(event['title']) || 'Untitled',
    description: readFirstText(event['description']),
    start_date: `${toDateTime(start)}Z`,
    end_date: `${toDateTime(end)}Z`,
    all_day: false,
    venue: venue ?? '',
    tags: toList(event['tags']).map(readFirstText).filter(Boolean),
    image: isRawRecord(image) ? resolveUrl(`/media/${readFirstText(image['url'])}`, pageUrl) : '',
    website: resolveUrl(`/event/${readFirstText(event['slug']) || readFirstText(event['id'])}`, pageUrl),
    virtual_url: link,
    attendance_mode: link === '' ? 'offline' : venue ? 'mixed' : 'online',
  }
}

function readVenue(place: unknown): RawInput | undefined {
  const name = isRawRecord(place) ? readFirstText(place['name']) : ''
  if (!isRawRecord(place) || name === '') return undefined
  const [lat, lng] = [Number(place['latitude'] ?? Number.NaN), Number(place['longitude'] ?? Number.NaN)]
  const isLocated = Math.abs(lat) <= 90 && Math.abs(lng) <= 180
  return { venue: name, address: readFirstText(place['address']), ...(isLocated && { geo_lat: lat, geo_lng: lng }) }
}
