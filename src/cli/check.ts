import { Command } from 'commander'

export function checkCommand(): Command {
  return new Command('check')
}
