import { Command } from 'commander'
import { serve } from '../main.ts'
import { loadConfig, settingsHelp } from './settings.ts'

export function serveCommand(): Command {
  return new Command('serve')
    .description('run the service; the first start on an empty database creates its administrator')
    .addHelpText('after', settingsHelp())
    .action(() => serve(loadConfig()))
}
