/** A part of `npm run bench`: storing pictures of 12 megapixels, and what a list takes meanwhile. */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { createEnvironment, launchService, PROGRAM_PATH } from '../lib/service.ts'

const PICTURES = 6

/** Like a photo: not smooth, so that it is some megabytes. */
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
const { child, home, authorization } = await launchService(folder)
const api = `${home}/api/cal/events/v1`

async function timed(work: () => Promise<Response>): Promise<number> {
  const began = performance.now()
  const answer = await work()
  if (!answer.ok) throw new Error(`${answer.status} ${await answer.text()}`)
  await answer.arrayBuffer()
  return performance.now() - began
}

const list = () => timed(() => fetch(`${api}/events`))
const upload = (number: number) =>
  timed(() => {
    const headers = { authorization, 'content-type': 'image/jpeg', 'content-disposition': `filename="${number}.jpg"` }
    return fetch(`${api}/media`, { method: 'POST', body: new Uint8Array(photo), headers })
  })

function spread(times: readonly number[]): string {
  const sorted = times.toSorted((a, b) => a - b)
  const at = (share: number) => (sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0).toFixed(1)
  return `p50 ${at(0.5)} ms, p99 ${at(0.99)} ms, longest ${at(1)} ms`
}

/** Lists asked for one after the other, as long as `isOn`. */
async function listsWhile(isOn: () => boolean): Promise<number[]> {
  const times: number[] = []
  while (isOn()) times.push(await list())
  return times
}

const until = performance.now() + 3000
process.stdout.write(`page of 50 events alone: ${spread(await listsWhile(() => performance.now() < until))}\n`)
// The first picture loads the library.
process.stdout.write(`first picture of 12 megapixels: ${(await upload(0)).toFixed(0)} ms\n`)
let left = PICTURES
const lists = listsWhile(() => left > 0)
const uploads: number[] = []
for (; left > 0; left--) uploads.push(await upload(left))
process.stdout.write(
  `${PICTURES} pictures of 12 megapixels (${(photo.length / 1e6).toFixed(1)} MB), each with four sizes: ${spread(uploads)}\n`,
)
process.stdout.write(`page of 50 events meanwhile: ${spread(await lists)}\n`)
child.kill('SIGTERM')
child.once('exit', () => rmSync(folder, { recursive: true, force: true }))
