/**
 * Waits for all parts that are given, then throws the error that occurred first. Unlike with `Promise.all`, no part is still running
 * afterwards, so a transaction can be rolled back.
 */
export async function runTogether<T extends readonly (Promise<unknown> | undefined)[] | []>(
  parts: T,
): Promise<{ -readonly [Index in keyof T]: Awaited<T[Index]> }> {
  const failures: unknown[] = []
  const recordFailure = (error: unknown) => {
    failures.push(error)
  }
  await Promise.all(parts.map((part) => part?.catch(recordFailure)))
  if (failures.length > 0) throw failures[0]
  return Promise.all(parts)
}
