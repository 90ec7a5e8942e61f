/** Groups of figures that are measured together on a fixture of their own processes. */
import {
  assertSameResponses,
  createFixture,
  type Fixture,
  type FixtureDatabases,
  type FixtureSources,
} from '../fixture/fixture.ts'
import { type MemoryUsage, readMemoryUsage } from '../lib/processes.ts'
import { collectRatios, type Ratios } from '../lib/ratios.ts'
import type { BenchResult, RoundOptions } from '../lib/rounds.ts'
import { measureHotPage, measureLists, measureSingleEvents } from './reads.ts'
import { measurePages } from './site-pages.ts'
import { type Measurement, measureColdStart, measureFeed, measureImport } from './starts.ts'
import { createEventRequests, measureCreations, measureMixedLoad } from './writes.ts'

interface GroupResult {
  readonly rows?: readonly BenchResult[]
  readonly others?: readonly Measurement[]
}

type MeasureGroup = (fixture: Fixture, pace: RoundOptions) => Promise<GroupResult>

/** In the order of measurement. Writes come after reads, so that these do not depend on the speed of writes. */
const GROUPS: Readonly<Record<string, MeasureGroup>> = {
  'cached page': async (fixture, pace) => ({ rows: await measureHotPage(fixture, pace) }),
  lists: async (fixture, pace) => ({ rows: await measureLists(fixture, pace) }),
  'single events': async (fixture, pace) => ({ rows: await measureSingleEvents(fixture, pace) }),
  pages: async (fixture, pace) => ({ rows: await measurePages(fixture, pace) }),
  feed: async (fixture) => ({ others: await measureFeed(fixture) }),
  creations: async (fixture, pace) => ({ rows: await measureCreations(fixture, createEventRequests(fixture), pace) }),
  'mixed load': async (fixture, pace) => ({
    rows: await measureMixedLoad(fixture, createEventRequests(fixture), pace),
  }),
  start: async (fixture, { rounds }) => ({ others: await measureColdStart(fixture, 2 * rounds - 1) }),
  import: async (fixture) => (fixture.driver === 'pg' ? {} : { others: measureImport(fixture) }),
}

export const ALL_GROUPS: readonly string[] = Object.keys(GROUPS)

export interface RunResult {
  readonly rows: readonly BenchResult[]
  readonly others: readonly Measurement[]
  /** Resident memory of the service after all groups but the last two, which use processes of their own. */
  readonly memory: MemoryUsage | undefined
  readonly ratios: Ratios
  /** Group of each ratio. */
  readonly groupByRatio: ReadonlyMap<string, string>
}

export async function measureGroups(
  names: readonly string[],
  sources: FixtureSources,
  databases: FixtureDatabases,
  pace: RoundOptions,
): Promise<RunResult> {
  const fixture = await createFixture(sources, databases)
  const rows: BenchResult[] = []
  const others: Measurement[] = []
  const groupByRatio = new Map<string, string>()
  let memory: MemoryUsage | undefined
  try {
    await assertSameResponses(fixture)
    for (const name of names) {
      const measured = await GROUPS[name]?.(fixture, pace)
      rows.push(...(measured?.rows ?? []))
      others.push(...(measured?.others ?? []))
      for (const figure of Object.keys(collectRatios(measured?.rows ?? [], measured?.others ?? [])))
        groupByRatio.set(figure, name)
      if (name !== 'start' && name !== 'import') memory = readMemoryUsage(fixture.service.child.pid)
    }
  } finally {
    await fixture.close()
  }
  return { rows, others, memory, ratios: collectRatios(rows, others), groupByRatio }
}
