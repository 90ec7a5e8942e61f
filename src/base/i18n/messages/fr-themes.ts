import type { enThemes } from './en-themes.ts'

export const frThemes: Readonly<Record<keyof typeof enThemes, string>> = {
  'settings.favicon':
    'Identifiant d’une image carrée que les navigateurs montrent dans les onglets et les favoris ; 0 pour celle de Calends',
}
