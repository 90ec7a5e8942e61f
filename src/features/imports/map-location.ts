/** Maps the location of an event that other programs store as one text. */
import type { RawInput } from '../../kernel/validate-input.ts'

/** A venue, or a URL that is the link of an online event. Undefined without a location. */
export function mapLocation(text: string): RawInput | undefined {
  const location = joinLines(text)
  if (location === '') return undefined
  if (/^https?:\/\/\S+$/i.test(location)) return { venue: '', virtual_url: location, attendance_mode: 'online' }
  const { venue, address } = splitLocation(location)
  return { venue: address === undefined ? { venue } : { venue, address } }
}

/** The part before the first comma is the name of the venue, the rest its address. */
export function splitLocation(location: string): { readonly venue: string; readonly address: string | undefined } {
  const comma = location.indexOf(',')
  const name = location.slice(0, Math.max(comma, 0)).trim()
  if (name === '') return { venue: location, address: undefined }
  return { venue: name, address: location.slice(comma + 1).trim() }
}

/** The lines of a location as parts of one line. */
export const joinLines = (text: string): string =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .join(', ')
