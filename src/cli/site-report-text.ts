/** The report of an import from a site as text. */
import type { KindReport, RecordDifference, SiteImportReport } from '../features/imports/comparison/site-report.ts'
import type { SiteChange } from '../features/imports/live/import-run.ts'

const NAMES = {
  event: 'events',
  venue: 'venues',
  organizer: 'organizers',
  category: 'categories',
  tag: 'tags',
} as const

/** Differences in the text; the JSON has more. */
const MAX_LINES = 20

export function formatSiteReport(report: SiteImportReport): string[] {
  const { records, images, differences, isDryRun, unsupported } = report
  const kinds = (['event', 'venue', 'organizer', 'category', 'tag'] as const).map(
    (kind) => `${NAMES[kind]}: ${formatCounts(records[kind], isDryRun)}`,
  )
  const { fetched, known, skipped, failed } = images
  const pictures = `images: ${fetched} fetched, ${known} already known, ${skipped} skipped, ${failed} failed`
  const lines = differences.slice(0, MAX_LINES).map(formatDifference)
  const others = differences.length + report.omittedDifferences - lines.length
  const fields = Object.entries(unsupported).map(([name, count]) => `not stored: ${name} of ${count} records`)
  if (isDryRun) return [...kinds, 'nothing was written']
  return [...kinds, pictures, ...lines, ...(others > 0 ? [`and ${others} more differences`] : []), ...fields]
}

function formatCounts(counts: KindReport, isDryRun: boolean): string {
  const { source, equal, different, missing, created, updated, removed, conflicts, failed } = counts
  const writes = `${created} created, ${updated} updated, ${removed} removed, ${conflicts} conflicts, ${failed} failed`
  return isDryRun ? writes : `${equal} of ${source} equal, ${different} different, ${missing} missing; ${writes}`
}

function formatDifference({ kind, id, title, state, reason, fields }: RecordDifference): string {
  const names = fields.map(({ field }) => field).join(', ')
  const details = [names, reason].filter((text) => text !== '').join('; ')
  return `${state}: ${kind} ${id}${title === '' ? '' : ` "${title}"`}${details === '' ? '' : `: ${details}`}`
}

/** One line per round. */
export function formatFollowReport({ records }: SiteImportReport, at: Date): string {
  const total = (name: keyof KindReport) => Object.values(records).reduce((sum, counts) => sum + counts[name], 0)
  const counts = (['created', 'updated', 'removed', 'conflicts', 'failed'] as const).map(
    (name) => `${total(name)} ${name}`,
  )
  return `${at.toISOString()} ${counts.join(', ')}`
}

export const isCompletelyEqual = ({ records, images }: SiteImportReport): boolean =>
  images.failed === 0 && Object.values(records).every(({ source, equal, failed }) => source === equal && failed === 0)

export const formatSiteChange = ({ action, kind, id, title }: SiteChange): string =>
  `${action} ${kind} ${id} ${title}`.trimEnd()
