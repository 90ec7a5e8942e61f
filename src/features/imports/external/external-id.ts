import { parseExternalId } from '../../../calendar/posts/external-id.ts'

/** `source:key`, or empty if the result is not a valid external id. A URL as source is reduced to its host. */
export function createExternalId(source: string, key: string): string {
  const name = URL.canParse(source) && source.includes('//') ? new URL(source).hostname : source
  const label = name.replaceAll(/[^A-Za-z0-9._-]+/g, '-').replace(/^[^A-Za-z0-9]+/, '')
  const parsed = parseExternalId(`${label}:${key}`)
  return 'value' in parsed ? parsed.value : ''
}
