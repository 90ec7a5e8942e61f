/** Faults of a soak test. Each ends with everything repaired. */
import { closeSync, openSync, rmSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { FaultEffects } from './invariants.ts'
import type { SoakNode, SoakTarget } from './target.ts'

export interface Fault extends FaultEffects {
  readonly name: string
  readonly isPossible: (target: SoakTarget) => boolean
  readonly run: (target: SoakTarget, random: () => number) => Promise<void>
}

const always = () => true
const onPostgres = ({ postgres }: SoakTarget) => postgres !== undefined
const withWorkers = ({ postgres }: SoakTarget) => postgres === undefined

const pick = <T>(items: readonly T[], random: () => number): T => {
  const item = items[Math.floor(random() * items.length)]
  if (item === undefined) throw new Error('nothing to pick from')
  return item
}

/** Sends a signal to a process that may have ended by itself. */
function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error
  }
}

async function killNode(node: SoakNode): Promise<void> {
  node.running().child.kill('SIGKILL')
  await node.running().ended
  await node.restart()
}

const CLOCK_SHIFTS = [-86_400_000, -3_600_000, -2000, 2000, 3_600_000, 86_400_000, 40 * 86_400_000]

export const FAULTS: readonly Fault[] = [
  {
    name: 'kill -9 of a worker',
    ...{ breaksConnections: true, causesErrors: true, isPossible: withWorkers },
    run: async ({ nodes }, random) => {
      signal(pick(pick(nodes, random).listWorkers(), random), 'SIGKILL')
      await pause(3000)
    },
  },
  {
    name: 'kill -9 of a service, and a start',
    ...{ breaksConnections: true, causesErrors: true, isPossible: always },
    run: ({ nodes }, random) => killNode(pick(nodes, random)),
  },
  {
    name: 'suspended worker',
    ...{ breaksConnections: true, causesErrors: true, isPossible: withWorkers },
    run: async ({ nodes }, random) => {
      const pid = pick(pick(nodes, random).listWorkers(), random)
      signal(pid, 'SIGSTOP')
      await pause(8000)
      signal(pid, 'SIGCONT')
    },
  },
  {
    name: 'replacement of all workers',
    ...{ breaksConnections: false, causesErrors: false, isPossible: withWorkers },
    run: async ({ nodes }, random) => {
      const node = pick(nodes, random)
      const before = node.listWorkers()
      node.running().child.kill('SIGUSR2')
      const end = performance.now() + 60_000
      while (node.listWorkers().some((pid) => before.includes(pid))) {
        if (performance.now() > end) throw new Error('the workers were not replaced')
        await pause(200)
      }
    },
  },
  {
    name: 'clock jump and return',
    ...{ breaksConnections: false, causesErrors: false, isPossible: always },
    run: async ({ setClock }, random) => {
      setClock(pick(CLOCK_SHIFTS, random))
      await pause(5000)
      setClock(0)
      await pause(500)
    },
  },
  {
    name: 'full disk',
    ...{ breaksConnections: false, causesErrors: true, isPossible: ({ disk }) => disk !== undefined },
    run: async ({ disk = '' }) => {
      const ballast = join(disk, 'ballast')
      fillDisk(ballast)
      await pause(4000)
      rmSync(ballast)
    },
  },
  {
    name: 'connections to the database reset',
    ...{ breaksConnections: false, causesErrors: true, isPossible: onPostgres },
    run: async ({ postgres }) => {
      for (let count = 0; count < 5; count++) {
        postgres?.network.cut()
        await pause(300)
      }
    },
  },
  {
    name: 'network to the database silent',
    ...{ breaksConnections: false, causesErrors: true, isPossible: onPostgres },
    run: async ({ postgres }) => {
      postgres?.network.setBlocked(true)
      await pause(6000)
      postgres?.network.setBlocked(false)
    },
  },
  {
    name: 'crash and restart of PostgreSQL',
    ...{ breaksConnections: false, causesErrors: true, isPossible: onPostgres },
    run: async ({ postgres }) => {
      await postgres?.server.halt('immediate')
      await pause(2000)
      await postgres?.server.resume()
    },
  },
]

function fillDisk(path: string): void {
  const file = openSync(path, 'w')
  const block = Buffer.alloc(1 << 16, 1)
  try {
    for (;;) writeSync(file, block)
  } catch (error) {
    if (!String(error).includes('ENOSPC')) throw error
  } finally {
    closeSync(file)
  }
}
