import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const PACKAGE_FOLDER = fileURLToPath(new URL('../', import.meta.url))

export function programVersion(folder = PACKAGE_FOLDER): string {
  const text = readFileSync(`${folder}/package.json`, 'utf8')
  const { version } = JSON.parse(text) as { version: string }
  return version
}

/**
 * The version for people: in a checkout with the commit, such as `0.3.0-dev+abc1234`. It starts Git, so everything else
 * uses `programVersion`.
 */
export function describeVersion(folder = PACKAGE_FOLDER): string {
  const version = programVersion(folder)
  // A package installed into another project's repository has no `.git` beside its package.json.
  if (!existsSync(`${folder}/.git`)) return version
  const commit = readCommit(folder)
  return commit === '' ? `${version}-dev` : `${version}-dev+${commit}`
}

/** Empty without Git, without commits, and when Git rejects the folder because it belongs to another user. */
function readCommit(folder: string): string {
  try {
    const args = ['-C', folder, 'rev-parse', '--short=7', '--verify', 'HEAD']
    return execFileSync('git', args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim()
  } catch {
    return ''
  }
}
