import { setTimeout } from 'node:timers/promises'

/** Waits until a condition is true, which is checked at this interval. Throws after this many milliseconds. */
export async function waitUntil(
  condition: () => boolean | Promise<boolean>,
  milliseconds: number,
  interval = 5,
): Promise<void> {
  const end = performance.now() + milliseconds
  while (!(await condition())) {
    if (performance.now() > end) throw new Error(`not so after ${milliseconds} ms: ${condition}`)
    await setTimeout(interval)
  }
}
