import { Command } from 'commander'
import { assertEnoughOpenFiles } from '../open-files.ts'
import { loadConfig, settingsHelp } from './settings.ts'

export function serveCommand(): Command {
  return new Command('serve')
    .description('run the service; the first start on an empty database creates its administrator')
    .addHelpText('after', settingsHelp())
    .action(async () => {
      assertEnoughOpenFiles()
      const config = loadConfig()
      // Loaded late: a process that only watches over others is to start them at once.
      if (config.WORKERS > 1) await (await import('../workers.ts')).serveWithWorkers(config)
      else await (await import('../main.ts')).serve(config)
    })
}
