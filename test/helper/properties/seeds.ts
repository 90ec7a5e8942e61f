/**
 * Seeds of generated test data. They are constant, so that `npm test` has the same result on every run. RANDOM_SEEDS=1
 * chooses others; a process that fails then prints the value of TEST_SEED that repeats its run.
 */
import { randomInt } from 'node:crypto'
import { writeSync } from 'node:fs'
import fastCheck from 'fast-check'

export { default as fc } from 'fast-check'

/** Added to every seed; 0 keeps them as they are in the tests. */
const shift = readShift()

function readShift(): number {
  const given = process.env['TEST_SEED']
  if (given) return Number(given)
  return process.env['RANDOM_SEEDS'] === '1' ? randomInt(1, 2 ** 31) : 0
}

/** Returns the seed of a generator. The environment variable, if one is named and set, replaces it. */
export function getSeed(constant: number, variable?: string): number {
  const given = variable && process.env[variable]
  return given ? Number(given) : (constant + shift) | 0
}

/** By default fast-check generates at most 10 elements, however large `maxLength` is. */
fastCheck.configureGlobal({ seed: getSeed(1), defaultSizeToMaxWhenMaxSpecified: true })

process.once('exit', () => {
  if (shift !== 0 && process.exitCode) writeSync(2, `The tests that failed used TEST_SEED=${shift}\n`)
})
