import type { enThemes } from './en-themes.ts'

export const deThemes: Readonly<Record<keyof typeof enThemes, string>> = {
  'settings.favicon':
    'ID eines quadratischen Bildes, das Browser in Tabs und Lesezeichen zeigen; 0 für das von Calends',
}
