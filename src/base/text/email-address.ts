/** Email addresses that users and visitors enter. */

/** RFC 5321, 4.5.3.1.3, without the angle brackets of a path. */
export const MAX_EMAIL_LENGTH = 254
/** Characters of a local part (RFC 5322, 3.2.3), with the letters of all languages (RFC 6531). */
const ATOM = "[\\p{L}\\p{M}\\p{N}!#$%&'*+/=?^_`{|}~-]+"
const LABEL = '[\\p{L}\\p{N}](?:[\\p{L}\\p{M}\\p{N}-]{0,61}[\\p{L}\\p{M}\\p{N}])?'
const ADDRESS = new RegExp(`^${ATOM}(?:\\.${ATOM})*@${LABEL}(?:\\.${LABEL})*$`, 'u')

/**
 * One address that no mail program reads as anything else: without a name, quotes, comments, and the separators of lists
 * and groups.
 */
export const isEmailAddress = (text: string): boolean => text.length <= MAX_EMAIL_LENGTH && ADDRESS.test(text)
