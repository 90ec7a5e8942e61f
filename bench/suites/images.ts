/** Part of `npm run bench`: uploads of 12-megapixel images, and the latency of lists meanwhile. */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { createEnvironment, launchService, PROGRAM_PATH } from '../lib/service.ts'

const IMAGES = 6

/** Noise makes the image several megabytes large, like a photo. */
const photo = await sharp({
  create: {
    ...{ width: 4000, height: 3000, channels: 3, background: '#888' },
    noise: { type: 'gaussian', mean: 128, sigma: 12 },
  },
})
  .jpeg({ quality: 85 })
  .toBuffer()

const folder = mkdtempSync(join(tmpdir(), 'calends-bench-'))
spawnSync(process.execPath, [PROGRAM_PATH, 'seed', '--events', '5000', '--no-images'], {
  env: createEnvironment(folder),
  stdio: 'ignore',
})
const { child, url, authorization } = await launchService(folder)
const api = `${url}/api/cal/events/v1`

async function measureTime(work: () => Promise<Response>): Promise<number> {
  const began = performance.now()
  const response = await work()
  if (!response.ok) throw new Error(`${response.status} ${await response.text()}`)
  await response.arrayBuffer()
  return performance.now() - began
}

const list = () => measureTime(() => fetch(`${api}/events`))
const upload = (number: number) =>
  measureTime(() => {
    const headers = { authorization, 'content-type': 'image/jpeg', 'content-disposition': `filename="${number}.jpg"` }
    return fetch(`${api}/media`, { method: 'POST', body: new Uint8Array(photo), headers })
  })

function formatTimes(times: readonly number[]): string {
  const sorted = times.toSorted((a, b) => a - b)
  const at = (share: number) => (sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0).toFixed(1)
  return `p50 ${at(0.5)} ms, p99 ${at(0.99)} ms, longest ${at(1)} ms`
}

/** Requests lists one after another while `isActive` returns true. */
async function requestListsWhile(isActive: () => boolean): Promise<number[]> {
  const times: number[] = []
  while (isActive()) times.push(await list())
  return times
}

const until = performance.now() + 3000
process.stdout.write(
  `page of 50 events alone: ${formatTimes(await requestListsWhile(() => performance.now() < until))}\n`,
)
// The first upload loads the image library.
process.stdout.write(`first image of 12 megapixels: ${(await upload(0)).toFixed(0)} ms\n`)
let left = IMAGES
const lists = requestListsWhile(() => left > 0)
const uploads: number[] = []
for (; left > 0; left--) uploads.push(await upload(left))
process.stdout.write(
  `${IMAGES} images of 12 megapixels (${(photo.length / 1e6).toFixed(1)} MB), each with four sizes: ${formatTimes(uploads)}\n`,
)
process.stdout.write(`page of 50 events meanwhile: ${formatTimes(await lists)}\n`)
child.kill('SIGTERM')
child.once('exit', () => rmSync(folder, { recursive: true, force: true }))
