/** The theme that the settings choose, and its files; read at start, or again after each change during design. */
import { createHash } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import { loadAssets, readBaseStyles } from './asset-files.ts'
import type { Config } from './config.ts'
import type { Assets } from './http/app-context.ts'
import { createTheme, type LoadedTheme, NO_THEME, needsEngine, type ThemeOptions } from './pages/theme/read-theme.ts'
import type { Theme } from './pages/theme/theme.ts'
import { computeThemeVersion, readThemeFiles, type ThemeFiles } from './pages/theme/theme-files.ts'
import { createSettingError } from './process/startup-error.ts'

export interface ThemeSource {
  /** The current theme. During design, this reads files that have changed. */
  readonly getTheme: () => Theme
  readonly assets: Assets
}

/** Folder of a theme that is part of the package, from `src/` and from `dist/`. */
export const findShippedTheme = (name: string): string => fileURLToPath(new URL(`../themes/${name}`, import.meta.url))

/** Folder of the built-in markup as templates. */
export const findThemeTemplate = (): string => fileURLToPath(new URL('../assets/theme-template', import.meta.url))

/** The variables of the built-in style sheet, as a start for the style sheet of a theme. */
export function formatThemeStyles(): string {
  const styles = readBaseStyles()
  const variables = styles.slice(styles.indexOf(':root'), styles.indexOf('\n  }\n}') + 6)
  return `/* Colors, fonts and measures, with their built-in values. Own rules follow below. */\n${variables}\n`
}

/** Returns mistakes that do not prevent the use of the theme. Throws an `Error` for a theme that cannot be used. */
export async function checkTheme(folder: string): Promise<readonly string[]> {
  const warnings: string[] = []
  const config = { THEME: 'default', THEME_DIR: folder, THEME_RELOAD: false } as const
  await openTheme(config, { warn: (text) => warnings.push(text), reportError: () => {} })
  return warnings
}

interface ThemeReporter {
  readonly warn: (text: string) => unknown
  readonly reportError: ThemeOptions['reportError']
}

type ThemeConfig = Pick<Config, 'THEME' | 'THEME_DIR' | 'THEME_RELOAD'>

/** Throws an `Error` with a message for the operator if the theme cannot be read or is invalid. */
export async function openTheme(config: ThemeConfig, { warn, reportError }: ThemeReporter): Promise<ThemeSource> {
  const folder = config.THEME_DIR || (config.THEME === 'default' ? '' : findShippedTheme(config.THEME))
  if (folder === '') return { getTheme: () => NO_THEME.theme, assets: loadAssets(NO_THEME.assets) }
  const isReloaded = config.THEME_RELOAD && config.THEME_DIR !== ''
  const files = readFolder(folder)
  const options = {
    builtInStyles: readBaseStyles(),
    isReloaded,
    reportError,
    createEngine: isReloaded || needsEngine(files) ? await loadEngine() : undefined,
  }
  const load = (found: ThemeFiles): LoadedTheme => {
    const loaded = createTheme(found, options)
    for (const text of loaded.warnings) warn(text)
    return loaded
  }
  if (isReloaded) return createReloadingSource(folder, { load, warn })
  const { theme, assets } = addContext(folder, () => load(files))
  return { getTheme: () => theme, assets: loadAssets(assets) }
}

/** Loaded only for themes with variables, because other starts do not need it. */
const loadEngine = async (): Promise<ThemeOptions['createEngine']> =>
  (await import('./pages/theme/template-engine.ts')).createTemplateEngine

function readFolder(folder: string): ThemeFiles {
  try {
    return readThemeFiles(folder)
  } catch (error) {
    throw createSettingError('THEME_DIR', folder, error)
  }
}

function addContext<T>(folder: string, load: () => T): T {
  try {
    return load()
  } catch (error) {
    const lines = error instanceof Error ? error.message.replaceAll('\n', '\n  ') : String(error)
    throw new Error(`The theme in ${folder} cannot be used:\n  ${lines}`)
  }
}

/** Requested by `assets/theme-reload.js`. */
const STATE_FILE = 'theme-state.json'

interface ReloadOptions {
  readonly load: (files: ThemeFiles) => LoadedTheme
  readonly warn: (text: string) => void
}

/** A theme that becomes invalid is reported, and its last valid state remains in use. */
function createReloadingSource(folder: string, { load, warn }: ReloadOptions): ThemeSource {
  const readVersion = () => createHash('sha256').update(computeThemeVersion(folder)).digest('base64url').slice(0, 12)
  let version = readVersion()
  let error = ''
  let loaded = addContext(folder, () => load(readFolder(folder)))
  const generateState = (name: string) => {
    if (name !== STATE_FILE) return undefined
    refresh()
    return Buffer.from(JSON.stringify({ version, error }))
  }
  let assets = loadAssets(loaded.assets, generateState)
  function refresh(): void {
    const newest = readVersion()
    if (newest === version) return
    version = newest
    try {
      loaded = load(readThemeFiles(folder))
      assets = loadAssets(loaded.assets, generateState)
      error = ''
    } catch (failure) {
      error = failure instanceof Error ? failure.message : String(failure)
      warn(error)
    }
  }
  warn('THEME_RELOAD is on: pages are rendered for every request. Use it for design only.')
  return {
    getTheme: () => {
      refresh()
      return loaded.theme
    },
    assets: { getUrl: (name) => assets.getUrl(name), find: (path) => assets.find(path) },
  }
}
