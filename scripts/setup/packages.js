/** The packages of a lockfile: which are installed, and which have scripts to run after that. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const readJson = (...path) => JSON.parse(readFileSync(join(...path), 'utf8'))

/** Folders of the packages, relative to the lockfile. Optional ones are omitted, since npm skips those for other platforms. */
export function packagePaths(folder, dev) {
  const { packages = {} } = readJson(folder, 'package-lock.json')
  return Object.entries(packages)
    .filter(([path, { optional }]) => path.startsWith('node_modules/') && !optional)
    .filter(([, entry]) => dev || !(entry.dev || entry.devOptional))
    .map(([path]) => path)
}

export const installedCount = (folder, paths) =>
  paths.filter((path) => existsSync(join(folder, path, 'package.json'))).length

/** Names of the installed packages with install scripts, except for scripts that package.json rejects. */
export function packagesWithScripts(folder) {
  const { packages = {} } = readJson(folder, 'package-lock.json')
  const { allowScripts = {} } = readJson(folder, 'package.json')
  return Object.entries(packages)
    .filter(([path, { hasInstallScript }]) => hasInstallScript && existsSync(join(folder, path)))
    .map(([path]) => path.replace(/^.*node_modules\//, ''))
    .filter((name) => allowScripts[name] !== false)
}
