/**
 * Records the responses that test/golden/golden.test.ts compares, and prints what changed since the last recording:
 * `npm run generate -- golden`.
 */
import { compareSessions, formatDifferences } from '../../test/golden/compare.ts'
import { playSession } from '../../test/golden/play.ts'
import { readRecording, writeRecording } from '../../test/golden/recording.ts'
import { createSession } from '../../test/golden/session.ts'
import { ENGINES } from '../../test/helper/engines.ts'

const MOST_SHOWN = 500

const engine = ENGINES.find(({ name }) => name === 'sqlite')
if (!engine) throw new Error('The recording needs SQLite; unset TEST_ENGINE.')
const exchanges = await playSession(engine, createSession(), (names, request) => {
  throw new Error(`${request}: no earlier response is named ${names.join(', ')}`)
})
const differences = compareSessions(readRecording(), exchanges)
process.stdout.write(`${formatDifferences(differences, MOST_SHOWN)}\n${differences.length} responses differ\n`)
if (differences.length > 0) {
  const bytes = writeRecording(exchanges)
  process.stdout.write(`${exchanges.length} responses in ${Math.round(bytes / 1000)} kB\n`)
}
