/** Text as it stands, for documents of markup: what looks like an entity in it is none. */
import { stripControlCharacters } from './strip-control-chars.ts'

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
  '\r': '&#13;',
}

const toEntity = (sign: string): string => ENTITIES[sign] ?? sign

/** For HTML, outside and inside of quoted attributes. */
export const escapeMarkup = (text: string): string => text.replace(/[&<>"']/g, toEntity)

/** Without what no XML document may hold, not even as an entity. */
export const escapeXml = (text: string): string =>
  stripControlCharacters(text.toWellFormed())
    .replace(/[\ufffe\uffff]/g, '')
    .replace(/[&<>"'\r]/g, toEntity)
