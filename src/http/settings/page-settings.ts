/** Settings of maps, videos and of live updates of pages; part of `SETTINGS`. */
import { DEFAULT_VIDEO_HOSTS } from '../../base/text/videos.ts'
import {
  anyText,
  type ConfigSetting,
  hosts,
  httpUrlWithoutCredentials,
  onOff,
  type SettingType,
} from './setting-types.ts'

/** URL template of map tiles. */
function parseTilesUrl(text: string): string | undefined {
  if (text === '') return ''
  return /^https?:\/\/\S+$/.test(text) && ['{z}', '{x}', '{y}'].every((part) => text.includes(part)) ? text : undefined
}

export const MAP_SETTINGS = {
  MAP_TILES_URL: {
    default: '',
    describe:
      "Tiles of the maps on pages (https://tiles.example/{z}/{x}/{y}.png), loaded by visitors' browsers; no maps by default",
    expected: 'an http or https URL with {z}, {x} and {y}',
    parse: parseTilesUrl,
    secret: true,
  },
  MAP_TILES_ATTRIBUTION: {
    default: '© OpenStreetMap contributors',
    describe: 'Attribution shown on maps',
    ...anyText,
  },
  GEOCODER_URL: {
    default: '',
    describe:
      'Search URL of a Nominatim-compatible geocoder for venues (https://nominatim.example/search); none by default',
    ...httpUrlWithoutCredentials,
    secret: true,
  },
} as const satisfies Record<string, ConfigSetting<unknown>>

export const LIVE_SETTINGS = {
  LIVE_PAGES: {
    default: 'on',
    describe: 'off: public pages do not open an event stream to learn of changes',
    ...onOff,
  },
} as const satisfies Record<string, ConfigSetting<unknown>>

const videoHosts: SettingType<readonly string[]> = {
  expected: `${hosts.expected}, or off`,
  parse: (text) => (text === 'off' ? [] : hosts.parse(text)),
}

export const VIDEO_SETTINGS = {
  VIDEO_HOSTS: {
    default: DEFAULT_VIDEO_HOSTS.join(','),
    describe:
      'Hosts whose videos pages play after a click: youtube.com, vimeo.com, dailymotion.com and PeerTube instances such as tube.example.org; off: none',
    ...videoHosts,
  },
} as const satisfies Record<string, ConfigSetting<unknown>>
