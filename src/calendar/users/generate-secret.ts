import type { Services } from '../services.ts'

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'

/** 24 letters and digits, about 142 bits. */
export function generateSecret(random: Services['random'], length = 24): string {
  const characters: string[] = []
  while (characters.length < length) {
    for (const byte of Buffer.from(random(32), 'hex')) {
      // Bytes above the last multiple of 62 are skipped, because they would make some characters more likely.
      if (byte < 248 && characters.length < length) characters.push(ALPHABET.charAt(byte % 62))
    }
  }
  return characters.join('')
}
