import { cpSync, existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { Command, Option } from 'commander'
import { SHIPPED_THEMES } from '../pages/theme/theme-settings.ts'
import { checkTheme, findShippedTheme, findThemeTemplate, formatThemeStyles } from '../theme-source.ts'
import { print } from './with-services.ts'

function runNew(target: string, { from }: { readonly from?: string }): void {
  const folder = resolve(target)
  if (existsSync(folder) && readdirSync(folder).length > 0)
    throw new Error(`The folder ${folder} is not empty. Choose a new one.`)
  cpSync(from === undefined ? findThemeTemplate() : findShippedTheme(from), folder, { recursive: true })
  if (from === undefined) writeFileSync(join(folder, 'theme.css'), formatThemeStyles())
  mkdirSync(join(folder, 'assets'), { recursive: true })
  print(`Created a theme in ${folder}. Show it with:\n  THEME_DIR=${folder} THEME_RELOAD=on calends serve`)
}

async function runCheck(target: string): Promise<void> {
  const warnings = await checkTheme(resolve(target))
  for (const line of warnings) print(`warning: ${line}`)
  print(warnings.length === 0 ? 'The theme has no mistakes.' : 'The theme can be used.')
}

export function themeCommand(): Command {
  const command = new Command('theme').description('create and check themes of the pages (docs/guides/themes.md)')
  command
    .command('new')
    .description('create a theme from the built-in markup, which it reproduces, or from a theme of Calends')
    .argument('<folder>', 'new or empty folder')
    .addOption(new Option('--from <theme>', 'theme of Calends to start from').choices(SHIPPED_THEMES))
    .action(runNew)
  command
    .command('check')
    .description('check the templates, files and contrasts of a theme; exit code 1 if it cannot be used')
    .argument('<folder>', 'folder of the theme')
    .action(runCheck)
  return command
}
