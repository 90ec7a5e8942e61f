/**
 * Seeds of generated test data. They are constant, so that `npm test` has the same result on every run. `npm run test:full`
 * sets TEST_SEED, which it prints, to a random number.
 */
import fastCheck from 'fast-check'

export { default as fc } from 'fast-check'

/** Added to every seed; 0 keeps them as they are in the tests. */
const shift = Number(process.env['TEST_SEED'] ?? 0)

/** Returns the seed of a generator. The environment variable, if one is named and set, replaces it. */
export function getSeed(constant: number, variable?: string): number {
  const given = variable && process.env[variable]
  return given ? Number(given) : (constant + shift) | 0
}

/** By default fast-check generates at most 10 elements, however large `maxLength` is. */
fastCheck.configureGlobal({ seed: getSeed(1), defaultSizeToMaxWhenMaxSpecified: true })
