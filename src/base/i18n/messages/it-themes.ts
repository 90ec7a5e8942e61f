import type { enThemes } from './en-themes.ts'

export const itThemes: Readonly<Record<keyof typeof enThemes, string>> = {
  'settings.favicon':
    'ID di un’immagine quadrata che i browser mostrano nelle schede e nei segnalibri; 0 per quella di Calends',
}
