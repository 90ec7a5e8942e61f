/**
 * `npm run test:cluster [FILE...]`: runs the tests of test/high-availability, one file after the other. They need programs
 * that are not packages of npm; missing ones are listed with the Debian packages that contain them.
 *
 * `npm run test:cluster -- --failovers N [--results FILE]` only repeats the failovers, N times for each kind of fault, prints
 * a table, and appends a line of JSON to the file after each.
 */
import { existsSync, readdirSync } from 'node:fs'
import { delimiter, join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { ensureBuild, ensureDependencies, root, run } from './setup.js'

/** Debian package of each program. */
const PROGRAMS = {
  etcd: 'etcd-server',
  haproxy: 'haproxy',
  patroni: 'patroni',
  pgbouncer: 'pgbouncer',
  varnishd: 'varnish',
}

/** Debian has these where the PATH of an ordinary user does not reach. */
const FOLDERS = [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin', '/sbin']

const isInstalled = (program) => FOLDERS.some((folder) => existsSync(join(folder, program)))

/** The folder of initdb and postgres, which Debian does not link from the PATH. */
const hasPostgres = () => existsSync('/usr/lib/postgresql') && readdirSync('/usr/lib/postgresql').length > 0

/** Whether Varnish has its module xkey, whose folder depends on the architecture. */
const hasXkey = () =>
  readdirSync('/usr/lib', { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .some(({ name }) => existsSync(join('/usr/lib', name, 'varnish', 'vmods', 'libvmod_xkey.so')))

function findMissingPackages() {
  const packages = Object.entries(PROGRAMS).flatMap(([program, name]) => (isInstalled(program) ? [] : [name]))
  return [...packages, ...(hasXkey() ? [] : ['varnish-modules']), ...(hasPostgres() ? [] : ['postgresql'])]
}

const missing = findMissingPackages()
if (missing.length > 0) {
  process.stderr.write(`The cluster tests need programs that are not installed. On Debian:\n`)
  process.stderr.write(`  apt-get install ${missing.join(' ')}\n`)
  process.exit(1)
}

await ensureDependencies({ label: 'Installing packages for the cluster tests' })
await ensureBuild()

const listTests = () =>
  readdirSync(join(root, 'test', 'high-availability'))
    .filter((name) => name.endsWith('.test.ts'))
    .map((name) => join('test', 'high-availability', name))
    .sort()

const { values, positionals: named } = parseArgs({
  options: { failovers: { type: 'string' }, results: { type: 'string' } },
  allowPositionals: true,
})
if (values.failovers) process.env.CLUSTER_FAILOVERS = values.failovers
if (values.results) process.env.CLUSTER_RESULTS = resolve(values.results)
const selected = values.failovers ? [join('test', 'high-availability', 'failover.test.ts')] : listTests()
const files = named.length > 0 ? named : selected
process.exit(
  run(process.execPath, ['--import', 'tsx', '--test', '--test-reporter=spec', '--test-concurrency=1', ...files]),
)
