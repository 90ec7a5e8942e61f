export const enThemes = {
  'settings.favicon': 'ID of a square image that browsers show in tabs and bookmarks; 0 for that of Calends',
} as const
