import type { enThemes } from './en-themes.ts'

export const esThemes: Readonly<Record<keyof typeof enThemes, string>> = {
  'settings.favicon':
    'ID de una imagen cuadrada que los navegadores muestran en pestañas y marcadores; 0 para la de Calends',
}
