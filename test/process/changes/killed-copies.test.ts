/** Copies stay equal although the service and the processes of the copies are killed; test/long has more writes. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { compareKilledCopies } from '../../helper/changes/killed-copies.ts'
import { ENGINES } from '../../helper/engines.ts'
import { getSeed } from '../../helper/properties/seeds.ts'

for (const engine of ENGINES) {
  test(`Copies in processes stay equal when service and copies are killed on ${engine.name}`, async () => {
    const { serviceKills, copyKills } = await compareKilledCopies(engine, {
      writes: 150,
      seed: getSeed(5),
      writesPerKill: 40,
    })
    assert.ok(serviceKills > 0 && copyKills > 0, `${serviceKills} and ${copyKills} kills`)
  })
}
