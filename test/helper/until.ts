import { setTimeout } from 'node:timers/promises'

/** Waits until a condition is true. Throws after this many milliseconds. */
export async function waitUntil(condition: () => boolean | Promise<boolean>, milliseconds: number): Promise<void> {
  const end = performance.now() + milliseconds
  while (!(await condition())) {
    if (performance.now() > end) throw new Error(`not so after ${milliseconds} ms: ${condition}`)
    await setTimeout(5)
  }
}
