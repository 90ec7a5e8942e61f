/** Control characters except tabs and line breaks. */
const CONTROL_CHARACTERS = /(?![\t\n\r])\p{Cc}/gu

export const stripControlCharacters = (text: string): string => text.replace(CONTROL_CHARACTERS, '')
