/** A released version, built from the history of the repository. */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const ROOT = join(import.meta.dirname, '..', '..', '..', '..')

/** "Set the version to 0.2.0". Its migrations end with 012. */
const RELEASE_COMMIT = '408568b5fa3563756b1f5ded6d7d5937c8013930'

export interface ReleasedVersion {
  /** Path of its `calends` command. */
  readonly program: string
  readonly remove: () => void
}

function run(command: string, args: readonly string[], cwd: string): void {
  const { status, stderr, stdout, error } = spawnSync(command, [...args], { cwd, encoding: 'utf8' })
  if (status !== 0) throw new Error(`${command} ${args.join(' ')} failed: ${error ?? ''}${stderr}${stdout}`)
}

/** False in a shallow clone and in a package without history. */
export const hasReleasedVersion = (): boolean =>
  spawnSync('git', ['cat-file', '-e', `${RELEASE_COMMIT}^{commit}`], { cwd: ROOT, stdio: 'ignore' }).status === 0

/** Uses the packages of this version, which include those of the release. */
export function buildReleasedVersion(): ReleasedVersion {
  const folder = mkdtempSync(join(tmpdir(), 'calends-release-'))
  const archive = join(folder, 'release.tar')
  run('git', ['archive', '--output', archive, RELEASE_COMMIT], ROOT)
  run('tar', ['-xf', archive], folder)
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'))
  run(process.execPath, [join('node_modules', 'typescript', 'bin', 'tsc'), '-p', 'tsconfig.build.json'], folder)
  return {
    program: join(folder, 'bin', 'calends.js'),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}
