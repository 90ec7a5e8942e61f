import { Card, CardContent, Stack } from '@mui/material'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import {
  AutocompleteInput,
  CheckboxGroupInput,
  Form,
  Loading,
  SaveButton,
  SelectInput,
  TextInput,
  Title,
  useNotify,
  useTranslate,
} from 'react-admin'
import { useWatch } from 'react-hook-form'
import { ApiError } from '../api/api-error.ts'
import { send } from '../api/client.ts'
import { findChanges } from '../api/data-provider.ts'
import { LANGUAGES } from '../language.ts'
import { AccentInput } from './accent-input.tsx'
import { ImageSettingInput } from './image-setting-input.tsx'
import { SampleCard } from './sample-card.tsx'
import { listTimeZones, type SettingName, type SiteSettings } from './site-settings.ts'

const QUERY_KEY = ['settings']

export default function SettingsScreen() {
  const translate = useTranslate()
  const { data } = useQuery({
    queryKey: QUERY_KEY,
    queryFn: async () => (await send<SiteSettings>('/settings')).json,
  })
  return (
    <Stack spacing={2} sx={{ maxWidth: 720, mt: 2 }}>
      <Title title={translate('site.settings')} />
      {data ? <SettingsForm settings={data} /> : <Loading />}
      <SampleCard />
    </Stack>
  )
}

interface FormValues extends Readonly<Record<string, unknown>> {
  readonly languages: readonly string[]
  readonly default_language: string
}

function readValues(settings: SiteSettings): FormValues {
  const { colors: _, ...entries } = settings
  const values = Object.fromEntries(Object.entries(entries).map(([name, { value }]) => [name, value]))
  const languages = settings.languages.value
  return { ...values, languages, default_language: languages[0] ?? '' }
}

/** The first language is the default. */
function toInput({ default_language: first, languages, ...values }: FormValues) {
  return { ...values, id: 0, languages: [first, ...languages.filter((language) => language !== first)] }
}

function SettingsForm({ settings }: { readonly settings: SiteSettings }) {
  const notify = useNotify()
  const client = useQueryClient()
  const before = readValues(settings)
  const save = async (values: object) => {
    const changes = findChanges(toInput({ ...before, ...values }), toInput(before))
    try {
      const { json } = await send<SiteSettings>('/settings', { method: 'POST', body: changes })
      client.setQueryData(QUERY_KEY, json)
      notify('site.saved', { type: 'success' })
      return undefined
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      notify(error.message, { type: 'error' })
      return error.body.errors
    }
  }
  return (
    <Card>
      <CardContent>
        <Form record={before} onSubmit={save}>
          <SettingInputs settings={settings} />
          <SaveButton alwaysEnable sx={{ mt: 2 }} />
        </Form>
      </CardContent>
    </Card>
  )
}

const toChoices = (ids: readonly string[]) => ids.map((id) => ({ id, name: id }))

function SettingInputs({ settings }: { readonly settings: SiteSettings }) {
  const translate = useTranslate()
  const describe = (name: SettingName) => {
    const { locked, variable } = settings[name]
    const helperText = locked && translate('site.locked', { variable })
    return { source: name, label: `site.${name}`, disabled: locked, helperText, margin: 'none' as const }
  }
  return (
    <Stack spacing={1.5} sx={{ '& .MuiFormHelperText-root.Mui-disabled': { color: 'text.secondary' } }}>
      <TextInput {...describe('name')} />
      <AutocompleteInput {...describe('timezone')} choices={toChoices(listTimeZones())} />
      <LanguageInputs isLocked={settings.languages.locked} {...describe('languages')} />
      <Stack direction={{ xs: 'column', sm: 'row' }} spacing={1.5}>
        <AutocompleteInput {...describe('currency_code')} choices={toChoices(Intl.supportedValuesOf('currency'))} />
        <TextInput {...describe('currency_symbol')} />
        <SelectInput
          {...describe('currency_position')}
          choices={['prefix', 'postfix'].map((id) => ({ id, name: `site.${id}` }))}
        />
      </Stack>
      <ImageSettingInput source="logo" isLocked={settings.logo.locked} />
      <ImageSettingInput source="favicon" isLocked={settings.favicon.locked} />
      <AccentInput {...describe('accent_color')} />
      <TextInput {...describe('footer')} multiline />
    </Stack>
  )
}

interface LanguageInputsProps {
  readonly source: string
  readonly label: string
  readonly helperText: string | false
  readonly margin: 'none'
  readonly isLocked: boolean
}

function LanguageInputs({ isLocked, ...props }: LanguageInputsProps) {
  const chosen: readonly string[] = useWatch({ name: 'languages' }) ?? []
  const choices = Object.entries(LANGUAGES).map(([id, name]) => ({ id, name }))
  return (
    <>
      <CheckboxGroupInput {...props} choices={choices} disabled={isLocked} />
      <SelectInput
        source="default_language"
        label="site.default_language"
        choices={choices.filter(({ id }) => chosen.includes(id))}
        disabled={isLocked}
        helperText={false}
        margin="none"
      />
    </>
  )
}
