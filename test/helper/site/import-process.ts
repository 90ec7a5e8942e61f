/** The built importer as a separate process, which can be killed. */
import { type ChildProcess, spawn } from 'node:child_process'
import { PROGRAM_PATH } from '../command-line.ts'
import type { TestStorage } from '../engines.ts'

export interface ImportProcess {
  readonly child: ChildProcess
  readonly readOutput: () => string
  /** Its exit code, null when a signal ended it. */
  readonly ended: Promise<number | null>
}

export const startImport = (storage: TestStorage, args: readonly string[]): ImportProcess =>
  startCommand(storage, ['import', ...args])

/** Starts `calends ...` in the folder of the storage. */
export function startCommand(
  { url, folder }: TestStorage,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): ImportProcess {
  const child = spawn(process.execPath, [PROGRAM_PATH, ...args], {
    cwd: folder,
    env: { ...process.env, DATABASE_URL: url, DATA_DIR: folder, SITE_TIMEZONE: 'America/New_York', ...env },
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text
    })
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve))
  return { child, readOutput: () => output, ended }
}
