/** Progress of an installation: which packages of a lockfile are already installed. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Folders of the packages, relative to the lockfile. Optional ones are omitted, since npm skips those for other platforms. */
export function packagePaths(folder, dev) {
  const { packages = {} } = JSON.parse(readFileSync(join(folder, 'package-lock.json'), 'utf8'))
  return Object.entries(packages)
    .filter(([path, { optional }]) => path.startsWith('node_modules/') && !optional)
    .filter(([, entry]) => dev || !(entry.dev || entry.devOptional))
    .map(([path]) => path)
}

export const installedCount = (folder, paths) =>
  paths.filter((path) => existsSync(join(folder, path, 'package.json'))).length
