import { createServices } from '../../container.ts'
import type { Services } from '../../usecases/services.ts'
import { loadConfig } from './load-config.ts'

/** Opens the database, creates it if it does not exist, runs `work` and closes it. */
export async function withServices<T>(work: (services: Services) => Promise<T>): Promise<T> {
  const services = await createServices(loadConfig())
  try {
    return await work(services)
  } finally {
    await services.close()
  }
}

/** Prints a line of output to stdout. */
export const print = (text: string): boolean => process.stdout.write(`${text}\n`)
