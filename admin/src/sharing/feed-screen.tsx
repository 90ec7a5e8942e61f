import { Box, Button, MenuItem, TextField } from '@mui/material'
import { useEffect, useRef, useState } from 'react'
import { useNotify, useTranslate } from 'react-admin'
import { buildApiUrl } from '../api/client.ts'
import { CHOICE_PROPS } from '../components/choice-props.ts'
import { Screen, Section } from '../components/screen.tsx'
import { SITE_URL, settings } from '../settings.ts'
import { EventFilters, NO_FILTERS, toFilterQuery } from './event-filters.tsx'

const VIEWS = ['list', 'month', 'week', 'day', 'past', 'map']
const FEEDS = ['ics', 'rss', 'csv', 'ndjson', 'html'] as const

type Attributes = Readonly<Record<string, string>>

/** Attributes of the script by their names in the filters, such as `start_date` as `data-start-date`. */
const toAttributes = (values: Attributes): Attributes =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [`data-${name.replaceAll('_', '-')}`, value]))

const escapeAttribute = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;')

const EMBED_URL = new URL('embed.js', SITE_URL).href

const formatSnippet = (attributes: Attributes): string => {
  const pairs = Object.entries(attributes).map(([name, value]) => ` ${name}="${escapeAttribute(value)}"`)
  return `<script async src="${EMBED_URL}"${pairs.join('')}></script>`
}

/** URLs of feeds and the code that embeds the calendar, for chosen filters, with a preview. */
export default function FeedScreen() {
  const translate = useTranslate()
  const [filters, setFilters] = useState(NO_FILTERS)
  const [view, setView] = useState('list')
  const [language, setLanguage] = useState('')
  const query = toFilterQuery(filters)
  const attributes = toAttributes({ view, ...(language !== '' && { language }), ...query })
  return (
    <Screen title={translate('sharing.feeds')}>
      <Section title={translate('sharing.selection')}>
        <EventFilters values={filters} onChange={setFilters} />
      </Section>
      <Section title={translate('sharing.feed_urls')}>
        {FEEDS.map((format) => (
          <CopyField
            key={format}
            label={translate(`sharing.formats.${format}`)}
            value={buildApiUrl(`/events.${format}`, query)}
          />
        ))}
      </Section>
      <Section title={translate('sharing.embed')}>
        <Box sx={{ display: 'grid', gap: 1, gridTemplateColumns: '1fr 1fr', maxWidth: 480 }}>
          <TextField
            select
            label={translate('sharing.view')}
            value={view}
            onChange={({ target }) => setView(target.value)}
          >
            {VIEWS.map((one) => (
              <MenuItem key={one} value={one}>
                {translate(`sharing.views.${one}`)}
              </MenuItem>
            ))}
          </TextField>
          <TextField
            select
            label={translate('sharing.language')}
            value={language}
            slotProps={CHOICE_PROPS}
            onChange={({ target }) => setLanguage(target.value)}
          >
            <MenuItem value="">{translate('sharing.of_visitor')}</MenuItem>
            {settings.siteLanguages.map((one) => (
              <MenuItem key={one} value={one}>
                {one}
              </MenuItem>
            ))}
          </TextField>
        </Box>
        <CopyField label={translate('sharing.code')} value={formatSnippet(attributes)} />
        <EmbedPreview attributes={attributes} />
      </Section>
    </Screen>
  )
}

function CopyField({ label, value }: { readonly label: string; readonly value: string }) {
  const translate = useTranslate()
  const notify = useNotify()
  const copy = async () => {
    await navigator.clipboard.writeText(value)
    notify('sharing.copied')
  }
  return (
    <Box sx={{ display: 'flex', gap: 1, alignItems: 'center' }}>
      <TextField
        label={label}
        value={value}
        multiline
        slotProps={{ htmlInput: { readOnly: true } }}
        onFocus={({ target }) => target.select()}
      />
      <Button onClick={() => void copy()} aria-label={`${translate('sharing.copy')}: ${label}`}>
        {translate('sharing.copy')}
      </Button>
    </Box>
  )
}

/** Pause in typing before the preview follows. */
const PAUSE_MILLISECONDS = 300

/** Runs the script that other sites use. It replaces itself with a frame. */
function EmbedPreview({ attributes }: { readonly attributes: Attributes }) {
  const translate = useTranslate()
  const container = useRef<HTMLDivElement>(null)
  const serialized = JSON.stringify(attributes)
  useEffect(() => {
    const timer = setTimeout(() => {
      const script = document.createElement('script')
      script.src = EMBED_URL
      const pairs: Attributes = JSON.parse(serialized)
      for (const [name, value] of Object.entries(pairs)) script.setAttribute(name, value)
      container.current?.replaceChildren(script)
    }, PAUSE_MILLISECONDS)
    return () => clearTimeout(timer)
  }, [serialized])
  return <Box component="section" ref={container} aria-label={translate('sharing.preview')} sx={{ mt: 2 }} />
}
