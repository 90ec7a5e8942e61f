/** Collects the results of an import for its report. */
import type { ImageCounts } from '../import-images.ts'
import type { ImportKind } from '../map-record.ts'
import { createIdSet, type IdSet } from './id-set.ts'
import type { KindReport, RecordAction, RecordDifference, SiteImportReport } from './site-report.ts'

type SetsByKind = Readonly<Record<ImportKind, IdSet>>

export interface ReportBuilder extends ActionCounts, Comparison, Problems {
  /** IDs that the site has. */
  readonly seen: SetsByKind
  readonly countImages: (counts: ImageCounts) => void
  readonly addUnsupported: (names: readonly string[]) => void
  /** Forgets a record that the site does not have any more. */
  readonly forget: (kind: ImportKind, id: number) => void
  /** Forgets all comparisons, before the lists are read again. */
  readonly clear: () => void
  readonly build: (source: string, isDryRun: boolean) => SiteImportReport
}

const MAX_DETAILS = 5000

const createSets = (): SetsByKind => ({
  category: createIdSet(),
  tag: createIdSet(),
  venue: createIdSet(),
  organizer: createIdSet(),
  event: createIdSet(),
})

export function createReportBuilder(): ReportBuilder {
  const seen = createSets()
  const actions = createActionCounts()
  const comparison = createComparison()
  const problems = createProblems()
  const images = { fetched: 0, known: 0, skipped: 0, failed: 0 }
  const unsupported = new Map<string, number>()
  const buildKind = (kind: ImportKind): KindReport => {
    const source = seen[kind].size()
    const { different, missing } = comparison.countDifferences(kind)
    return { source, equal: source - different - missing, different, missing, ...actions.getCounts(kind) }
  }
  return {
    ...actions,
    ...comparison,
    ...problems,
    seen,
    countImages: (counts) => {
      for (const name of ['fetched', 'known', 'skipped', 'failed'] as const) images[name] += counts[name]
    },
    addUnsupported: (names) => {
      for (const name of names) unsupported.set(name, (unsupported.get(name) ?? 0) + 1)
    },
    forget: (kind, id) => {
      seen[kind].delete(id)
      comparison.setResult(kind, id, undefined)
    },
    clear: () => {
      for (const set of Object.values(seen)) set.clear()
      unsupported.clear()
      comparison.clearResults()
    },
    build: (source, isDryRun) => {
      const records = {
        category: buildKind('category'),
        tag: buildKind('tag'),
        venue: buildKind('venue'),
        organizer: buildKind('organizer'),
        event: buildKind('event'),
      }
      const total = Object.values(records).reduce((sum, { different, missing }) => sum + different + missing, 0)
      const differences = comparison.getDetails()
      const omittedDifferences = total - differences.length
      const details = { differences, omittedDifferences, ...problems.getProblems() }
      return { source, isDryRun, records, images, ...details, unsupported: Object.fromEntries(unsupported) }
    },
  }
}

interface ActionCounts {
  /** Counts an action, once per record and action. Returns whether it is the first one of the record. */
  readonly countAction: (kind: ImportKind, id: number, action: RecordAction | 'remove') => boolean
  /** Counts a record without a valid ID. */
  readonly countFailure: (kind: ImportKind) => void
  /** At most `MAX_DETAILS` records whose last attempt failed. */
  readonly listFailedIds: (kind: ImportKind) => readonly number[]
  /** Number of writes so far, repeated ones included. */
  readonly countWrites: () => number
  readonly getCounts: (kind: ImportKind) => Pick<KindReport, 'created' | 'updated' | 'conflicts' | 'failed' | 'removed'>
}

function createActionCounts(): ActionCounts {
  const actions = new Map<string, SetsByKind>()
  const failures: Record<ImportKind, number> = { category: 0, tag: 0, venue: 0, organizer: 0, event: 0 }
  let writes = 0
  const count = (action: string, kind: ImportKind) => actions.get(action)?.[kind].size() ?? 0
  return {
    countAction: (kind, id, action) => {
      const sets = actions.get(action) ?? createSets()
      actions.set(action, sets)
      if (action === 'create' || action === 'update' || action === 'remove') writes += 1
      if (action !== 'fail') actions.get('fail')?.[kind].delete(id)
      return sets[kind].add(id)
    },
    countFailure: (kind) => {
      failures[kind] += 1
    },
    listFailedIds: (kind) => actions.get('fail')?.[kind].list(MAX_DETAILS) ?? [],
    countWrites: () => writes,
    getCounts: (kind) => ({
      created: count('create', kind),
      updated: count('update', kind),
      conflicts: count('conflict', kind),
      failed: count('fail', kind) + failures[kind],
      removed: count('remove', kind),
    }),
  }
}

interface Comparison {
  /** Replaces the result of earlier comparisons of the record; undefined if it is equal. */
  readonly setResult: (kind: ImportKind, id: number, difference: RecordDifference | undefined) => void
  readonly clearResults: () => void
  readonly countDifferences: (kind: ImportKind) => Pick<KindReport, 'different' | 'missing'>
  readonly getDetails: () => readonly RecordDifference[]
}

function createComparison(): Comparison {
  const results = { different: createSets(), missing: createSets() }
  const details = new Map<string, RecordDifference>()
  return {
    setResult: (kind, id, difference) => {
      const key = `${kind} ${id}`
      details.delete(key)
      for (const state of ['different', 'missing'] as const) {
        if (difference?.state === state) results[state][kind].add(id)
        else results[state][kind].delete(id)
      }
      if (difference && details.size < MAX_DETAILS) details.set(key, difference)
    },
    clearResults: () => {
      for (const set of [...Object.values(results.different), ...Object.values(results.missing)]) set.clear()
      details.clear()
    },
    countDifferences: (kind) => ({
      different: results.different[kind].size(),
      missing: results.missing[kind].size(),
    }),
    getDetails: () => [...details.values()],
  }
}

interface Problems {
  /** Replaces the problem with the same key. */
  readonly addProblem: (text: string, key?: string) => void
  readonly removeProblem: (key: string) => void
  readonly getProblems: () => Pick<SiteImportReport, 'problems' | 'omittedProblems'>
}

/** Each problem once, because lists are read several times. */
function createProblems(): Problems {
  const problems = new Map<string, string>()
  let omittedProblems = 0
  return {
    addProblem: (text, key = text) => {
      if (problems.size < MAX_DETAILS || problems.has(key)) problems.set(key, text)
      else omittedProblems += 1
    },
    removeProblem: (key) => problems.delete(key),
    getProblems: () => ({ problems: [...problems.values()], omittedProblems }),
  }
}
