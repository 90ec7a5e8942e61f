/** Customization of the pages by files of `THEME_DIR`, read once at start. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Html, trustHtml } from './html-template.ts'

export interface Theme {
  /** Inserted at the end of `<head>`. */
  readonly head: Html | undefined
  /** Replaces the default header. */
  readonly header: Html | undefined
  readonly footer: Html | undefined
  readonly hasStyles: boolean
  /** Files to serve under /assets/, by name. */
  readonly files: ReadonlyMap<string, Buffer>
}

const STYLESHEET = 'theme.css'

/** Throws if the folder does not exist. */
export function readTheme(folder: string): Theme {
  if (folder === '')
    return { head: undefined, header: undefined, footer: undefined, hasStyles: false, files: new Map() }
  const names = readdirSync(folder)
  const readFragment = (name: string) =>
    names.includes(name) ? trustHtml(readFileSync(join(folder, name), 'utf8')) : undefined
  const hasStyles = names.includes(STYLESHEET)
  const files = readAssetFiles(join(folder, 'assets'))
  if (hasStyles) files.set(STYLESHEET, readFileSync(join(folder, STYLESHEET)))
  return {
    head: readFragment('head.html'),
    header: readFragment('header.html'),
    footer: readFragment('footer.html'),
    hasStyles,
    files,
  }
}

function readAssetFiles(folder: string): Map<string, Buffer> {
  if (!existsSync(folder)) return new Map()
  const names = readdirSync(folder, { withFileTypes: true, recursive: true }).filter((entry) => entry.isFile())
  return new Map(
    names.map((entry): [string, Buffer] => {
      const path = join(entry.parentPath, entry.name)
      return [path.slice(folder.length + 1).replaceAll('\\', '/'), readFileSync(path)]
    }),
  )
}
