/** Prints docs/configuration.md from the table of settings: `npx tsx scripts/configuration.ts > docs/configuration.md`. */
import { pathToFileURL } from 'node:url'
import { SETTINGS } from '../src/config.ts'

export function configurationPage(): string {
  const rows = Object.entries(SETTINGS).map(
    ([name, { default: fallback, describe }]) =>
      `| \`${name}\` | ${fallback === '' ? '' : `\`${fallback}\``} | ${describe} |`,
  )
  return `# Settings

Every setting is read from the environment, or from a file \`.env\` in the working folder for what the environment does
not set. A value that makes no sense stops the start with a line that names it. \`calends serve --help\` prints this table.

| setting | default | meaning |
|---|---|---|
${rows.join('\n')}
`
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) process.stdout.write(configurationPage())
