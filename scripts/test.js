/**
 * `npm test`: sets up what is missing, then lint, types, dead code, the tests that verify a change, and one line with the
 * sum. `npm test PATH...` runs only these files and folders, `npm test -- --no-checks` only the tests. `npm run test:full`
 * (`--full`) runs the slower rest, without the checks, and `npm run test:long` (`--long`) runs test/long, which takes hours.
 * `npm run test:cluster` runs test/high-availability.
 */
import { spawn } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { chmodSync, existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { compileSources } from './compile-sources.js'
import { runQuietly } from './setup/quiet-run.js'
import { prepareTests, root } from './setup.js'
import { LOADER, runFiles } from './testing/pool.js'
import { createReport } from './testing/report.js'
import { findNamedTests, getCpuBudget, isAlone, selectTests } from './testing/selection.js'

const args = process.argv.slice(2)
const named = args.filter((argument) => !argument.startsWith('--'))
const set = args.includes('--full') ? 'full' : args.includes('--long') ? 'long' : 'quick'

/** More than processors, because many tests wait for processes and timers, those of `npm run test:full` most of the time. */
const PROCESSES = { quick: 6, full: 5, long: 1 }

const { completed } = await prepareTests()

const report = createReport()
const isChecked = set === 'quick' && named.length === 0 && !args.includes('--no-checks')
if (isChecked) {
  await Promise.all([
    check('lint and format', 'biome', ['check', '--error-on-warnings']),
    check('types', 'tsc', ['--noEmit', ...keepTypes('service')]),
    check('types of the admin', 'tsc', ['--noEmit', '--project', 'admin', ...keepTypes('admin')]),
    check('dead code and dependencies', 'knip', ['--no-progress']),
  ])
}
await completed
await compileSources()
await runTests(named.length > 0 ? findNamedTests(named) : selectTests(set))
process.exit(report.printSum() ? 0 : 1)

/** Options of the compiler that check only what has changed since the last run. */
function keepTypes(name) {
  return ['--incremental', '--tsBuildInfoFile', `node_modules/.cache/types-${name}.json`]
}

async function check(name, command, options) {
  const began = performance.now()
  const { code, output } = await runQuietly('npx', ['--no-install', command, ...options], { cwd: root })
  report.addCheck({ name, isPassed: code === 0, seconds: (performance.now() - began) / 1000, output })
}

async function runTests(files) {
  const env = { ...process.env, TMPDIR: createTemporaryFolder(), ...(set !== 'quick' && chooseRandomData()) }
  if (named.length === 0) env.TEST_SET = set
  env.TEST_POSTGRES_URL ??= await startServer('test/helper/postgres-server.ts', env)
  if (files.some((file) => file.startsWith('test/browser/')))
    env.TEST_BROWSER_URL ??= await startServer('test/helper/browser/browser-server.ts', env)
  const exceeding = []
  report.startFiles(files.length)
  const parallel = files.filter((file) => !isAlone(file))
  await runFiles(parallel, {
    env,
    processes: PROCESSES[set],
    onResult: (result) => {
      // Other work slows a file down, so it is run again alone.
      if (result.cpuSeconds > getCpuBudget(result.file) && result.failures.length === 0) exceeding.push(result.file)
      else report.addFile(result)
    },
  })
  await runFiles([...exceeding, ...files.filter(isAlone)], {
    env,
    processes: 1,
    onResult: (result) => report.addFile(assertWithinBudget(result)),
  })
}

function assertWithinBudget(result) {
  const budget = getCpuBudget(result.file)
  if (result.cpuSeconds <= budget) return result
  const error = `The file took ${result.cpuSeconds.toFixed(1)} s of CPU time. Expected at most ${budget} s.`
  return { ...result, failures: [...result.failures, { name: result.file, error }] }
}

/** Property tests are run again with other data, and the differential test with more. */
function chooseRandomData() {
  const { TEST_SEED = String(randomInt(2 ** 31)), HISTORY_WRITES = '600' } = process.env
  process.stdout.write(`The seed of random data is TEST_SEED=${TEST_SEED}.\n`)
  return { TEST_SEED, HISTORY_WRITES }
}

/** Databases of tests are in memory where the system has such a folder: waiting for the disk is half of their time. */
function createTemporaryFolder() {
  const folder = mkdtempSync(join(existsSync('/dev/shm') ? '/dev/shm' : tmpdir(), 'calends-tests-'))
  // The user of PostgreSQL reads it, too.
  chmodSync(folder, 0o755)
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** Starts a server for all tests, which ends with this process, and returns the URL that it prints. */
async function startServer(file, env) {
  const child = spawn(process.execPath, [LOADER, join(root, file)], {
    cwd: root,
    env,
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const [url] = await Promise.race([
    once(child.stdout, 'data'),
    once(child, 'exit').then(([code]) => Promise.reject(new Error(`${file} ended with ${code}`))),
  ])
  return String(url).trim()
}
