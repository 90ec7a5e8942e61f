/** Headings of long titles are smaller, so that they leave room for the event on a phone. */
import { type Html, html } from './html-template.ts'

/** Characters. */
const LONG = 60
const VERY_LONG = 120

export function renderTitleSize(title: string): Html | undefined {
  if (title.length <= LONG) return undefined
  return html` class="${title.length > VERY_LONG ? 'title-very-long' : 'title-long'}"`
}
