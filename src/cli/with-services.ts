import { type Services, withCurrentSite } from '../calendar/services.ts'
import type { Config } from '../config.ts'
import { createServices } from '../process-services.ts'
import { loadConfig } from './load-config.ts'

/** Opens the database, creates it if it does not exist, runs `work` and closes it. */
export async function withServices<T>(work: (services: Services, config: Config) => Promise<T>): Promise<T> {
  const config = loadConfig()
  const services = await createServices(config)
  try {
    return await work(withCurrentSite(services), config)
  } finally {
    await services.close()
  }
}

/** Prints a line of output to stdout. */
export const print = (text: string): boolean => process.stdout.write(`${text}\n`)
