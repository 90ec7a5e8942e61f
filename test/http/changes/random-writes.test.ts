/** Copies that follow the changes stay equal to the records over random writes by all users, for each viewer and filter. */
import { test } from 'node:test'
import { publishScheduledPosts } from '../../../src/calendar/events/publish-scheduled.ts'
import { createRandom } from '../../../src/features/settings/sample/seeded-random.ts'
import { addKnownRecord, createKnownRecords } from '../../differential/known-ids.ts'
import { createWriteRequest } from '../../differential/writes.ts'
import { assertEqualCopy, type CopiedKind, createChangeCopy, readAllRecords } from '../../helper/changes/change-copy.ts'
import { ENGINES } from '../../helper/engines.ts'
import { createSolidImage } from '../../helper/media/encode-png.ts'
import { getSeed } from '../../helper/properties/seeds.ts'
import { startService, type TestUser } from '../../helper/service.ts'

/** Each round compares all records, so that more writes would take too long. */
const WRITES = Math.min(Number(process.env['HISTORY_WRITES'] ?? 300), 300)
const SEED = getSeed(3, 'HISTORY_SEED')
const START = Date.parse('2026-11-21T03:00:00Z')
/** Writes between two comparisons. */
const ROUND = 150

interface Follower {
  readonly as: TestUser
  readonly filter: string
  readonly kinds?: readonly CopiedKind[]
}

const EVENTS: readonly CopiedKind[] = ['event']
const FOLLOWERS: readonly Follower[] = [
  { as: 'anon', filter: '' },
  { as: 'admin', filter: '' },
  { as: 'author', filter: '' },
  { as: 'anon', filter: '&featured=false&geoloc=false', kinds: EVENTS },
  { as: 'editor', filter: '&starts_after=2026-12-01&exclude=3', kinds: EVENTS },
]

for (const engine of ENGINES) {
  test(`Copies stay equal over ${WRITES} random writes on ${engine.name}`, async () => {
    const env = { RATE_LIMIT_SIGN_IN: '0', PER_PAGE: '7', MAX_PER_PAGE: '50' }
    const service = await startService({ engine, now: new Date(START).toISOString(), env })
    try {
      const random = createRandom(SEED)
      const images = [await createSolidImage(40, 30).png().toBuffer()]
      const known = createKnownRecords({ users: [1, 2, 3, 4, 5, 6, 7], images, now: START })
      const followers = FOLLOWERS.map(({ as, filter, kinds }) => {
        const read = (path: string) => service.send('GET', path, { as })
        const kindsQuery = kinds ? `&kinds=${kinds.join()}` : ''
        return { as, filter, kinds, read, copy: createChangeCopy(read, `&status=any${kindsQuery}${filter}`) }
      })
      for (let number = 1; number <= WRITES; number++) {
        if (random.chance(0.05)) {
          known.now += random.between(1, 7200) * 1000
          service.setNow(new Date(known.now).toISOString())
          await publishScheduledPosts(service.services)
        }
        const { kind, method, path, ...options } = createWriteRequest(random, known)
        addKnownRecord(known, kind, (await service.send(method, path, options)).json)
        if (random.chance(0.05)) await random.pick(followers).copy.synchronize()
        if (number % ROUND !== 0) continue
        for (const { as, filter, kinds, read, copy } of followers) {
          await copy.synchronize()
          const about = `of ${as}${filter}, seed ${SEED}, after write ${number}`
          assertEqualCopy(copy.records, await readAllRecords(read, kinds, filter), about)
        }
      }
    } finally {
      await service.stop()
    }
  })
}
