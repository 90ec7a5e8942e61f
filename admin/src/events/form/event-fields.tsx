/** The fields in the order in which an event is described. */
import { Stack, Typography } from '@mui/material'
import { usePermissions, useTranslate } from 'react-admin'
import { useWatch } from 'react-hook-form'
import { useCustomFields } from '../../custom-fields/custom-field.ts'
import { CustomFieldInputs } from '../../custom-fields/custom-field-inputs.tsx'
import { ImageField } from '../../media/image-field.tsx'
import { SelectInput, SwitchInput, TextInput, useField } from './fields.tsx'
import type { EventValues } from './model/event-values.ts'
import { OffersField } from './offers/offers-field.tsx'
import { Section } from './section.tsx'
import { DescriptionField } from './text/description-field.tsx'
import { Warnings } from './warnings.tsx'
import { WhenField } from './when/when-field.tsx'
import { LinkedField } from './where/linked-field.tsx'
import { TermsField } from './where/terms-field.tsx'

interface EventFieldsProps {
  /** Undefined for a new event. */
  readonly id: number | undefined
  readonly isOccurrence: boolean
  readonly hasPassword: boolean
}

export function EventFields({ id, isOccurrence, hasPassword }: EventFieldsProps) {
  return (
    <Stack
      sx={{
        display: 'grid',
        gap: 2,
        pt: 2,
        '& .MuiTextField-root': { m: 0 },
        gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'repeat(2, minmax(0, 1fr))' },
      }}
    >
      <Stack useFlexGap spacing={2}>
        <TextInput name="title" autoFocus={id === undefined} required />
        <Heading name="when" />
        <WhenField isOccurrence={isOccurrence} />
        <Heading name="where" />
        <LinkedField kind="venue" />
        <Warnings id={id} />
        <ImageField />
      </Stack>
      <Stack useFlexGap spacing={2}>
        <DescriptionField />
        <TermsField name="categories" />
        <TermsField name="tags" />
        <LinkedField kind="organizer" />
        <PublicationFields />
        <PriceSection />
        <StatusSection />
        <OnlineSection />
        <CustomSection />
        <MoreSection hasPassword={hasPassword} />
      </Stack>
    </Stack>
  )
}

function Heading({ name }: { readonly name: string }) {
  const translate = useTranslate()
  return (
    <Typography variant="subtitle2" component="h2">
      {translate(`form.sections.${name}`)}
    </Typography>
  )
}

/** Users who may not publish submit events for review. */
function PublicationFields() {
  const { permissions = [] } = usePermissions<string[]>()
  const { value } = useField('status')
  const mayPublish = permissions.includes('publish_posts')
  const options = mayPublish ? ['publish', 'draft', 'pending', 'private'] : ['draft', 'pending']
  return <SelectInput name="status" options={options.includes(value) ? options : [value, ...options]} />
}

function PriceSection() {
  const [cost, tickets] = useWatch<EventValues, ['cost', 'tickets']>({ name: ['cost', 'tickets'] })
  return (
    <Section name="price" fields={['cost', 'tickets']} isOpen={cost.length + tickets.length > 0}>
      <CostInput />
      <OffersField />
    </Section>
  )
}

/** The parts of a price, for example those of an import, are separated by commas. */
function CostInput() {
  const { value, setValue } = useField('cost')
  return (
    <TextInput
      name="cost"
      hasHelp
      value={value.join(', ')}
      onChange={({ target }) => setValue(toParts(target.value))}
    />
  )
}

const toParts = (text: string): readonly string[] => (text === '' ? [] : [text])

function StatusSection() {
  const status = useWatch<EventValues, 'event_status'>({ name: 'event_status' })
  const options = ['scheduled', 'canceled', 'postponed', 'rescheduled', 'moved-online']
  return (
    <Section name="status" fields={['event_status', 'event_status_reason']} isOpen={status !== 'scheduled'}>
      <SelectInput name="event_status" options={options} />
      {status !== 'scheduled' && <TextInput name="event_status_reason" hasHelp />}
    </Section>
  )
}

function OnlineSection() {
  const mode = useWatch<EventValues, 'attendance_mode'>({ name: 'attendance_mode' })
  const fields = ['attendance_mode', 'virtual_url', 'virtual_url_visibility'] as const
  return (
    <Section name="online" fields={fields} isOpen={mode !== 'offline'}>
      <SelectInput name="attendance_mode" options={['offline', 'online', 'mixed']} />
      {mode !== 'offline' && (
        <>
          <TextInput name="virtual_url" type="url" hasHelp />
          <SelectInput name="virtual_url_visibility" options={['always', 'hour-before', 'password']} />
        </>
      )}
    </Section>
  )
}

function CustomSection() {
  const fields = useCustomFields().filter(({ kinds }) => kinds.includes('event'))
  if (fields.length === 0) return null
  return (
    <Section name="custom" fields={['custom_fields']} isOpen>
      <CustomFieldInputs kind="event" />
    </Section>
  )
}

function MoreSection({ hasPassword }: Pick<EventFieldsProps, 'hasPassword'>) {
  const translate = useTranslate()
  return (
    <Section name="more" fields={['website', 'excerpt', 'slug', 'date', 'post_password']}>
      <TextInput name="website" type="url" />
      <TextInput name="excerpt" multiline minRows={2} hasHelp />
      <TextInput name="slug" hasHelp />
      <DateInput />
      <TextInput
        name="post_password"
        type="password"
        helperText={hasPassword ? translate('form.has_password') : undefined}
        slotProps={{ htmlInput: { autoComplete: 'new-password' } }}
      />
      <Stack sx={{ display: 'grid', gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr' } }}>
        <SwitchInput name="featured" />
        <SwitchInput name="sticky" />
        <SwitchInput name="hide_from_listings" />
        <SwitchInput name="show_map" />
        <SwitchInput name="show_map_link" />
      </Stack>
    </Section>
  )
}

/** A publication time in the future schedules the event. */
function DateInput() {
  const { value, setValue } = useField('date')
  return (
    <TextInput
      name="date"
      type="datetime-local"
      hasHelp
      value={value.slice(0, 16).replace(' ', 'T')}
      onChange={({ target }) => setValue(target.value === '' ? '' : `${target.value.replace('T', ' ')}:00`)}
      slotProps={{ inputLabel: { shrink: true } }}
    />
  )
}
