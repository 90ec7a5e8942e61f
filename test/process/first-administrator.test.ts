/** The password of the first administrator, from the settings, and secrets in the output of a start. */
import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { createServeProcesses, type ServeProcess, type ServeProcesses, stopProcess } from '../helper/serve-process.ts'

const PASSWORD = 'correct horse battery'

/** Signs in with the account password, as a user does on a page. */
const signIn = async ({ url }: ServeProcess, password: string): Promise<number> => {
  const body = new URLSearchParams({ app_name: 'Wall Display', login: 'admin', password })
  return (await fetch(`${url}/authorize-application`, { method: 'POST', body })).status
}

describe('The first administrator', () => {
  let processes: ServeProcesses
  before(() => {
    processes = createServeProcesses({ LOG_LEVEL: 'trace' })
  })
  after(() => processes.end())
  /** Starts on a separate database. */
  const start = (name: string, env: Readonly<Record<string, string>>) =>
    processes.start({ DATABASE_URL: `sqlite:${join(processes.folder, `${name}.db`)}`, ...env })
  const secretFile = (text: string): string => {
    const file = join(processes.folder, 'secret')
    writeFileSync(file, text)
    return file
  }

  test('ADMIN_PASSWORD is its password, and the output contains no secret', async () => {
    const running = await start('variable', { ADMIN_PASSWORD: PASSWORD })
    assert.equal(await signIn(running, PASSWORD), 200)
    assert.match(running.printed, /Created the first administrator, "admin"/)
    assert.doesNotMatch(running.readOutput(), /horse|application password/)
    assert.equal(await stopProcess(running), 0)
  })

  test('ADMIN_PASSWORD does not change the password of an existing administrator', async () => {
    const running = await start('variable', { ADMIN_PASSWORD: 'another password' })
    assert.equal(await signIn(running, 'another password'), 401)
    assert.equal(await signIn(running, PASSWORD), 200)
    await stopProcess(running)
  })

  test('ADMIN_PASSWORD_FILE names a file with its password, which may end with a line break', async () => {
    const running = await start('file', { ADMIN_PASSWORD_FILE: secretFile(`${PASSWORD}\n`) })
    assert.equal(await signIn(running, PASSWORD), 200)
    assert.doesNotMatch(running.readOutput(), /horse/)
    await stopProcess(running)
  })

  const REFUSED: readonly (readonly [string, () => Readonly<Record<string, string>>, RegExp])[] = [
    ['a short password', () => ({ ADMIN_PASSWORD: 'horse12' }), /ADMIN_PASSWORD.*at least 8 characters/],
    [
      'a file with a short password',
      () => ({ ADMIN_PASSWORD_FILE: secretFile('horse12\n') }),
      /ADMIN_PASSWORD_FILE is too short\. Expected at least 8 characters/,
    ],
    [
      'a missing file',
      () => ({ ADMIN_PASSWORD_FILE: '/nowhere/secret' }),
      /Invalid value for ADMIN_PASSWORD_FILE: "\/nowhere\/secret"\. Expected a file that the service can read\./,
    ],
    [
      'both settings',
      () => ({ ADMIN_PASSWORD: PASSWORD, ADMIN_PASSWORD_FILE: secretFile(PASSWORD) }),
      /ADMIN_PASSWORD and ADMIN_PASSWORD_FILE are both set/,
    ],
  ]
  for (const [name, env, message] of REFUSED) {
    test(`${name} stops the start with one line about it, without the password`, async () => {
      const failed = await start('refused', env()).then(
        () => '',
        (error: Error) => error.message,
      )
      assert.match(failed, message)
      assert.doesNotMatch(failed, /horse/)
    })
  }
})

describe('The output of a start', () => {
  let processes: ServeProcesses
  before(() => {
    processes = createServeProcesses({ LOG_LEVEL: 'trace' })
  })
  after(() => processes.end())

  const SECRETS: readonly (readonly [string, string])[] = [
    ['GEOCODER_URL', 'https://me:hush@nominatim.example/search'],
    ['PUBLIC_URL', 'https://me:hush@calendar.example'],
    ['DATABASE_URL', 'postgres://me:hush@127.0.0.1:1/calends'],
    ['DATABASE_URL', 'mysql://me:hush@127.0.0.1/calends'],
    ['DATABASE_LISTEN_URL', 'mysql://me:hush@127.0.0.1/calends'],
    ['DATABASE_REPLICA_URL', 'mysql://me:hush@127.0.0.1/calends'],
    ['MEDIA_URL', 's3://KEY:hush@s3.example/B'],
    ['MAP_TILES_URL', 'https://me:hush@tiles.example/'],
    ['IMAGE_FETCH_ALLOW', 'me:hush@internal/'],
    ['PORT', 'https://me:hush@calendar.example'],
  ]
  for (const [name, value] of SECRETS) {
    test(`A start that fails on ${name}=${value.split(':')[0]}:... does not repeat its password`, async () => {
      const failed = await processes.start({ [name]: value }).then(
        () => '',
        (error: Error) => error.message,
      )
      assert.match(failed, /calends: /)
      assert.doesNotMatch(failed, /hush/)
    })
  }
})
