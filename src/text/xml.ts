/** Text as it stands, for documents of markup: what looks like an entity in it is none. */
import { withoutControls } from './controls.ts'

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
  '\r': '&#13;',
}

const entityOf = (sign: string): string => ENTITIES[sign] ?? sign

/** For HTML, outside and inside of quoted attributes. */
export const escapeSigns = (text: string): string => text.replace(/[&<>"']/g, entityOf)

/** Without what no XML document may hold, not even as an entity. */
export const escapeXml = (text: string): string =>
  withoutControls(text.toWellFormed())
    .replace(/[\ufffe\uffff]/g, '')
    .replace(/[&<>"'\r]/g, entityOf)
