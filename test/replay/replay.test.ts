/** Compares our responses with the recorded ones of the reference, if REFERENCE_DIR contains the recordings. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { SPLIT_ENGINES, type TestEngine } from '../helper/engines.ts'
import { startService } from '../helper/service.ts'
import { findAcceptance } from './accepted.ts'
import { type Exchange, loadExchanges } from './exchanges.ts'
import { type ReplayedExchange, type ReplayResult, replayExchanges } from './replay.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const FOLDER = process.env['REFERENCE_DIR'] ?? `${ROOT}../shared/reference`

/** Settings of the site of the recordings. */
const REFERENCE_SITE = {
  PUBLIC_URL: 'http://reference.example',
  SITE_TIMEZONE: 'America/New_York',
  PER_PAGE: '10',
  MAX_PER_PAGE: '50',
  RATE_LIMIT_SIGN_IN: '0',
}

const exchanges = loadExchanges(FOLDER)

for (const engine of SPLIT_ENGINES) {
  test(`Responses on ${engine.name} equal those of the reference, except for differences that a decision accepts`, async (context) => {
    if (!exchanges) return context.skip(`no recordings in ${FOLDER}`)
    const { replayed, skipped } = await replayAll(engine, exchanges)
    const reasons = new Map<string, number>()
    const unexplained = replayed.flatMap((item) => describeUnexplained(item, reasons))
    for (const line of report({ replayed, skipped }, reasons, unexplained.length)) context.diagnostic(line)
    assert.equal(unexplained.length, 0, unexplained.slice(0, 20).join('\n'))
  })
}

async function replayAll(engine: TestEngine, all: readonly Exchange[]): Promise<ReplayResult> {
  const service = await startService({ engine, env: REFERENCE_SITE })
  try {
    return await replayExchanges(service, all)
  } finally {
    await service.stop()
  }
}

/** Describes the exchange when no decision explains all its differences; counts the decisions that do. */
function describeUnexplained(
  { exchange, response, differences, before }: ReplayedExchange,
  reasons: Map<string, number>,
): string[] {
  const found = differences.map((difference) => ({
    ...difference,
    by: findAcceptance({ difference, exchange, response, all: differences, before }),
  }))
  for (const by of new Set(found.flatMap((item) => item.by ?? []))) reasons.set(by, (reasons.get(by) ?? 0) + 1)
  const left = found.filter(({ by }) => by === undefined)
  if (left.length === 0) return []
  const { group, n, name, role, method, path } = exchange
  const shown = left
    .slice(0, 5)
    .map((item) => `  ${item.path}: ${abbreviate(item.theirs)} there, ${abbreviate(item.ours)} here`)
  return [[`${group} ${n} ${name} (${role} ${method} ${path})`, ...shown].join('\n')]
}

const abbreviate = (value: unknown): string => (JSON.stringify(value) ?? 'undefined').slice(0, 200)

function report(
  { replayed, skipped }: ReplayResult,
  reasons: ReadonlyMap<string, number>,
  unexplained: number,
): string[] {
  const equal = replayed.filter(({ differences }) => differences.length === 0).length
  const accepted = replayed.length - equal - unexplained
  const byCount = (counts: ReadonlyMap<string, number>) => [...counts].sort(([, a], [, b]) => b - a)
  return [
    `${equal} of ${replayed.length} equal, ${accepted} differ as accepted, ${unexplained} otherwise`,
    ...byCount(reasons).map(([by, count]) => `  ${count} accepted by ${by}`),
    ...byCount(skipped).map(([reason, count]) => `${count} not replayed: ${reason}`),
  ]
}
