/** Generates docs/limits.md from the limits of test/limits: `npm run generate -- limits`. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { SETTINGS } from '../../src/config.ts'
import { problem } from '../../src/kernel/problem.ts'
import { LIMIT_GROUPS } from '../../test/limits/all-limits.ts'
import type { Limit } from '../../test/limits/limit.ts'

const INTRODUCTION = `# Limits

What requests, files and clients may contain and do, and what happens beyond. \`rest_invalid_param\` names the field. [Settings](configuration.md)
are shown with their defaults. Counts per time are of all nodes together, rates of all workers of a machine, the rest of
[Rates and load](#rates-and-load) of each process.
`

/** Binary units where they are exact. */
const BYTE_UNITS = [
  ['MiB', 2 ** 20],
  ['KiB', 2 ** 10],
] as const

function formatAmount({ max, unit }: Limit): string {
  if (typeof max === 'number') {
    const [name, size] = BYTE_UNITS.find(([, bytes]) => unit === 'bytes' && max % bytes === 0) ?? [unit, 1]
    return `${(max / size).toLocaleString('en')} ${name}`.trim()
  }
  const { default: fallback } = SETTINGS[max]
  return `\`${max}\`${fallback === '0' ? '' : ` (${fallback})`} ${unit}`.trim()
}

function formatAnswer({ beyond, metric }: Limit): string {
  const answer = 'error' in beyond ? `${problem(beyond.error).status} \`${beyond.error}\`` : beyond.effect
  return metric === undefined ? answer : `${answer}, \`limit="${metric}"\` in metrics`
}

export function renderLimitsPage(): string {
  const groups = LIMIT_GROUPS.map(({ title, limits }) => {
    const rows = limits.map((limit) => `| ${limit.name} | ${formatAmount(limit)} | ${formatAnswer(limit)} |`)
    return [`## ${title}\n`, '| | At most | Beyond it |', '|---|---|---|', ...rows].join('\n')
  })
  return `${[INTRODUCTION.trimEnd(), ...groups].join('\n\n')}\n`
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href)
  writeFileSync(join(import.meta.dirname, '..', '..', 'docs', 'limits.md'), renderLimitsPage())
