/** Maps the location of an event that other programs store as one text. */
import type { RawInput } from '../domain/fields/validate-input.ts'

/**
 * The part before the first comma is the name of the venue, the rest its address; lines are parts too. A URL is the link
 * of an online event. Undefined without a location.
 */
export function mapLocation(text: string): RawInput | undefined {
  const location = joinLines(text)
  if (location === '') return undefined
  if (/^https?:\/\/\S+$/i.test(location)) return { venue: '', virtual_url: location, attendance_mode: 'online' }
  const comma = location.indexOf(',')
  const name = location.slice(0, Math.max(comma, 0)).trim()
  return { venue: name === '' ? { venue: location } : { venue: name, address: location.slice(comma + 1).trim() } }
}

const joinLines = (text: string): string =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .join(', ')
