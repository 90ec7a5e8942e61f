/** A server for a whole test run: prints its URL, and ends with its standard input. */
import { startPostgres } from './postgres.ts'

const { url, stop } = await startPostgres()
process.once('exit', stop)
process.stdout.write(`${url}\n`)
process.stdin.on('end', () => process.exit(0)).resume()
