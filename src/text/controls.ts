/** Control characters, but for tabs and line breaks. */
const CONTROLS = /(?![\t\n\r])\p{Cc}/gu

export const withoutControls = (text: string): string => text.replace(CONTROLS, '')
