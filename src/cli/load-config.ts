import cluster from 'node:cluster'
import { readFileSync } from 'node:fs'
import { parseEnv } from 'node:util'
import { redactSecrets } from '../base/text/redact.ts'
import { type Config, readConfig, SETTING_GROUPS, SETTING_NAMES } from '../config.ts'
import { describeUnknownNames } from './unknown-settings.ts'

const ENV_FILE = '.env'

/** Reads the settings from the environment, then from `.env`. Warns about unknown names in that file. */
export function loadConfig(): Config {
  const file = readEnvFile()
  // The supervisor has already printed the warnings.
  if (!cluster.isWorker)
    for (const line of describeUnknownNames(Object.keys(file))) printWarning(`${ENV_FILE}: ${line}`)
  for (const [name, value] of Object.entries(file)) process.env[name] ??= value
  return readConfig(process.env)
}

function readEnvFile(): Readonly<Record<string, string | undefined>> {
  try {
    return parseEnv(readFileSync(ENV_FILE, 'utf8'))
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return {}
    throw new Error(`The file ${ENV_FILE} cannot be read.`, { cause: error })
  }
}

const printWarning = (text: string): boolean => process.stderr.write(redactSecrets(`calends: warning: ${text}\n`))

/** Help text with one line per setting, by group. */
export function settingsHelp(): string {
  const width = Math.max(...SETTING_NAMES.map(({ length }) => length))
  const groups = SETTING_GROUPS.map(({ title, settings }) => {
    const lines = Object.entries(settings).map(
      ([name, { default: fallback, describe }]) =>
        `  ${name.padEnd(width)} ${describe}${fallback && ` (default: ${fallback})`}`,
    )
    return `\n${title}:\n${lines.join('\n')}\n`
  })
  return `\nSettings, read from the environment or a file .env\n${groups.join('')}`
}
