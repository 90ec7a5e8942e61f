/** Prints docs/configuration.md from the table of settings: `npx tsx scripts/generate/configuration.ts > docs/configuration.md`. */
import { pathToFileURL } from 'node:url'
import { SETTINGS } from '../../src/config.ts'

export function renderConfigurationPage(): string {
  const rows = Object.entries(SETTINGS).map(
    ([name, { default: fallback, describe }]) =>
      `| \`${name}\` | ${fallback === '' ? '' : `\`${fallback}\``} | ${describe} |`,
  )
  return `# Settings

Settings are read from environment variables. A file \`.env\` in the working directory sets those that the environment does
not; unknown names in it cause a warning. The service does not start with an invalid value: it names the setting, the value
and what is allowed. \`calends serve --help\` prints this table.

| setting | default | meaning |
|---|---|---|
${rows.join('\n')}
`
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) process.stdout.write(renderConfigurationPage())
