/**
 * Child processes that read untrusted files: native and synchronous code cannot be interrupted in a thread, and the
 * memory limit of a thread excludes buffers.
 */
import { type ChildProcess, fork } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { constants, setPriority } from 'node:os'
import { extname } from 'node:path'
import { fileURLToPath } from 'node:url'

export interface ChildProgram {
  readonly path: string
  readonly args?: readonly string[]
  /** Options of Node, such as limits of memory. */
  readonly nodeOptions: readonly string[]
  readonly env?: Readonly<Record<string, string>>
  readonly serialization?: 'json' | 'advanced'
}

/** Path of a program next to a module, with the same ending: `.ts` from sources, `.js` from the build. */
export const findProgram = (name: string, moduleUrl: string): string =>
  fileURLToPath(new URL(`${name}${extname(moduleUrl)}`, moduleUrl))

/** Other variables, such as credentials, are not passed to the process that reads untrusted files. */
const INHERITED_VARIABLES = ['PATH', 'HOME', 'TMPDIR', 'LD_LIBRARY_PATH', 'LANG', 'TZ']

export function forkProgram({ path, args = [], nodeOptions, env, serialization = 'json' }: ChildProgram): ChildProcess {
  const inherited = INHERITED_VARIABLES.flatMap((name) =>
    process.env[name] === undefined ? [] : [[name, process.env[name]]],
  )
  const child = fork(path, args, {
    env: { ...Object.fromEntries(inherited), ...env },
    execArgv: [...filterLoaderOptions(process.execArgv), ...nodeOptions],
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    serialization,
  })
  // Without a listener, a failed start would be an uncaught exception; the users of the process report it.
  child.on('error', () => {})
  return child
}

/** Keeps `--import` options, which load TypeScript sources. The child gets no other options of this process. */
function filterLoaderOptions(options: readonly string[]): string[] {
  return options.flatMap((option, index) => {
    if (/^--import=/.test(option)) return [option]
    return option === '--import' ? [option, options[index + 1] ?? ''] : []
  })
}

/** A referenced child process keeps this process alive, and is referenced while it works. */
export function setReferenced(child: ChildProcess, isReferenced: boolean): void {
  const name = isReferenced ? 'ref' : 'unref'
  child[name]()
  child.channel?.[name]()
}

/**
 * Called in the child process: it ends with its parent, and before it if the memory of the machine runs out. The service
 * and its requests have precedence.
 */
export async function prepareChild(): Promise<void> {
  setPriority(constants.priority.PRIORITY_BELOW_NORMAL)
  process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'))
  await writeFile('/proc/self/oom_score_adj', '1000').catch(() => {})
}
