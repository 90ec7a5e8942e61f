/** The frozen interface: the OpenAPI document without texts, as JSON that is compressed with Brotli. */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, brotliDecompressSync } from 'node:zlib'
import type { Json } from '../helper/service.ts'

const FILE = join(import.meta.dirname, 'frozen.json.br')

export const readFrozenInterface = (): Json => JSON.parse(brotliDecompressSync(readFileSync(FILE)).toString('utf8'))

export const writeFrozenInterface = (document: unknown): void =>
  writeFileSync(FILE, brotliCompressSync(JSON.stringify(document)))
