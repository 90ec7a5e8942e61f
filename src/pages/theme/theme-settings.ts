/** Settings of the design of pages. */
import { resolve } from 'node:path'
import { type ConfigSetting, choice, onOff, type SettingType, splitList } from '../../http/settings/setting-types.ts'

/** Folders in `themes/`. */
export const SHIPPED_THEMES = ['civic', 'poster'] as const

const origins: SettingType<readonly string[]> = {
  expected: 'origins such as https://matomo.example.org, separated by commas',
  parse: (text) => {
    const entries = splitList(text)
    return entries.every(isOrigin) ? entries : undefined
  },
}

/** Without path, query, credentials and characters that could alter the Content-Security-Policy. */
const isOrigin = (text: string): boolean =>
  /^https?:\/\/[\w.:[\]-]+$/.test(text) && URL.canParse(text) && new URL(text).origin === text

export const THEME_SETTINGS = {
  THEME: {
    default: 'default',
    describe: `Theme of pages that is part of Calends: default, ${SHIPPED_THEMES.join(' or ')}`,
    ...choice('default', ...SHIPPED_THEMES),
  },
  THEME_DIR: {
    default: '',
    describe: 'Folder with a theme of your own for pages, instead of THEME',
    expected: 'a folder that the service can read',
    parse: (folder: string) => (folder === '' ? '' : resolve(folder)),
  },
  THEME_RELOAD: {
    default: 'off',
    describe: 'on: apply changes in THEME_DIR with the next request and reload pages in browsers; for design only',
    ...onOff,
  },
  CSP_EXTRA_SOURCES: {
    default: '',
    describe:
      'Origins, separated by commas, from which public pages may load scripts, and to which these may connect, such as a statistics service',
    ...origins,
  },
} as const satisfies Record<string, ConfigSetting<unknown>>
