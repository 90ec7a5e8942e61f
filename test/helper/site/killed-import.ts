/** An import that is killed again and again while the site changes. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { TestStorage } from '../engines.ts'
import type { Json } from '../service.ts'
import { waitUntil } from '../until.ts'
import { startImport } from './import-process.ts'
import type { TestSite } from './serve-site.ts'
import { addEvent } from './site-records.ts'

export interface KilledImportOptions {
  readonly kills: number
  /** Requests of the importer before each kill, of which `random` selects a part. */
  readonly requests: number
  /** The site changes with every such number of requests. */
  readonly changeEvery: number
  /** A number from 0 to 1. */
  readonly random: () => number
}

const CREDENTIALS = ['--user', 'admin', '--app-password', 'secret']
const TIMEOUT = 120_000

export interface KilledImportResult {
  readonly report: Json
  /** Seconds of the last run, and of all runs. */
  readonly seconds: { readonly last: number; readonly all: number }
}

/** Returns the report of the last run, which is not killed, and at the beginning of which the site still changes. */
export async function runKilledImport(
  storage: TestStorage,
  site: TestSite,
  { kills, requests, changeEvery, random }: KilledImportOptions,
): Promise<KilledImportResult> {
  let [count, lastChange] = [0, Number.POSITIVE_INFINITY]
  site.onRequest = () => {
    count += 1
    if (count % changeEvery === 0 && count < lastChange) changeSite(site, count)
  }
  const file = join(storage.folder, 'report.json')
  const args = [site.url, ...CREDENTIALS, '--report', file, '--json']
  const startedAt = performance.now()
  for (let kill = 0; kill < kills; kill++) {
    const until = count + 5 + Math.floor(random() * requests)
    const running = startImport(storage, args)
    let isEnded = false
    void running.ended.then(() => {
      isEnded = true
    })
    await waitUntil(() => count >= until || isEnded, TIMEOUT)
    running.child.kill('SIGKILL')
    await running.ended
  }
  const lastAt = performance.now()
  // A change that the very last request causes could not be seen by any request.
  lastChange = count + requests
  const last = startImport(storage, args)
  const code = await last.ended
  assert.equal(code, 0, last.readOutput())
  const now = performance.now()
  const seconds = { last: (now - lastAt) / 1000, all: (now - startedAt) / 1000 }
  return { report: JSON.parse(readFileSync(file, 'utf8')), seconds }
}

/** Adds, removes, edits or moves an event. */
function changeSite({ records }: TestSite, count: number): void {
  const ids = [...records.events.keys()]
  const event = records.events.get(ids[(count * 7919) % ids.length] ?? 0)
  if (!event) return
  const at = Math.floor(Date.now() / 1000)
  const year = 2015 + (count % 15)
  if (count % 4 === 0) addEvent(records, Date.UTC(year, count % 12, 5, 18) / 1000, at)
  else if (count % 4 === 1) records.events.delete(event.id)
  else if (count % 4 === 2) Object.assign(event, { title: `Edited ${count}`, modified: at })
  else Object.assign(event, { start: `${year}-03-10 15:00:00`, end: `${year}-03-10 16:00:00`, modified: at })
  records.version += 1
}
