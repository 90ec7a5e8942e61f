/** Runs test files in a few processes, each of which runs many files. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { getCpuBudget } from './selection.js'

const importOption = (name) => `--import=${pathToFileURL(join(import.meta.dirname, '..', name))}`

/** Option of Node that loads TypeScript sources. */
export const LOADER = importOption('compiled-sources.js')

const REPORTER = pathToFileURL(join(import.meta.dirname, 'reporter.js'))
const WORKER = join(import.meta.dirname, 'worker.js')

/** A process is replaced after this many files, since Node keeps every loaded module. */
const FILES_PER_PROCESS = 100

/**
 * Runs the files, and calls `onResult` with the result of each: `{ file, passed, skipped, failures: [{ name, error }],
 * seconds, cpuSeconds, output }`. A file that takes five times its CPU budget hangs, and has failed.
 */
export async function runFiles(files, { processes, env, onResult }) {
  const queue = [...files]
  const runQueue = async () => {
    let worker
    for (let count = 0; queue.length > 0; count++) {
      const file = queue.shift()
      if (count % FILES_PER_PROCESS === 0) worker?.end()
      if (!worker?.isUsable()) worker = startWorker(env)
      onResult(await worker.run(file))
    }
    worker?.end()
  }
  await Promise.all(Array.from({ length: Math.min(processes, files.length) }, runQueue))
}

function startWorker(env) {
  const child = spawn(process.execPath, [LOADER, `--test-reporter=${REPORTER}`, WORKER], {
    env,
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text) => {
      output += text
    })
  }
  const ended = once(child, 'exit')
  return {
    isUsable: () => child.connected,
    run: async (file) => {
      output = ''
      const result = await runFile(child, file, ended)
      return { ...result, output }
    },
    end: () => {
      if (child.connected) child.disconnect()
    },
  }
}

async function runFile(child, file, ended) {
  const began = performance.now()
  const timeoutSeconds = 5 * getCpuBudget(file)
  const result = { file, passed: 0, skipped: 0, failures: [], cpuSeconds: 0 }
  const fail = (error) => result.failures.push({ name: file, error })
  const timer = setTimeout(() => {
    fail(`The file did not end within ${timeoutSeconds} s.`)
    child.kill('SIGKILL')
  }, timeoutSeconds * 1000)
  const finished = new Promise((resolve) => {
    child.on('message', ({ type, name, error, cpuSeconds }) => {
      if (type === 'test:pass') result.passed++
      else if (type === 'test:skip') result.skipped++
      else if (type === 'test:fail') result.failures.push({ name, error })
      else {
        result.cpuSeconds = cpuSeconds
        if (error) fail(error)
        resolve()
      }
    })
  })
  child.send(file)
  const exit = await Promise.race([finished, ended])
  if (exit && result.failures.length === 0) fail(`The process ended with ${exit[1] ?? exit[0]}.`)
  clearTimeout(timer)
  child.removeAllListeners('message')
  return { ...result, seconds: (performance.now() - began) / 1000 }
}
