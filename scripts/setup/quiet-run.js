import { spawn } from 'node:child_process'

/** Runs a command and resolves with its exit code and output; its errors are shown at once, unless `stderr` is `pipe`. */
export function runQuietly(command, args, { cwd, env = process.env, stderr = 'inherit' }) {
  const child = spawn(command, args, { cwd, env, stdio: ['ignore', 'pipe', stderr] })
  // Another command that runs at the same time may fail and end this process.
  const end = () => child.kill()
  process.once('exit', end)
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding('utf8').on('data', (text) => {
      output += text
    })
  return new Promise((resolve) => {
    child.once('error', (error) => resolve({ code: 1, output: `${error.message}\n` }))
    child.once('close', (code) => {
      process.off('exit', end)
      resolve({ code: code ?? 1, output })
    })
  })
}
