import type { enThemes } from './en-themes.ts'

export const ptThemes: Readonly<Record<keyof typeof enThemes, string>> = {
  'settings.favicon':
    'ID de uma imagem quadrada que os navegadores mostram nos separadores e favoritos; 0 para a do Calends',
}
