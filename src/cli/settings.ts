import { existsSync } from 'node:fs'
import { type Config, readConfig, SETTINGS } from '../config.ts'

/** Settings of the environment, with those of `.env` for what it does not set. */
export function loadConfig(): Config {
  if (existsSync('.env')) process.loadEnvFile('.env')
  return readConfig(process.env)
}

/** The settings as help text, a line each. */
export function settingsHelp(): string {
  const lines = Object.entries(SETTINGS).map(
    ([name, { default: fallback, describe }]) =>
      `  ${name.padEnd(20)} ${describe}${fallback && ` (default: ${fallback})`}`,
  )
  return `\nSettings, from the environment or a file .env:\n${lines.join('\n')}`
}
