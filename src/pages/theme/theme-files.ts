/** The files of a theme: their names, and how they are read. */
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { extname, join } from 'node:path'
import { isLanguage, LANGUAGES } from '../../base/i18n/language.ts'
import { findNearestName } from '../../base/text/nearest-name.ts'
import { THEME_BLOCKS } from './theme.ts'

export const STYLESHEET = 'theme.css'
const ASSETS_FOLDER = 'assets'
export const PARTIALS_FOLDER = 'partials'

export interface ThemeFiles {
  /** Text of each template by its name in the theme, such as `header.de.html`. */
  readonly templates: ReadonlyMap<string, string>
  /** Text of each partial by the name by which templates include it. */
  readonly partials: ReadonlyMap<string, string>
  readonly styles: string | undefined
  /** Files to serve under /assets/, by name. */
  readonly assets: ReadonlyMap<string, Buffer>
  /** Files that no theme has, one message each. */
  readonly errors: readonly string[]
}

const FILE_NAMES = [STYLESHEET, ...THEME_BLOCKS.map((block) => `${block}.html`)]
const FOLDER_NAMES = [ASSETS_FOLDER, PARTIALS_FOLDER]

/** Files that document a theme or belong to an editor or to version control. */
const OTHER_FILE = /^(?:\..*|(?:README|LICENSE|CHANGELOG)(?:\.\w+)?|.*~)$/i

/** `header` of `header.html` and `header.de.html`; undefined for other names. */
const findTemplateBlock = (name: string): string | undefined => {
  const [block = '', language, ...rest] = name.replace(/\.html$/, '').split('.')
  const isTemplate = name.endsWith('.html') && rest.length === 0 && (language === undefined || isLanguage(language))
  return isTemplate ? THEME_BLOCKS.find((known) => known === block) : undefined
}

/** Throws if the folder cannot be read. */
export function readThemeFiles(folder: string): ThemeFiles {
  const entries = readdirSync(folder, { withFileTypes: true }).filter(({ name }) => !OTHER_FILE.test(name))
  const names = entries.filter((entry) => !entry.isDirectory()).map(({ name }) => name)
  const folders = entries.filter((entry) => entry.isDirectory()).map(({ name }) => name)
  const templates = names.filter((name) => findTemplateBlock(name) !== undefined)
  const read = (name: string) => readFileSync(join(folder, name), 'utf8')
  const partials = folders.includes(PARTIALS_FOLDER) ? readFolder(join(folder, PARTIALS_FOLDER)) : new Map()
  const assets = folders.includes(ASSETS_FOLDER) ? readFolder(join(folder, ASSETS_FOLDER)) : new Map()
  return {
    templates: new Map(templates.map((name) => [name, read(name)])),
    partials: new Map([...partials].map(([name, bytes]) => [name.replace(/\.html$/, ''), bytes.toString('utf8')])),
    styles: names.includes(STYLESHEET) ? read(STYLESHEET) : undefined,
    assets,
    errors: [
      ...names.filter((name) => name !== STYLESHEET && !templates.includes(name)).map(describeUnknownFile),
      ...folders.filter((name) => !FOLDER_NAMES.includes(name)).map(describeUnknownFolder),
      ...[...partials.keys()].filter((name) => extname(name) !== '.html').map(describeUnknownPartial),
    ],
  }
}

function describeUnknownFile(name: string): string {
  const [, base = name, language] = /^(.*)\.([a-z]{2,3})\.html$/i.exec(name) ?? []
  if (language !== undefined && THEME_BLOCKS.some((block) => block === base))
    return `${name}: unknown language "${language}". Expected one of ${LANGUAGES.join(', ')}.`
  const nearest = findNearestName(name, FILE_NAMES)
  const advice = nearest
    ? `Did you mean ${nearest}?`
    : `Expected one of ${FILE_NAMES.join(', ')}, or a file in assets/.`
  return `${name}: unknown file. ${advice}`
}

function describeUnknownFolder(name: string): string {
  const nearest = findNearestName(name, FOLDER_NAMES)
  return `${name}/: unknown folder. ${nearest ? `Did you mean ${nearest}/?` : 'Expected assets or partials.'}`
}

const describeUnknownPartial = (name: string): string =>
  `${PARTIALS_FOLDER}/${name}: unknown file. Expected templates with the extension .html.`

/** All files below the folder, by their paths with slashes. */
function readFolder(folder: string): Map<string, Buffer> {
  const entries = readdirSync(folder, { withFileTypes: true, recursive: true })
  const files = entries.filter((entry) => entry.isFile() && !OTHER_FILE.test(entry.name))
  return new Map(
    files.map((entry): [string, Buffer] => {
      const path = join(entry.parentPath, entry.name)
      return [path.slice(folder.length + 1).replaceAll('\\', '/'), readFileSync(path)]
    }),
  )
}

/** Changes when a file of the folder is added, removed or written. */
export function computeThemeVersion(folder: string): string {
  const entries = readdirSync(folder, { withFileTypes: true, recursive: true }).filter((entry) => entry.isFile())
  const states = entries.map((entry) => {
    const path = join(entry.parentPath, entry.name)
    const { mtimeMs, size } = statSync(path, { throwIfNoEntry: false }) ?? { mtimeMs: 0, size: 0 }
    return `${path} ${mtimeMs} ${size}`
  })
  return states.sort().join('\n')
}
