/** Uploaded files, stored in the database so that every node can import them. */
import type { Reader, Writer } from '../../storage/types.ts'

/** Bytes per row. */
const CHUNK_BYTES = 2 ** 20

/** Replaces the file of an import. Returns its size in bytes. */
export async function saveImportFile(tx: Writer, id: number, content: AsyncIterable<Uint8Array>): Promise<number> {
  await deleteImportFile(tx, id)
  let position = 0
  let bytes = 0
  let pending: Uint8Array[] = []
  let pendingBytes = 0
  const flush = async () => {
    await tx
      .insertInto('import_chunks')
      .values({ import_id: id, position, content: Buffer.concat(pending) })
      .execute()
    position += 1
    pending = []
    pendingBytes = 0
  }
  for await (const chunk of content) {
    pending.push(chunk)
    pendingBytes += chunk.length
    bytes += chunk.length
    if (pendingBytes >= CHUNK_BYTES) await flush()
  }
  if (pendingBytes > 0) await flush()
  await tx.updateTable('imports').set({ bytes }).where('id', '=', id).execute()
  return bytes
}

export async function* readImportFile(db: Reader, id: number): AsyncGenerator<Buffer> {
  for (let position = 0; ; position += 1) {
    const row = await db
      .selectFrom('import_chunks')
      .select('content')
      .where('import_id', '=', id)
      .where('position', '=', position)
      .executeTakeFirst()
    if (!row) return
    yield row.content
  }
}

export async function deleteImportFile(tx: Writer, id: number): Promise<void> {
  await tx.deleteFrom('import_chunks').where('import_id', '=', id).execute()
}
