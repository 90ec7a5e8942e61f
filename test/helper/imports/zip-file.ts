/** Archives as other programs write them. */
import { crc32, deflateRawSync } from 'node:zlib'

/** A ZIP archive with these files. `repeated` entries of its directory refer to the first file again. */
export function createZip(files: Readonly<Record<string, string | Buffer>>, repeated = 0): Buffer {
  const locals: Buffer[] = []
  const entries: Buffer[] = []
  let offset = 0
  for (const [name, content] of Object.entries(files)) {
    const bytes = Buffer.from(content)
    const packed = deflateRawSync(bytes)
    const common = createFields(
      ...[u16(0x0800), u16(8), u32(0)],
      ...[u32(crc32(bytes)), u32(packed.length), u32(bytes.length), u16(Buffer.byteLength(name)), u16(0)],
    )
    const local = createFields(u32(0x04034b50), u16(20), common, Buffer.from(name), packed)
    const end = createFields(u16(0), u16(0), u16(0), u32(0), u32(offset), Buffer.from(name))
    entries.push(createFields(u32(0x02014b50), u16(20), u16(20), common, end))
    locals.push(local)
    offset += local.length
  }
  const [first] = entries
  for (let index = 0; first && index < repeated; index += 1) entries.push(first)
  const directory = Buffer.concat(entries)
  const sizes = [u16(entries.length), u16(entries.length), u32(directory.length), u32(offset)]
  return createFields(...locals, directory, u32(0x06054b50), u16(0), u16(0), ...sizes, u16(0))
}

const createFields = (...fields: readonly Buffer[]): Buffer => Buffer.concat(fields)

function u16(value: number): Buffer {
  const bytes = Buffer.alloc(2)
  bytes.writeUInt16LE(value)
  return bytes
}

function u32(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32LE(value)
  return bytes
}
