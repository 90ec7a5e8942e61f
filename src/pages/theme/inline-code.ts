/** Finds code in templates that the Content-Security-Policy of pages blocks. */

interface BlockedCode {
  readonly pattern: RegExp
  readonly advice: string
}

const BLOCKED_CODE: readonly BlockedCode[] = [
  {
    pattern: /<script(?![^>]*\ssrc\s*=)(?![^>]*\stype\s*=\s*["']?application\/(?:ld\+)?json)[^>]*>/gi,
    advice: 'an inline <script> is blocked by the Content-Security-Policy. Move it into a file in assets/.',
  },
  {
    pattern: /<style[\s>]/gi,
    advice: 'an inline <style> is blocked by the Content-Security-Policy. Move it into theme.css.',
  },
  {
    pattern: /<[^>]*\sstyle\s*=/gi,
    advice: 'a style attribute is blocked by the Content-Security-Policy. Use a class and theme.css.',
  },
  {
    pattern: /<[^>]*\son[a-z]+\s*=/gi,
    advice: 'an inline event handler is blocked by the Content-Security-Policy. Move it into a script in assets/.',
  },
]

/** One line per blocked element: file, line and what to do instead. */
export const findBlockedCode = (file: string, text: string): readonly string[] =>
  BLOCKED_CODE.flatMap(({ pattern, advice }) =>
    [...text.matchAll(pattern)].map(({ index }) => `${file}:${countLines(text.slice(0, index))}: ${advice}`),
  )

const countLines = (text: string): number => text.split('\n').length
