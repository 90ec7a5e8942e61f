/** Collects the results of a task: all are counted, and a limited number is stored. */
import { type ImportCounts, type ImportResult, NO_RESULTS, type ResultOutcome } from '../import.ts'

/** Stored results per outcome, so that many unchanged records do not displace those with a problem. */
const MAX_RESULTS = 5000
const MAX_TEXT_LENGTH = 1000

export interface ResultCollector {
  readonly add: (result: ImportResult) => void
  readonly counts: () => ImportCounts
  readonly results: () => readonly ImportResult[]
}

export function createResultCollector(): ResultCollector {
  const counts: Record<ResultOutcome, number> = { ...NO_RESULTS }
  const results: ImportResult[] = []
  return {
    add: (result) => {
      counts[result.outcome] += 1
      if (counts[result.outcome] <= MAX_RESULTS) results.push(limitTexts(result))
    },
    counts: () => counts,
    results: () => results,
  }
}

/** Both engines reject NUL or half characters, which a broken file may contain. */
const limitTexts = ({ title, location, details, ...result }: ImportResult): ImportResult => ({
  ...result,
  title: cleanText(title),
  location: cleanText(location),
  details: cleanText(details),
})

const cleanText = (text: string): string => text.slice(0, MAX_TEXT_LENGTH).replaceAll('\0', '').toWellFormed()
