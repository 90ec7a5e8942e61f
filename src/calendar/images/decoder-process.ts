/** The child process of image-decoder.ts: decodes one image at a time, within limits of memory and processor time. */
import { prepareChild } from '../../base/concurrency/child-program.ts'
import type { DecoderReply, ImageJob } from './image-decoder.ts'
import { loadImageLibrary, processImage } from './process-image.ts'

const [CPU_MILLISECONDS = 0, MEMORY_BYTES = 0] = process.argv.slice(2).map(Number)
/** A decode allocates up to 2 MiB per millisecond. */
const MEASURE_MILLISECONDS = 3

const end = () => process.kill(process.pid, 'SIGKILL')

const send = (message: DecoderReply | string): Promise<void> =>
  new Promise((resolve) => {
    if (process.connected) process.send?.(message, () => resolve())
    else resolve()
  })

/** Native code cannot be interrupted, so the process kills itself when a limit is exceeded. */
function watchLimits(): () => void {
  const start = process.cpuUsage()
  const timer = setInterval(() => {
    const { user, system } = process.cpuUsage(start)
    if (process.memoryUsage.rss() < MEMORY_BYTES && (user + system) / 1000 < CPU_MILLISECONDS) return
    clearInterval(timer)
    void send({ result: { failure: 'too-costly' }, rss: process.memoryUsage.rss() }).then(end)
  }, MEASURE_MILLISECONDS)
  return () => clearInterval(timer)
}

async function decode(job: ImageJob): Promise<void> {
  try {
    const library = await loadImageLibrary()
    const unwatch = watchLimits()
    const result = await processImage(library, job)
    unwatch()
    await send({ result, rss: process.memoryUsage.rss() })
  } catch (error) {
    await send(error instanceof Error ? error.message : String(error))
  }
}

process.on('message', (job: ImageJob) => void decode(job))
await prepareChild()
