/** Colors of categories. As attributes of SVG they need no inline style, which the Content-Security-Policy forbids. */
import { type Html, html } from '../../../pages/html-template.ts'

/** `accent` fills its box at the edge of an event; `dot` stands before a text. Decorative: the name is always given as text. */
export const renderColorMark = (color: string | undefined, kind: 'accent' | 'dot'): Html | undefined =>
  color === undefined
    ? undefined
    : html`<svg class="color-${kind}" viewBox="0 0 8 8" preserveAspectRatio="none" aria-hidden="true"><rect width="8" height="8"${kind === 'dot' && html` rx="4"`} fill="${color}"/></svg>`
