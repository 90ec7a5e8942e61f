/** The token with which the first administrator is created in the browser. */
import type { Reader, Writer } from '../../storage/types.ts'

const ID = 1

export async function findSetupToken(db: Reader): Promise<string | undefined> {
  return (await db.selectFrom('setup_token').select('token').executeTakeFirst())?.token
}

/** Returns the token that is valid: an existing one, because another process has printed it. */
export async function insertSetupToken(tx: Writer, token: string): Promise<string> {
  await tx
    .insertInto('setup_token')
    .values({ id: ID, token })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute()
  return (await findSetupToken(tx)) ?? token
}

export async function deleteSetupToken(tx: Writer): Promise<void> {
  await tx.deleteFrom('setup_token').execute()
}
