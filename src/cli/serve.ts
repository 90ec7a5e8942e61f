import { Command } from 'commander'
import { assertEnoughOpenFiles } from '../process/open-files.ts'
import { loadConfig, settingsHelp } from './load-config.ts'

interface ServeOptions {
  readonly new?: boolean
}

export function serveCommand(): Command {
  return new Command('serve')
    .description('run the service; while there is no administrator, it prints a link to create one in a browser')
    .option(
      '--new',
      'start with an empty database even if there are uploads, which normally means that the database was lost',
    )
    .addHelpText('after', settingsHelp())
    .action(async (options: ServeOptions) => {
      assertEnoughOpenFiles()
      const config = loadConfig()
      const creation = options.new ? 'always' : 'unless-uploads'
      // Loaded on demand, so that a supervisor starts its workers without loading the service.
      if (config.WORKERS > 1) return (await import('../cluster.ts')).serveWithWorkers(config, creation)
      const { createSoleRole, serve } = await import('../main.ts')
      await serve(config, createSoleRole(creation))
    })
}
