export const countOccurrences = (text: string, part: string): number => text.split(part).length - 1
