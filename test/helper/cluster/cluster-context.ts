import type { MachineAddresses } from './addresses.ts'
import type { DeploymentFiles, DeploymentValues } from './deployment-files.ts'
import type { ServerProcesses } from './server-process.ts'

/** Values and resources that the servers of a cluster share at startup. */
export interface ClusterContext {
  /** Temporary folder of the cluster. */
  readonly folder: string
  readonly files: DeploymentFiles
  readonly processes: ServerProcesses
  readonly common: DeploymentValues
  readonly machines: readonly MachineAddresses[]
}

/** Whether a URL returns 200 within a second. */
export async function returnsOk(url: string): Promise<boolean> {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(1000) })
    await response.arrayBuffer()
    return response.status === 200
  } catch {
    return false
  }
}
