/** A browser for all tests of a run: prints its URL, and ends when stdin ends. */
import { chromium } from 'playwright-core'
import { createLaunchOptions } from './browser.ts'

const server = await chromium.launchServer({ ...createLaunchOptions('all'), host: '127.0.0.1' })
process.stdout.write(`${server.wsEndpoint()}\n`)
process.stdin.once('end', () => void server.close().then(() => process.exit()))
process.stdin.resume()
