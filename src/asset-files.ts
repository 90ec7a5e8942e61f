/** Files that the service sends: its own, those of packages and of the theme, and the built admin. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Assets } from './http/app-context.ts'
import { createAssets, type GenerateAsset } from './pages/static-assets.ts'
import { renderAccentStyle } from './pages/theme/accent-style.ts'
import { fixColorScheme, nameFixedStyle, parseFixedStyle } from './pages/theme/color-scheme.ts'

/** Files of a theme are added to those of Calends and of packages, or replace them. */
export function loadAssets(themeFiles: ReadonlyMap<string, Buffer>, generate: GenerateAsset = () => undefined): Assets {
  const files = new Map<string, () => Buffer>()
  for (const name of OWN_FILES) files.set(name, () => readOwnFile(name))
  files.set('site.css', () => Buffer.concat(STYLE_PARTS.map((name) => readOwnFile(`site/${name}.css`))))
  for (const path of PACKAGE_FILES) {
    files.set(path.slice(path.lastIndexOf('/') + 1), () => readFileSync(new URL(import.meta.resolve(path))))
  }
  for (const name of listAdminFiles()) files.set(`admin/${name}`, () => readFileSync(new URL(name, ADMIN_FOLDER)))
  for (const [name, bytes] of themeFiles) files.set(name, () => bytes)
  for (const [name, read] of [...files].filter(([one]) => one.endsWith('.css')))
    for (const scheme of ['light', 'dark'] as const)
      files.set(nameFixedStyle(name, scheme), () => Buffer.from(fixColorScheme(read().toString(), scheme)))
  return createAssets(files, (name) => renderGeneratedStyle(name) ?? generate(name))
}

/** The style sheet of an accent color, also for light or dark colors only. */
function renderGeneratedStyle(name: string): Buffer | undefined {
  const fixed = parseFixedStyle(name)
  if (!fixed) return renderAccentStyle(name)
  const style = renderAccentStyle(fixed.base)
  return style && Buffer.from(fixColorScheme(style.toString(), fixed.scheme))
}

/** The style sheet with the variables that a theme changes. */
export const readBaseStyles = (): string => readOwnFile('site/base.css').toString('utf8')

const readOwnFile = (name: string): Buffer => readFileSync(new URL(`../assets/${name}`, import.meta.url))

/** The parts of the style sheet of pages, in their order: later ones take precedence. */
const STYLE_PARTS = [
  'base',
  'document',
  'toolbar',
  'finding',
  'list',
  'views',
  'month',
  'day-card',
  'week',
  'map',
  'event',
  'sharing',
  'directory',
  'images',
  'profile',
  'subscribe',
  'digest',
  'submissions',
  'modes',
]

const OWN_FILES = [
  'site.js',
  'live.js',
  'share.js',
  'video.js',
  'times.js',
  'suggestions.js',
  'filters.js',
  'back.js',
  'views.js',
  'placeholders.js',
  'icon.svg',
  'docs.css',
  'docs.js',
  'embed.js',
  'embedded.css',
  'embedded.js',
  'account.js',
  'passkeys.js',
  'theme-reload.js',
]
const PACKAGE_FILES = [
  'leaflet/dist/leaflet.css',
  'leaflet/dist/leaflet.js',
  'swagger-ui-dist/swagger-ui.css',
  'swagger-ui-dist/swagger-ui-bundle.js',
]

/** The same from `src/` and from `dist/`. */
const ADMIN_FOLDER = new URL('../dist/admin/', import.meta.url)
const ADMIN_PAGE = 'index.html'

const listAdminFiles = (): string[] =>
  existsSync(ADMIN_FOLDER) ? readdirSync(fileURLToPath(ADMIN_FOLDER)).filter((name) => name !== ADMIN_PAGE) : []

/** The page of the admin with placeholders in double braces; undefined if the admin is not built. */
export function loadAdminPage(): string | undefined {
  const url = new URL(ADMIN_PAGE, ADMIN_FOLDER)
  return existsSync(url) ? readFileSync(url, 'utf8') : undefined
}
