/** The first run: creates the administrator and sets the site up. There are no users yet, so it is not part of the frame. */
import {
  Alert,
  Button,
  Container,
  CssBaseline,
  createTheme,
  Stack,
  ThemeProvider,
  Typography,
  useMediaQuery,
} from '@mui/material'
import { QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { I18nContextProvider, type I18nProvider, useTranslate } from 'react-admin'
import { send } from '../api/client.ts'
import { ADMIN_URL } from '../settings.ts'
import { darkTheme, lightTheme } from '../shell/theme.ts'
import type { SiteSettings } from '../site/site-settings.ts'
import { SetupForm } from './setup-form.tsx'

const client = new QueryClient()

export function SetupApp({ i18nProvider }: { readonly i18nProvider: I18nProvider }) {
  const isDark = useMediaQuery('(prefers-color-scheme: dark)')
  return (
    <I18nContextProvider value={i18nProvider}>
      <QueryClientProvider client={client}>
        <ThemeProvider theme={createTheme(isDark ? darkTheme : lightTheme)}>
          <CssBaseline />
          <Container component="main" maxWidth="sm" sx={{ py: 4 }}>
            <Setup />
          </Container>
        </ThemeProvider>
      </QueryClientProvider>
    </I18nContextProvider>
  )
}

interface SetupState {
  readonly open: boolean
  readonly settings?: SiteSettings
}

function Setup() {
  const [isDone, setDone] = useState(false)
  const { data } = useQuery({
    queryKey: ['setup'],
    queryFn: async () => (await send<SetupState>('/setup', { isPublic: true })).json,
  })
  if (isDone) return <Done />
  if (!data) return null
  return data.settings ? <SetupForm settings={data.settings} onDone={() => setDone(true)} /> : <Closed />
}

const Screen = ({ title, children }: { readonly title: string; readonly children: ReactNode }) => (
  <Stack spacing={2}>
    <Typography component="h1" variant="h5">
      {title}
    </Typography>
    {children}
  </Stack>
)

function Closed() {
  const translate = useTranslate()
  return (
    <Screen title={translate('setup.closed')}>
      <Button variant="contained" href={ADMIN_URL.href}>
        {translate('setup.open_admin')}
      </Button>
    </Screen>
  )
}

function Done() {
  const translate = useTranslate()
  const [isAdding, setAdding] = useState(false)
  const [failure, setFailure] = useState('')
  const addSample = async () => {
    setAdding(true)
    try {
      await send('/sample', { method: 'POST' })
      location.assign(ADMIN_URL)
    } catch (error) {
      setFailure(error instanceof Error ? error.message : String(error))
      setAdding(false)
    }
  }
  return (
    <Screen title={translate('setup.done')}>
      <Typography>{translate('setup.done_text')}</Typography>
      {failure !== '' && <Alert severity="error">{failure}</Alert>}
      <Stack direction={{ xs: 'column', sm: 'row' }} spacing={2}>
        <Button variant="contained" loading={isAdding} onClick={() => void addSample()}>
          {translate('setup.with_sample')}
        </Button>
        <Button variant="outlined" href={ADMIN_URL.href} disabled={isAdding}>
          {translate('setup.empty')}
        </Button>
      </Stack>
    </Screen>
  )
}
