/** Control characters except tabs and line breaks. */
const CONTROL_CHARACTERS = /[^\P{Cc}\t\n\r]/gu

export const stripControlCharacters = (text: string): string => text.replace(CONTROL_CHARACTERS, '')
