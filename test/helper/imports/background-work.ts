/** Performs imports and runs of sources in the background, as the jobs of a process do. */
import { setTimeout } from 'node:timers/promises'
import { runNextImport } from '../../../src/features/imports/runs/run-imports.ts'
import { readSource } from '../../../src/features/sources/read-source.ts'
import { runDueSources } from '../../../src/features/sources/run-source.ts'
import type { TestService } from '../service.ts'

const PAUSE_MILLISECONDS = 50

/** Returns the function that stops it. */
export function startBackgroundWork({ services }: TestService): () => Promise<void> {
  const controller = new AbortController()
  const { signal } = controller
  const work = async () => {
    while (!signal.aborted) {
      await runNextImport(services, signal)
      await runDueSources(services, { signal, read: readSource })
      await setTimeout(PAUSE_MILLISECONDS, undefined, { signal }).catch(() => undefined)
    }
  }
  const working = work()
  return async () => {
    controller.abort()
    await working
  }
}
