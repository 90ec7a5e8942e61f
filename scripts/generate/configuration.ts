/** Generates docs/configuration.md and .env.example from the settings: `npm run generate -- configuration`. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { SETTING_GROUPS, SETTINGS } from '../../src/config.ts'
import type { ConfigSetting } from '../../src/http/settings/setting-types.ts'

type Entry = readonly [name: string, setting: ConfigSetting<unknown>]

const ALL: readonly Entry[] = Object.entries(SETTINGS)
const ESSENTIAL = ALL.filter(([, { essential }]) => essential)

const PAGE_INTRODUCTION = `# Settings

Settings are read from environment variables. A file \`.env\` in the working directory sets those that the environment does
not; unknown names in it cause a warning. [\`.env.example\`](../.env.example) contains all settings; \`calends serve --help\`
prints them. The service does not start with an invalid value: it names the setting, the value and what is allowed.

Most installations need only these: ${ESSENTIAL.map(([name]) => `\`${name}\``).join(', ')}. They are **bold** below.
`

const renderRow = ([name, { default: fallback, describe, essential }]: Entry): string => {
  const cell = essential ? `**\`${name}\`**` : `\`${name}\``
  return `| ${cell} | ${fallback === '' ? '' : `\`${fallback}\``} | ${describe} |`
}

export function renderConfigurationPage(): string {
  const groups = SETTING_GROUPS.map(({ title, text, settings }) => {
    const rows = Object.entries(settings).map(renderRow)
    const table = ['| Setting | Default | Meaning |', '|---|---|---|', ...rows].join('\n')
    return [`## ${title}`, text, table].filter(Boolean).join('\n\n')
  })
  return `${[PAGE_INTRODUCTION.trimEnd(), ...groups].join('\n\n')}\n`
}

const ENV_INTRODUCTION = `# Settings of Calends. Copy this file to .env in the working directory of the service, and remove the # of the lines
# that you change. Each line shows the default; docs/configuration.md explains the groups. Only the service's user
# should be able to read a file with passwords.`

const COMMENT_WIDTH = 118

/** Lines of a comment, broken between words. */
function renderComment(text: string): string {
  const lines = ['']
  for (const word of text.split(' ')) {
    const line = `${lines.at(-1)} ${word}`
    if (line.length > COMMENT_WIDTH) lines.push(` ${word}`)
    else lines[lines.length - 1] = line
  }
  return lines.map((line) => `#${line}`).join('\n')
}

const renderVariable = ([name, { default: fallback, describe }]: Entry): string =>
  `${renderComment(describe)}\n#${name}=${fallback}`

const renderSection = (title: string, entries: readonly Entry[]): string =>
  [`# --- ${title} ---`, ...entries.map(renderVariable)].join('\n\n')

export function renderEnvExample(): string {
  const groups = SETTING_GROUPS.flatMap(({ title, settings }) => {
    const others = Object.entries(settings).filter(([, { essential }]) => !essential)
    return others.length === 0 ? [] : [renderSection(title, others)]
  })
  return `${[ENV_INTRODUCTION, renderSection('Most installations need only these', ESSENTIAL), ...groups].join('\n\n')}\n`
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const root = join(import.meta.dirname, '..', '..')
  writeFileSync(join(root, 'docs', 'configuration.md'), renderConfigurationPage())
  writeFileSync(join(root, '.env.example'), renderEnvExample())
}
