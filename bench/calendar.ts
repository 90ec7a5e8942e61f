/**
 * `npm run bench`: how fast the built service answers on this machine, with a seeded calendar of its own. Loopback
 * only, bounded, about half a minute. Absolute numbers depend on the machine; compare runs on the same one.
 */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { environment, measure, program, start } from './service.ts'

/** What is asked for, by name; every answer is computed, since nothing is cached. */
const QUERIES: Readonly<Record<string, string>> = {
  'page of 50 events': '/events',
  'page 20 of 50 events': '/events?page=20',
  'one month': `/events?start_date=first day of next month&end_date=last day of next month`,
  'featured events': '/events?featured=true',
  'two words': '/events?search=night music',
  'page of venues': '/venues',
  'namespace index': '/',
}

const events = process.argv[2] ?? '10000'
const folder = mkdtempSync(join(tmpdir(), 'calends-bench-'))
spawnSync(process.execPath, [program, 'seed', '--events', events], { env: environment(folder), stdio: 'inherit' })
await start(folder).then(({ child }) => child.kill('SIGTERM'))
const { child, home, firstAnswerMilliseconds } = await start(folder)
process.stdout.write(`cold start to first answer: ${firstAnswerMilliseconds} ms\n`)
for (const [name, path] of Object.entries(QUERIES)) process.stdout.write(`${name}: ${await measure(home, path)}\n`)
child.kill('SIGTERM')
child.once('exit', () => rmSync(folder, { recursive: true, force: true }))
