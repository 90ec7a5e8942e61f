/** What the owner of a site changes of its looks: files of a folder, read once at start. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Html, trusted } from './html.ts'

export interface Theme {
  /** At the end of `<head>`. */
  readonly head: Html | undefined
  /** Instead of our own. */
  readonly header: Html | undefined
  readonly footer: Html | undefined
  readonly hasStyles: boolean
  /** Files to serve under /assets/, by name. */
  readonly files: ReadonlyMap<string, Buffer>
}

const STYLES = 'theme.css'

/** Throws when the folder is not there. */
export function readTheme(folder: string): Theme {
  if (folder === '')
    return { head: undefined, header: undefined, footer: undefined, hasStyles: false, files: new Map() }
  const here = readdirSync(folder)
  const piece = (name: string) => (here.includes(name) ? trusted(readFileSync(join(folder, name), 'utf8')) : undefined)
  const hasStyles = here.includes(STYLES)
  const files = filesBelow(join(folder, 'assets'))
  if (hasStyles) files.set(STYLES, readFileSync(join(folder, STYLES)))
  return { head: piece('head.html'), header: piece('header.html'), footer: piece('footer.html'), hasStyles, files }
}

function filesBelow(folder: string): Map<string, Buffer> {
  if (!existsSync(folder)) return new Map()
  const names = readdirSync(folder, { withFileTypes: true, recursive: true }).filter((entry) => entry.isFile())
  return new Map(
    names.map((entry): [string, Buffer] => {
      const path = join(entry.parentPath, entry.name)
      return [path.slice(folder.length + 1).replaceAll('\\', '/'), readFileSync(path)]
    }),
  )
}
