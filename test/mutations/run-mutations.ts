/**
 * `npm run test:mutations`: applies each fault of `mutations.ts` to a copy of the repository and runs the tests that must
 * detect it. Arguments select faults by a part of their name or file. Exits with 1 if a fault survives.
 */
import { spawn } from 'node:child_process'
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { countOccurrences } from './count-occurrences.ts'
import { MUTATIONS, type Mutation } from './mutations.ts'

const ROOT = join(import.meta.dirname, '..', '..')
/** Not needed, or linked, because tests only read them. */
const NOT_COPIED: ReadonlySet<string> = new Set(['.git', '.compiled', 'node_modules', 'dist', 'data'])

interface TestRun {
  readonly code: number
  /** Number of tests that passed. */
  readonly passed: number
  /** Names of the failed tests, without suites. */
  readonly failed: readonly string[]
  readonly output: string
}

function createCopy(): string {
  const folder = mkdtempSync(join(tmpdir(), 'calends-mutations-'))
  for (const name of readdirSync(ROOT)) {
    if (NOT_COPIED.has(name)) continue
    cpSync(join(ROOT, name), join(folder, name), {
      recursive: true,
      filter: (path) => basename(path) !== 'node_modules',
    })
  }
  for (const path of ['node_modules', 'admin/node_modules', 'clients/typescript/node_modules'])
    symlinkSync(join(ROOT, path), join(folder, path))
  return folder
}

function runTests(folder: string, { tests, pattern }: Pick<Mutation, 'tests' | 'pattern'>): Promise<TestRun> {
  const selection = pattern === undefined ? [] : [`--test-name-pattern=${pattern}`]
  const args = ['--import', 'tsx', '--test', '--test-reporter=tap', ...selection, ...tests]
  const env = { ...process.env, TEST_ENGINE: 'sqlite' }
  const child = spawn(process.execPath, args, { cwd: folder, env, stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  child.stdout.on('data', (chunk) => {
    output += chunk
  })
  child.stderr.on('data', (chunk) => {
    output += chunk
  })
  return new Promise((resolve) =>
    child.on('close', (code) => resolve({ code: code ?? 1, ...readResults(output), output })),
  )
}

/** A file that cannot be loaded fails as a test with the name of the file, which proves nothing. */
function readResults(output: string): Pick<TestRun, 'passed' | 'failed'> {
  const results = [...output.matchAll(/^\s*not ok \d+ - (.*)\n\s*---\n(?:.*\n)*?\s*failureType: '(\w+)'/gm)]
  const failures = results.filter(([, name = '', type]) => type === 'testCodeFailure' && !name.endsWith('.test.ts'))
  return { passed: Number(/^# pass (\d+)$/m.exec(output)?.[1] ?? 0), failed: failures.map(([, name = '']) => name) }
}

interface Result {
  readonly isKilled: boolean
  readonly text: string
}

async function applyMutation(folder: string, mutation: Mutation): Promise<Result> {
  const path = join(folder, mutation.file)
  const source = readFileSync(path, 'utf8')
  const count = countOccurrences(source, mutation.find)
  if (count !== 1) return { isKilled: false, text: `its text occurs ${count} times in ${mutation.file}` }
  writeFileSync(
    path,
    source.replace(mutation.find, () => mutation.replace),
  )
  const { code, failed, output } = await runTests(folder, mutation)
  writeFileSync(path, source)
  if (code !== 0 && failed.length === 0) return { isKilled: false, text: `cannot be tested:\n${output}` }
  const [killer] = failed
  if (killer === undefined) return { isKilled: false, text: `survived ${mutation.tests.join(', ')}` }
  return { isKilled: true, text: `killed by "${killer}" in ${mutation.tests.join(', ')}` }
}

/** Tests that fail without a fault would detect every fault. */
async function checkTests(folder: string, mutation: Mutation): Promise<Result | undefined> {
  const { code, passed, output } = await runTests(folder, mutation)
  if (code === 0 && passed > 0) return undefined
  return { isKilled: false, text: `without it, the tests fail or do not exist:\n${output}` }
}

const selected = MUTATIONS.filter(({ name, file }) => {
  const parts = process.argv.slice(2)
  return parts.length === 0 || parts.some((part) => name.includes(part) || file.includes(part))
})
const queue = [...selected]
/** Tests that were run without a fault. */
const checked = new Set<string>()
let survived = 0

/** Copies are also removed after Ctrl+C. */
const folders: string[] = []
process.once('SIGINT', () => process.exit(1))
process.once('exit', () => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
})

async function work(): Promise<void> {
  const folder = createCopy()
  folders.push(folder)
  for (let mutation = queue.shift(); mutation; mutation = queue.shift()) {
    const selection = JSON.stringify([mutation.tests, mutation.pattern])
    const failure = checked.has(selection) ? undefined : await checkTests(folder, mutation)
    checked.add(selection)
    const { isKilled, text } = failure ?? (await applyMutation(folder, mutation))
    if (!isKilled) survived++
    console.log(`${isKilled ? 'ok' : 'not ok'} ${mutation.name}: ${text}`)
  }
}

await Promise.all(Array.from({ length: Math.min(availableParallelism(), queue.length) }, work))
console.log(`${selected.length - survived} of ${selected.length} faults were detected`)
process.exit(survived === 0 ? 0 : 1)
