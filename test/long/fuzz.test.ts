/** The random requests of test/http/protocol/fuzz.test.ts, with another seed and many more of them. */
import { after, before, describe, test } from 'node:test'
import { ENGINES } from '../helper/engines.ts'
import { type FuzzRun, startFuzz } from '../helper/http/fuzz.ts'
import { getSeed } from '../helper/properties/seeds.ts'

const RUNS = Number(process.env['FUZZ_RUNS'] ?? 30_000)
const SEED = getSeed(700, 'FUZZ_SEED')

for (const engine of ENGINES) {
  describe(`${RUNS} requests with hostile values on ${engine.name}`, () => {
    let fuzz: FuzzRun
    before(async () => {
      fuzz = await startFuzz(engine)
    })
    after(() => fuzz.service.stop())

    test('No request returns 500 or responds late, and no rejected write leaves rows behind', () =>
      fuzz.run({ seed: SEED, runs: RUNS }))
  })
}
