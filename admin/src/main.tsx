import createCache from '@emotion/cache'
import { CacheProvider } from '@emotion/react'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { createI18nProvider } from './messages/messages.ts'
import { ADMIN_URL, STYLE_NONCE } from './settings.ts'

const root = document.getElementById('root')
if (!root) throw new Error('The page has no element #root')

/** Before the setup there are no users. */
const isSetup = location.pathname === new URL('setup', ADMIN_URL).pathname
const loadScreens = async () =>
  isSetup ? (await import('./setup/setup-app.tsx')).SetupApp : (await import('./app.tsx')).App

const [i18nProvider, Screens] = await Promise.all([createI18nProvider(), loadScreens()])
const cache = createCache({ key: 'css', nonce: STYLE_NONCE, prepend: true })

createRoot(root).render(
  <StrictMode>
    <CacheProvider value={cache}>
      <Screens i18nProvider={i18nProvider} />
    </CacheProvider>
  </StrictMode>,
)
