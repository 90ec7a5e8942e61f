/** Counts and details of a run. */

import type { ExternalResult } from '../imports/external/external-record.ts'
import type { ExternalCounts } from '../imports/external/import-external.ts'
import { NOTE_OUTCOME, type RunCounts, type RunDetail } from './source.ts'

const MAX_DETAILS = 100

export interface RunReport {
  readonly addResult: (result: ExternalResult) => void
  readonly addCanceled: (detail: Omit<RunDetail, 'outcome'>) => void
  /** A remark about the source, such as what was chosen. */
  readonly addNote: (text: string) => void
  readonly addConflict: (detail: Omit<RunDetail, 'outcome'>) => void
  /** Records of the input without a key, which may be any of those that seem to have disappeared. */
  readonly countUnknown: () => number
  readonly getCounts: () => RunCounts
  readonly getDetails: () => readonly RunDetail[]
}

/** `listsAll`: previews list every planned change. */
export function createRunReport({ listsAll }: { readonly listsAll: boolean }): RunReport {
  const counts: Record<keyof ExternalCounts, number> = { created: 0, updated: 0, unchanged: 0, conflict: 0, failed: 0 }
  const details: RunDetail[] = []
  let canceled = 0
  let unknown = 0
  const add = (detail: RunDetail) => {
    if (details.length < MAX_DETAILS) details.push(detail)
  }
  return {
    addResult: ({ outcome, where, key = '', id = 0, title = '', reason, warnings = [] }) => {
      counts[outcome] += 1
      if (key === '' && outcome === 'failed') unknown += 1
      if (outcome === 'unchanged') return
      const text = [reason, ...warnings].filter(Boolean).join('; ')
      const isProblem = outcome === 'conflict' || outcome === 'failed' || text !== ''
      if (listsAll || isProblem)
        add({ outcome, key, event: id, title, reason: describeReason(text, where, { outcome, key }) })
    },
    addCanceled: (detail) => {
      canceled += 1
      add({ outcome: 'canceled', ...detail })
    },
    addNote: (reason) => add({ outcome: NOTE_OUTCOME, key: '', event: 0, title: '', reason }),
    addConflict: (detail) => {
      counts.conflict += 1
      add({ outcome: 'conflict', ...detail })
    },
    countUnknown: () => unknown,
    getCounts: () => {
      const { conflict, ...others } = counts
      return { ...others, conflicts: conflict, canceled }
    },
    getDetails: () => details,
  }
}

/** With the location of a record without a key, and with the line of a rejected one. */
function describeReason(
  text: string,
  where: string,
  { outcome, key }: { readonly outcome: string; readonly key: string },
): string {
  const line = /:(\d+)$/.exec(where)?.[1]
  if (key === '') return `${where}: ${text}`
  return outcome === 'failed' && line !== undefined ? `line ${line}: ${text}` : text
}
