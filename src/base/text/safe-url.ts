/** Schemes that run scripts, read files, or wrap another URL that might. */
const FORBIDDEN_SCHEMES = /^(?:javascript|data|vbscript|file|blob|filesystem|view-source|jar|about):/i
/** Printable ASCII without characters that could end an HTML attribute. */
const URL_PATTERN = /^[a-z][a-z0-9+.-]*:[\x21\x23-\x3b\x3d\x3f-\x5f\x61-\x7e]+$/i

/** True for an absolute URL that a page may link to (wire-contract §5.1). Host names are ASCII. */
export const isSafeUrl = (text: string): boolean =>
  URL_PATTERN.test(text) && !FORBIDDEN_SCHEMES.test(text) && URL.canParse(text)
