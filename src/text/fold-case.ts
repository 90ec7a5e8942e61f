/** Lower case without accents: the form in which search texts, names and slugs are compared. Idempotent. */
export function foldCase(value: string): string {
  if (!/[^\0-\x7f]/.test(value)) return value.toLowerCase()
  return value.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
}

const WILDCARDS: Readonly<Record<string, string>> = { '%': '\ue025', _: '\ue05f', '\\': '\ue05c' }

/** Folded, with the wildcards of LIKE exchanged for private characters: a pattern then needs no escapes. */
export function foldSearchText(value: string): string {
  return foldCase(value).replace(/[%_\\]/g, (sign) => WILDCARDS[sign] ?? sign)
}
