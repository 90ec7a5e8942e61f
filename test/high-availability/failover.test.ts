/**
 * Failovers under load, with synchronous and with asynchronous replication. `npm run test:cluster -- --failovers N` repeats
 * each kind of fault and prints a table.
 */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { type Cluster, type ClusterOptions, startCluster } from '../helper/cluster/cluster.ts'
import { FAULTS, type FaultKind } from '../helper/cluster/faults.ts'
import { appendResult, formatTable, type RecordedFailover } from '../helper/workload/failover-results.ts'
import { type FailoverResult, runFailover } from '../helper/workload/failover-run.ts'

const runs = Number(process.env['CLUSTER_FAILOVERS'] ?? 1)
const resultsFile = process.env['CLUSTER_RESULTS']
/** Kinds separated by commas; all by default. */
const FAULT_KINDS: readonly FaultKind[] = [
  'primary-killed',
  'primary-stopped',
  'switchover',
  'etcd-leader-killed',
  'node-killed',
  'balancer-restarted',
]
const kinds = FAULT_KINDS.filter((kind) => process.env['CLUSTER_FAULTS']?.split(',').includes(kind) ?? true)
const modes = (['synchronous', 'asynchronous'] as const).filter(
  (mode) => (process.env['CLUSTER_MODE'] ?? mode) === mode,
)

const MAX_WRITE_OUTAGE_SECONDS = 30
/** Faults of components to which clients are connected. */
const CUTTING: readonly FaultKind[] = ['node-killed', 'balancer-restarted']

for (const mode of modes) {
  describe(`Failovers with ${mode} replication`, () => {
    let cluster: Cluster
    const results: RecordedFailover[] = []
    before(async () => {
      cluster = await startCluster({ replication: mode })
    })
    after(async () => {
      if (runs > 1) process.stdout.write(`${formatTable(results)}\n`)
      await cluster?.close()
    })

    // All kinds in turn, so that an interrupted series has about as many of each.
    for (let number = 1; number <= runs; number++) {
      for (const kind of kinds) {
        test(`Clients and nodes agree after the fault: ${kind}, ${number}`, async () => {
          const name = `${mode}${kind}${number}end`.replaceAll('-', '')
          const result = await runFailover(cluster, FAULTS[kind], { name })
          results.push({ kind, mode, ...result })
          if (resultsFile) appendResult(resultsFile, { kind, mode, ...result })
          assertResult(kind, mode, result)
        })
      }
    }
  })
}

function assertResult(kind: FaultKind, mode: ClusterOptions['replication'], result: FailoverResult): void {
  assert.deepEqual(result.violations, [])
  assert.ok(result.acknowledged > 0)
  if (!CUTTING.includes(kind)) assert.equal(result.cut, 0, 'writes without a response')
  if (mode === 'synchronous') {
    assert.equal(result.lost, 0)
    assert.ok(result.writeOutage <= MAX_WRITE_OUTAGE_SECONDS, `no write for ${result.writeOutage} s`)
  }
}
