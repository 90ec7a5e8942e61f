/** The configuration files of deploy/cluster, filled in as docs/guides/running-a-cluster.md describes. */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

export const DEPLOYMENT_FOLDER = join(import.meta.dirname, '..', '..', '..', 'deploy', 'cluster')

/** Values by the names in the files. */
export type DeploymentValues = Readonly<Record<string, string | number>>

export interface DeploymentFiles {
  /** Writes a filled-in copy into a folder, by default that of the cluster; returns its path. */
  readonly write: (file: string, values: DeploymentValues, folder?: string) => string
  /** Names of the files that were written. */
  readonly used: ReadonlySet<string>
}

export function createDeploymentFiles(folder: string): DeploymentFiles {
  const used = new Set<string>()
  return {
    used,
    write: (file, values, target = folder) => {
      used.add(file)
      const path = join(target, file)
      writeFileSync(path, fillInFile(file, values))
      return path
    },
  }
}

/** Replaces each `${NAME}`, as `envsubst` does; throws for a name without a value. */
export function fillInFile(file: string, values: DeploymentValues): string {
  return readFileSync(join(DEPLOYMENT_FOLDER, file), 'utf8').replace(/\$\{(\w+)\}/g, (_, name: string) => {
    const value = values[name]
    if (value === undefined) throw new Error(`no value for ${name} in deploy/cluster/${file}`)
    return String(value)
  })
}
