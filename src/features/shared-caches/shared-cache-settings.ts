/** Settings of the caches in memory and of shared caches in front of the service; part of `SETTINGS`. */
import { PURGE_FORMATS, type PurgeFormatName } from '../../http/response/purge-formats.ts'
import { choice, integer, type SettingType, splitList } from '../../http/settings/setting-types.ts'

/** Requests to these URLs have no user name: `CDN_PURGE_HEADER` authenticates them. */
function isPurgeUrl(text: string): boolean {
  if (!/^https?:/.test(text) || !URL.canParse(text)) return false
  const { username, password, hash } = new URL(text)
  return username + password + hash === ''
}

const purgeUrls: SettingType<readonly string[]> = {
  expected: 'http or https URLs without user name and password, separated by commas',
  parse: (text) => {
    const urls = splitList(text)
    return urls.every(isPurgeUrl) ? [...new Set(urls)] : undefined
  },
}

const FORMAT_NAMES = Object.keys(PURGE_FORMATS) as PurgeFormatName[]

export const CACHE_SETTINGS = {
  CACHE_MEGABYTES: {
    default: '64',
    describe:
      'Memory in MB of each process for responses and rendered records, which are invalidated on write. 0 disables caching',
    ...integer(0, 65_536),
  },
  CDN_SECONDS: {
    default: '10',
    describe: 's-maxage of public responses, in seconds; 0 disables shared caching',
    ...integer(0, 31_536_000),
  },
  CDN_PURGE_URL: {
    default: '',
    describe:
      'URLs of the shared caches that are purged after each change, separated by commas; then CDN_SECONDS can be 3600 or more',
    secret: true,
    ...purgeUrls,
  },
  CDN_PURGE_FORMAT: {
    default: 'xkey',
    describe:
      'Format of purges and of the keys in responses: xkey (Varnish with vmod_xkey), surrogate-key (Fastly) or tags (Cloudflare)',
    ...choice(...FORMAT_NAMES),
  },
  CDN_PURGE_HEADER: {
    default: '',
    describe: 'Header that authenticates purges, as NAME: VALUE, such as Authorization: Bearer TOKEN',
    expected: 'a header, as NAME: VALUE',
    parse: (text: string) => (text === '' || /^[\w-]+: *[\x21-\x7e][\x20-\x7e]*$/.test(text) ? text : undefined),
    secret: true,
  },
} as const
