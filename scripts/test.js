/**
 * `npm test`: sets up what is missing, then lint, types, dead code and all tests but the long ones, and one line with the
 * sum. `npm run test:long` (`--long`) runs those of test/long, which take many minutes. The tests of
 * test/high-availability are run by `npm run test:cluster`.
 */
import { spawn } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { compileSources } from './compile-sources.js'
import { ensureAdmin, ensureBuild, ensureDependencies, root, run } from './setup.js'

await ensureDependencies({ label: 'Installing packages for tests' })
await ensureDependencies({ folder: join(root, 'clients', 'typescript'), label: 'Installing packages of the client' })
await ensureBuild()
await ensureAdmin({ dev: true })

const sum = { passed: 0, failed: 0, skipped: 0 }

function check(name, command, args) {
  const code = run('npx', ['--no-install', command, ...args])
  process.stdout.write(`${code === 0 ? 'ok' : 'not ok'} ${name}\n`)
  if (code === 0) sum.passed++
  else sum.failed++
}

/** Tests of `npm run test:cluster`, which need programs that are not packages of npm. */
const isClusterTest = (name) => name.startsWith('high-availability/')

/** The files given as arguments, otherwise all long tests or all others. */
function testFiles() {
  const named = process.argv.slice(2).filter((argument) => argument !== '--long')
  if (named.length > 0) return named
  const isLong = process.argv.includes('--long')
  const all = readdirSync(join(root, 'test'), { recursive: true })
  return all
    .filter((name) => name.endsWith('.test.ts') && !isClusterTest(name) && name.startsWith('long/') === isLong)
    .map((name) => join('test', name))
    .sort()
}

/** Loads TypeScript sources in the processes of tests. */
const LOADER = `--import=${pathToFileURL(join(root, 'scripts', 'compiled-sources.js'))}`

/** More files than processors, because many tests wait for processes and timers most of the time. */
const CONCURRENCY = 3

/** Starts one PostgreSQL server for all tests, unless TEST_POSTGRES_URL is set. It stops with this process. */
function startPostgres() {
  if (process.env.TEST_POSTGRES_URL) return Promise.resolve(process.env.TEST_POSTGRES_URL)
  const server = join(root, 'test', 'helper', 'postgres-server.ts')
  const child = spawn(process.execPath, [LOADER, server], { cwd: root, stdio: ['pipe', 'pipe', 'inherit'] })
  process.once('exit', () => child.stdin.end())
  return new Promise((resolve, reject) => {
    child.stdout.once('data', (chunk) => resolve(String(chunk).trim()))
    child.once('exit', (code) => reject(new Error(`no PostgreSQL server could be started (${code})`)))
  })
}

/** Runs the tests, prints the output of failed ones and adds up the counts of the summary. */
async function runTests(files) {
  const args = [LOADER, '--test', '--test-reporter=tap', `--test-concurrency=${CONCURRENCY}`, ...files]
  const env = { ...process.env, TEST_POSTGRES_URL: await startPostgres() }
  const child = spawn(process.execPath, args, { cwd: root, env, stdio: ['ignore', 'pipe', 'inherit'] })
  let rest = ''
  child.stdout.on('data', (chunk) => {
    const lines = (rest + chunk).split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) readLine(line)
  })
  return new Promise((resolve) => child.on('close', (code) => resolve(code ?? 1)))
}

let isInPassed = false

function readLine(line) {
  const count = /^# (pass|fail|cancelled|skipped|todo) (\d+)$/.exec(line)
  if (count) addCount(count[1], Number(count[2]))
  if (/^\s*ok \d/.test(line)) isInPassed = true
  else if (/^\s*(?:not ok|#)/.test(line)) isInPassed = false
  if (!isInPassed && !/^\s*# Subtest|^\s*1\.\.|^# (?:pass|tests|suites|duration)/.test(line))
    process.stdout.write(`${line}\n`)
  if (/^\s*\.\.\.$/.test(line)) isInPassed = false
}

function addCount(word, number) {
  if (word === 'pass') sum.passed += number
  else if (word === 'fail' || word === 'cancelled') sum.failed += number
  else if (word === 'skipped') sum.skipped += number
}

check('lint and format', 'biome', ['check', '--error-on-warnings'])
check('types', 'tsc', ['--noEmit'])
check('types of the admin', 'tsc', ['--noEmit', '--project', 'admin'])
check('dead code and dependencies', 'knip', ['--no-progress'])
await compileSources()
const code = await runTests(testFiles())
if (code !== 0 && sum.failed === 0) sum.failed++

const skipped = sum.skipped > 0 ? `, ${sum.skipped} skipped` : ''
process.stdout.write(`${sum.passed} passed, ${sum.failed} failed${skipped}\n`)
process.exit(sum.failed === 0 ? 0 : 1)
