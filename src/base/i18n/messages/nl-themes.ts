import type { enThemes } from './en-themes.ts'

export const nlThemes: Readonly<Record<keyof typeof enThemes, string>> = {
  'settings.favicon':
    'ID van een vierkante afbeelding die browsers op tabbladen en in bladwijzers tonen; 0 voor die van Calends',
}
