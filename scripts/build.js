/** `npm run build`: bundles the service into few files in `dist/`, because reading many files takes most of a start. */
import { readdirSync, rmSync } from 'node:fs'
import { basename, join } from 'node:path'
import { build } from 'esbuild'

const root = join(import.meta.dirname, '..')
const output = join(root, 'dist')

/** Packages with native code or files of their own, and packages that a start does not need. */
const UNBUNDLED_PACKAGES = [
  '@fastify/ajv-compiler',
  '@fastify/fast-json-stringify-compiler',
  '@modelcontextprotocol/server',
  '@opentelemetry/api',
  '@opentelemetry/exporter-trace-otlp-http',
  '@opentelemetry/resources',
  '@opentelemetry/sdk-trace-base',
  '@node-rs/argon2',
  'better-sqlite3',
  'better-sqlite3-node-api',
  'pg-native',
  'pino-pretty',
  'prom-client',
  's3mini',
  'sharp',
  'undici',
]

/** Packages in the CommonJS format load modules of Node with `require`. */
const DEFINE_REQUIRE =
  "import { createRequire as createModuleRequire } from 'node:module'; const require = createModuleRequire(import.meta.url)"

/** The admin is built by Vite. */
const OTHER_BUILDS = ['admin', '.built-admin']

const bundle = async (entryPoints, { splitting }) => {
  const { metafile } = await build({
    absWorkingDir: root,
    entryPoints,
    outdir: output,
    // All files are in one folder, so that `../assets` means the same in each of them as in the files of `src/`.
    chunkNames: '[name]-[hash]',
    bundle: true,
    splitting,
    platform: 'node',
    target: 'node20.19',
    format: 'esm',
    external: UNBUNDLED_PACKAGES,
    banner: { js: DEFINE_REQUIRE },
    sourcemap: 'linked',
    metafile: true,
    logLevel: 'warning',
  })
  return Object.keys(metafile.outputs)
}

/** Programs of child processes. Sharing files with the service would divide its files, and make all start more slowly. */
const CHILD_PROGRAMS = {
  'decoder-process': 'src/calendar/images/decoder-process.ts',
  'reader-process': 'src/features/imports/formats/reader-process.ts',
  'replicator-process': 'src/features/backup/replication/replicator-process.ts',
}

const outputs = await Promise.all([
  bundle({ program: 'src/cli/program.ts' }, { splitting: true }),
  bundle(CHILD_PROGRAMS, { splitting: false }),
])
const written = new Set(outputs.flat().map((path) => basename(path)))
for (const name of readdirSync(output))
  if (!written.has(name) && !OTHER_BUILDS.includes(name)) rmSync(join(output, name), { recursive: true })
