import { setTimeout } from 'node:timers/promises'

/** Waits until a condition is true. Throws after this many milliseconds. */
export async function waitUntil(isSo: () => boolean | Promise<boolean>, milliseconds: number): Promise<void> {
  const end = performance.now() + milliseconds
  while (!(await isSo())) {
    if (performance.now() > end) throw new Error(`not so after ${milliseconds} ms: ${isSo}`)
    await setTimeout(5)
  }
}
