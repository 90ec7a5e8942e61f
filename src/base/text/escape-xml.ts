/** Escapes plain text for HTML and XML. Entities in the text are escaped as well. */
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

/** For HTML content and quoted attributes. */
export const escapeMarkup = (text: string): string => text.replace(/[&<>"']/g, toEntity)

/** Also removes characters that are invalid in XML, even as entities. */
export const escapeXml = (text: string): string =>
  stripControlCharacters(text.toWellFormed())
    .replace(/[\ufffe\uffff]/g, '')
    .replace(/[&<>"'\r]/g, toEntity)
