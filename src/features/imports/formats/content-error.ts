/** Errors of the content are plain; others have a class of their own, or come from the system. */
export const isContentError = (error: unknown): error is Error =>
  error instanceof Error && error.constructor === Error && !('syscall' in error)

export const DAMAGED = 'the compressed file is damaged or incomplete'

/** The message of an error of the content, or what else is wrong, without words of a library. */
export function describeContentError(error: unknown, otherwise: string): string {
  if (error instanceof Error && 'code' in error && /^Z_/.test(String(error.code))) return DAMAGED
  return isContentError(error) ? error.message : otherwise
}
