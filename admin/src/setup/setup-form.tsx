import { Alert, Autocomplete, Button, Stack, TextField, type TextFieldProps, Typography } from '@mui/material'
import { type FormEvent, useState } from 'react'
import { useTranslate } from 'react-admin'
import { ApiError } from '../api/api-error.ts'
import { send } from '../api/client.ts'
import { findLanguage, LANGUAGES } from '../language.ts'
import { listTimeZones, type SiteSettings } from '../site/site-settings.ts'

type Values = Readonly<Record<string, string>>

const LANGUAGE_CODES = Object.keys(LANGUAGES)

/** The browser suggests time zone and language. */
function createValues({ timezone, accent_color: color }: SiteSettings): Values {
  const token = new URLSearchParams(location.search).get('token') ?? ''
  const zone = timezone.source === 'default' ? Intl.DateTimeFormat().resolvedOptions().timeZone : timezone.value
  const account = { token, login: '', email: '', name: '', password: '' }
  return { ...account, site_name: '', timezone: zone, language: findLanguage(), accent_color: color.value || '#9a3412' }
}

/** Settings of the environment cannot be set. The chosen language becomes the default; the others stay available. */
function createBody({ language = 'en', ...values }: Values, settings: SiteSettings): object {
  const languages = [language, ...LANGUAGE_CODES.filter((code) => code !== language)].join()
  const isSent = ([name, value]: [string, string]) => {
    const setting = Object(settings)[name === 'site_name' ? 'name' : name]
    return value !== '' && !(setting?.locked ?? false)
  }
  return Object.fromEntries(Object.entries({ ...values, languages }).filter(isSent))
}

interface SetupFormProps {
  readonly settings: SiteSettings
  readonly onDone: () => void
}

export function SetupForm({ settings, onDone }: SetupFormProps) {
  const translate = useTranslate()
  const [values, setValues] = useState(() => createValues(settings))
  const [error, setError] = useState<ApiError>()
  const [isSending, setSending] = useState(false)
  const errors: Readonly<Record<string, string>> = error?.body.errors ?? {}
  const set = (name: string, value: string) => setValues((before) => ({ ...before, [name]: value }))
  const describe = (name: string): TextFieldProps => ({
    name,
    value: values[name] ?? '',
    onChange: (event) => set(name, event.target.value),
    error: name in errors,
    helperText: errors[name] ?? '',
  })
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setSending(true)
    try {
      await send('/setup', { method: 'POST', body: createBody(values, settings), isPublic: true })
      onDone()
    } catch (failure) {
      if (!(failure instanceof ApiError)) throw failure
      setError(failure)
    } finally {
      setSending(false)
    }
  }
  return (
    <Stack component="form" spacing={1} onSubmit={(event) => void submit(event)}>
      <Typography component="h1" variant="h5">
        {translate('setup.title')}
      </Typography>
      {error && Object.keys(errors).length === 0 && <Alert severity="error">{error.message}</Alert>}
      <AccountFields describe={describe} needsToken={values['token'] === '' || error?.code === 'setup_token_invalid'} />
      <SiteFields settings={settings} describe={describe} set={set} />
      <Button type="submit" variant="contained" size="large" loading={isSending}>
        {translate('setup.finish')}
      </Button>
    </Stack>
  )
}

interface AccountFieldsProps {
  readonly describe: (name: string) => TextFieldProps
  /** The link contains the token. */
  readonly needsToken: boolean
}

function AccountFields({ describe, needsToken }: AccountFieldsProps) {
  const translate = useTranslate()
  return (
    <>
      <Typography variant="h6">{translate('setup.account')}</Typography>
      {needsToken && (
        <TextField
          {...describe('token')}
          label={translate('setup.token')}
          placeholder={translate('setup.token_help')}
          required
        />
      )}
      <TextField
        {...describe('login')}
        label={translate('resources.users.fields.login')}
        autoComplete="username"
        required
        autoFocus
      />
      <TextField
        {...describe('email')}
        label={translate('resources.users.fields.email')}
        type="email"
        autoComplete="email"
        required
      />
      <TextField {...describe('name')} label={translate('resources.users.fields.name')} autoComplete="name" />
      <TextField
        {...describe('password')}
        label={translate('resources.users.fields.password')}
        type="password"
        autoComplete="new-password"
        required
      />
    </>
  )
}

interface SiteFieldsProps {
  readonly settings: SiteSettings
  readonly describe: (name: string) => TextFieldProps
  readonly set: (name: string, value: string) => void
}

function SiteFields({ settings, describe, set }: SiteFieldsProps) {
  const translate = useTranslate()
  const zone = describe('timezone')
  return (
    <>
      <Typography variant="h6">{translate('setup.site')}</Typography>
      {!settings.name.locked && (
        <TextField {...describe('site_name')} label={translate('site.name')} placeholder={settings.name.value} />
      )}
      {!settings.timezone.locked && (
        <Autocomplete
          options={listTimeZones()}
          value={String(zone.value)}
          disableClearable
          onChange={(_event, value) => set('timezone', value)}
          renderInput={(params) => (
            <TextField
              {...params}
              label={translate('site.timezone')}
              error={zone.error ?? false}
              helperText={zone.helperText}
            />
          )}
        />
      )}
      {!settings.languages.locked && (
        <TextField
          {...describe('language')}
          select
          slotProps={{ select: { native: true } }}
          label={translate('site.default_language')}
        >
          {Object.entries(LANGUAGES).map(([code, name]) => (
            <option key={code} value={code}>
              {name}
            </option>
          ))}
        </TextField>
      )}
      {!settings.accent_color.locked && (
        <TextField {...describe('accent_color')} type="color" label={translate('site.accent_color')} />
      )}
    </>
  )
}
