import createCache from '@emotion/cache'
import { CacheProvider } from '@emotion/react'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './app.tsx'
import { createI18nProvider } from './messages/messages.ts'
import { STYLE_NONCE } from './settings.ts'

const root = document.getElementById('root')
if (!root) throw new Error('The page has no element #root')

const i18nProvider = await createI18nProvider()
const cache = createCache({ key: 'css', nonce: STYLE_NONCE, prepend: true })

createRoot(root).render(
  <StrictMode>
    <CacheProvider value={cache}>
      <App i18nProvider={i18nProvider} />
    </CacheProvider>
  </StrictMode>,
)
