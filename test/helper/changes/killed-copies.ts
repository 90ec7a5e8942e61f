/** Copies of a service, in processes, that stay equal while service and copies are killed under random writes. */
import { type ChildProcess, spawn } from 'node:child_process'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { createRandom, type Random } from '../../../src/features/settings/sample/seeded-random.ts'
import { addKnownRecord, createKnownRecords, type KnownRecords } from '../../differential/known-ids.ts'
import { createWriteRequest } from '../../differential/writes.ts'
import type { TestEngine } from '../engines.ts'
import { findFreePort } from '../free-port.ts'
import { createSolidImage } from '../media/encode-png.ts'
import { createBasicAuth, createServeProcesses, findSecret, type ServeProcess } from '../serve-process.ts'
import type { Json } from '../service.ts'
import { assertEqualCopy, type ReadPath, readAllRecords } from './change-copy.ts'
import { readCopy } from './copy-file.ts'

export interface KilledCopiesOptions {
  readonly writes: number
  readonly seed: number
  /** Writes between two kills of the service, and of a copy, on average. */
  readonly writesPerKill: number
}

interface Counts {
  readonly writes: number
  readonly serviceKills: number
  readonly copyKills: number
}

const SCRIPT = join(import.meta.dirname, 'copy-process.ts')
const CATCH_UP_MILLISECONDS = 120_000

export async function compareKilledCopies(engine: TestEngine, options: KilledCopiesOptions): Promise<Counts> {
  const { writes, seed, writesPerKill } = options
  const place = await engine.create()
  const port = await findFreePort()
  const env = { DATABASE_URL: place.url, DATA_DIR: place.folder, PORT: String(port), RATE_LIMIT_SIGN_IN: '0' }
  const processes = createServeProcesses(env)
  const random = createRandom(seed)
  let service = await processes.start()
  const password = findSecret(service.printed)
  const authorization = createBasicAuth(password)
  const copies = [
    createCopyProcess(service.url, `${place.folder}/anonymous.ndjson`, []),
    createCopyProcess(service.url, `${place.folder}/admin.ndjson`, ['admin', password]),
  ]
  let [serviceKills, copyKills] = [0, 0]
  try {
    const known = createKnownRecords({
      users: [1],
      images: [await createSolidImage(40, 30).png().toBuffer()],
      now: Date.now(),
    })
    for (let number = 0; number < writes; number++) {
      if (random.chance(1 / writesPerKill)) {
        service.child.kill('SIGKILL')
        serviceKills++
        const { ended } = service
        // A write that the process had not received yet is repeated by none.
        await ended
        service = await processes.start()
      }
      if (random.chance(1 / writesPerKill)) {
        random.pick(copies).restart()
        copyKills++
      }
      await sendWrite(service, authorization, random, known)
    }
    for (const [copy, headers] of [
      [copies[0], {}],
      [copies[1], { authorization }],
    ] as const)
      if (copy) await waitUntilEqual(copy.file, createReader(service.url, headers), `seed ${seed}`)
  } finally {
    for (const copy of copies) copy.stop()
    processes.end()
    await place.remove()
  }
  return { writes, serviceKills, copyKills }
}

function createCopyProcess(url: string, file: string, credentials: readonly string[]) {
  let child: ChildProcess
  const start = () => {
    child = spawn(process.execPath, ['--import=tsx', SCRIPT, url, file, ...credentials], { stdio: 'inherit' })
  }
  const stop = () => child.kill('SIGKILL')
  start()
  return {
    file,
    stop,
    restart: () => {
      stop()
      child.once('exit', start)
    },
  }
}

async function sendWrite({ url }: ServeProcess, authorization: string, random: Random, known: KnownRecords) {
  const { kind, method, path, json, body, headers } = createWriteRequest(random, known)
  const response = await fetch(`${url}/api/cal/events/v1${path}`, {
    method,
    headers: { authorization, ...(json !== undefined && { 'content-type': 'application/json' }), ...headers },
    ...(json !== undefined && { body: JSON.stringify(json) }),
    ...(body !== undefined && { body: new Uint8Array(Buffer.from(body)) }),
  })
  addKnownRecord(known, kind, await response.json())
}

const createReader =
  (url: string, headers: Readonly<Record<string, string>>): ReadPath =>
  async (path) => {
    const response = await fetch(`${url}/api/cal/events/v1${path}`, { headers })
    const json: Json = await response.json()
    return { status: response.status, json }
  }

/** The last changes may still be on their way; scheduled records may be published meanwhile. */
async function waitUntilEqual(file: string, read: ReadPath, about: string): Promise<void> {
  const end = performance.now() + CATCH_UP_MILLISECONDS
  for (;;) {
    try {
      return assertEqualCopy(readCopy(file), await readAllRecords(read), `${file}, ${about}`)
    } catch (error) {
      if (performance.now() > end) throw error
      await pause(1000)
    }
  }
}
