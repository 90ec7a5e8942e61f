import { defaultDarkTheme, defaultLightTheme, type RaThemeOptions } from 'react-admin'

/** Fonts of the system: no font has to be loaded. */
const FONT = 'system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif'

/** Transitions of components do not follow the setting of the system by themselves. */
const WITHOUT_MOTION: RaThemeOptions = matchMedia('(prefers-reduced-motion: reduce)').matches
  ? {
      transitions: {
        create: () => 'none',
        duration: {
          ...{ shortest: 0, shorter: 0, short: 0, standard: 0, complex: 0, enteringScreen: 0, leavingScreen: 0 },
        },
      },
    }
  : {}

const SHARED: RaThemeOptions = {
  ...WITHOUT_MOTION,
  typography: { fontFamily: FONT, fontSize: 13, button: { textTransform: 'none' }, h6: { fontWeight: 600 } },
  shape: { borderRadius: 6 },
  sidebar: { width: 200, closedWidth: 50 },
}

const COMPONENTS: RaThemeOptions['components'] = {
  ...defaultLightTheme.components,
  MuiTextField: { defaultProps: { variant: 'outlined', margin: 'dense', size: 'small', fullWidth: true } },
  MuiFormControl: { defaultProps: { variant: 'outlined', margin: 'dense', size: 'small', fullWidth: true } },
  // The title of a screen is the only first-level heading.
  MuiTypography: { defaultProps: { variantMapping: { h4: 'h2', h5: 'h2', h6: 'h2', subtitle1: 'p', subtitle2: 'p' } } },
  RaEmpty: { styleOverrides: { root: { '& .RaEmpty-message': { opacity: 1, color: 'inherit' } } } },
  MuiButtonBase: {
    styleOverrides: { root: { '&:focus-visible': { outline: '2px solid currentColor', outlineOffset: 2 } } },
  },
}

export const lightTheme: RaThemeOptions = {
  ...defaultLightTheme,
  ...SHARED,
  palette: {
    mode: 'light',
    primary: { main: '#0b5c8a' },
    secondary: { main: '#0b5c8a' },
    error: { main: '#b3261e' },
    background: { default: '#f6f7f9' },
  },
  components: {
    ...COMPONENTS,
    MuiAppBar: { styleOverrides: { colorSecondary: { backgroundColor: '#16303f', color: '#fff' } } },
  },
}

export const darkTheme: RaThemeOptions = {
  ...defaultDarkTheme,
  ...SHARED,
  palette: { mode: 'dark', primary: { main: '#7cc4ee' }, secondary: { main: '#7cc4ee' } },
  components: {
    ...COMPONENTS,
    MuiAppBar: { styleOverrides: { colorSecondary: { backgroundColor: '#10212c', color: '#fff' } } },
  },
}
