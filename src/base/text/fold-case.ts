/** Converts to lower case without accents for comparing search texts, names and slugs. Idempotent. */
export function foldCase(value: string): string {
  if (!/[^\0-\x7f]/.test(value)) return value.toLowerCase()
  return value.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
}

const WILDCARDS: Readonly<Record<string, string>> = { '%': '\ue025', _: '\ue05f', '\\': '\ue05c' }

/** Also replaces LIKE wildcards by private-use characters, so that patterns need no escaping. */
export function foldSearchText(value: string): string {
  return foldCase(value).replace(/[%_\\]/g, (wildcard) => WILDCARDS[wildcard] ?? wildcard)
}
