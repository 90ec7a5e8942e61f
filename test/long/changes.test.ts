/** 10,000 random writes while the service and the copies that follow it are killed repeatedly. */
import { test } from 'node:test'
import { compareKilledCopies } from '../helper/changes/killed-copies.ts'
import { ENGINES } from '../helper/engines.ts'
import { getSeed } from '../helper/properties/seeds.ts'

const WRITES = Number(process.env['HISTORY_WRITES'] ?? 10_000)
const SEED = getSeed(1, 'HISTORY_SEED')

for (const engine of ENGINES) {
  test(`Copies in processes stay equal over ${WRITES} writes with kills on ${engine.name}`, async (context) => {
    const counts = await compareKilledCopies(engine, { writes: WRITES, seed: SEED, writesPerKill: 200 })
    context.diagnostic(`seed ${SEED}: ${JSON.stringify(counts)}`)
  })
}
