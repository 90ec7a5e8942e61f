import { Alert, Box, Card, CardContent, Link, List, ListItem, Typography } from '@mui/material'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Loading, Title, useTranslate } from 'react-admin'
import { Link as RouterLink } from 'react-router-dom'
import { send } from '../api/client.ts'
import { useFormatTime } from '../components/format-time.ts'

interface RecordLink {
  readonly kind: 'event' | 'venue' | 'organizer'
  readonly id: number
  readonly title: string
}

interface Health {
  readonly checks: Readonly<Record<string, { readonly status: 'ok' | 'warning' | 'failing'; readonly reason?: string }>>
  readonly jobs: readonly {
    readonly name: string
    readonly last_success: string | null
    readonly failing: boolean
  }[]
  readonly backup: { readonly scheduled: boolean; readonly succeeded: string | null; readonly failure: string }
  readonly geocoding: {
    readonly enabled: boolean
    readonly pending: number
    readonly not_found: number
    readonly venues: readonly RecordLink[]
  }
  readonly images: { readonly total: number; readonly is_checked: boolean; readonly missing: number }
  readonly links: {
    readonly checked: number
    readonly pending: number
    readonly dead: readonly { readonly url: string; readonly reason: string; readonly records: readonly RecordLink[] }[]
  }
  readonly events: { readonly upcoming: number; readonly without_image: number; readonly without_venue: number }
  readonly database: { readonly engine: string; readonly bytes: number }
}

const SEVERITIES = { ok: 'success', warning: 'warning', failing: 'error' } as const

export default function HealthScreen() {
  const translate = useTranslate()
  const { data } = useQuery({ queryKey: ['health'], queryFn: async () => (await send<Health>('/health')).json })
  return (
    <Box
      sx={{ display: 'grid', gap: 1.5, mt: 2, alignItems: 'start', gridTemplateColumns: { xs: '100%', md: '1fr 1fr' } }}
    >
      <Title title={translate('site.health')} />
      {data ? <HealthReport health={data} /> : <Loading />}
    </Box>
  )
}

function HealthReport({ health }: { readonly health: Health }) {
  const translate = useTranslate()
  const { checks, geocoding, images, events, links, database } = health
  const megabytes = (database.bytes / 1e6).toFixed(1)
  return (
    <>
      <Section title={translate('site.checks')}>
        {Object.entries(checks).map(([name, { status, reason }]) => (
          <Line key={name} severity={SEVERITIES[status]}>
            {name}: {reason ?? translate(`site.${status}`)}
          </Line>
        ))}
        <Line severity="info">
          {translate('site.database')}: {database.engine}, {megabytes} MB
        </Line>
      </Section>
      <Section title={translate('site.events')}>
        <Line severity={events.without_image + events.without_venue > 0 ? 'warning' : 'success'}>
          {translate('site.events_state', { ...events })}
        </Line>
      </Section>
      <Section title={translate('site.links')}>
        <Line severity={links.dead.length > 0 ? 'warning' : 'success'}>
          {translate('site.links_checked', { ...links })}
        </Line>
        <DeadLinks links={links.dead} />
      </Section>
      <Section title={translate('site.images')}>
        {/* Unknown while the media store is unavailable, which the checks show. */}
        {images.is_checked && (
          <Line severity={images.missing > 0 ? 'error' : 'success'}>
            {translate('site.images_state', { total: images.total, missing: images.missing })}
          </Line>
        )}
      </Section>
      <Section title={translate('site.geocoding')}>
        {geocoding.enabled ? (
          <Line severity={geocoding.not_found > 0 ? 'warning' : 'success'}>
            {translate('site.geocoding_state', { pending: geocoding.pending, not_found: geocoding.not_found })}
          </Line>
        ) : (
          <Line severity="info">{translate('site.geocoding_off')}</Line>
        )}
        <Records records={geocoding.venues} />
      </Section>
      <Backup backup={health.backup} />
      <Jobs jobs={health.jobs} />
    </>
  )
}

const Section = ({ title, children }: { readonly title: string; readonly children: ReactNode }) => (
  <Card>
    <CardContent sx={{ p: 1.5, '&:last-child': { pb: 1.5 } }}>
      <Typography variant="h6">{title}</Typography>
      {children}
    </CardContent>
  </Card>
)

interface LineProps {
  readonly severity: 'success' | 'warning' | 'error' | 'info'
  readonly children: ReactNode
}

const Line = ({ severity, children }: LineProps) => (
  <Alert
    severity={severity}
    variant="outlined"
    role="presentation"
    sx={{ p: 0, border: 0, color: 'text.primary', '& .MuiAlert-message, & .MuiAlert-icon': { py: 0.5 } }}
  >
    {children}
  </Alert>
)

const DeadLinks = ({ links }: { readonly links: Health['links']['dead'] }) => (
  <List dense disablePadding>
    {links.map(({ url, reason, records }) => (
      <ListItem key={url} sx={{ display: 'block' }}>
        <Link href={url} target="_blank" rel="noreferrer" sx={{ overflowWrap: 'anywhere' }}>
          {url}
        </Link>{' '}
        ({reason}) <Records records={records} />
      </ListItem>
    ))}
  </List>
)

/** Links to the screens of records. */
const Records = ({ records }: { readonly records: readonly RecordLink[] }) => (
  <>
    {records.map(({ kind, id, title }) => (
      <span key={`${kind} ${id}`}>
        <Link component={RouterLink} to={`/${kind}s/${id}`}>
          {title}
        </Link>{' '}
      </span>
    ))}
  </>
)

function Backup({ backup }: { readonly backup: Health['backup'] }) {
  const translate = useTranslate()
  const formatTime = useFormatTime()
  return (
    <Section title={translate('site.backup')}>
      {!backup.scheduled && <Line severity="warning">{translate('site.backup_off')}</Line>}
      {backup.failure !== '' && <Line severity="error">{backup.failure}</Line>}
      {backup.succeeded && (
        <Line severity="success">
          {translate('site.last_success')}: {formatTime(backup.succeeded)}
        </Line>
      )}
    </Section>
  )
}

/** Failing jobs first. */
function Jobs({ jobs }: { readonly jobs: Health['jobs'] }) {
  const translate = useTranslate()
  const formatTime = useFormatTime()
  const sorted = [...jobs].sort((a, b) => Number(b.failing) - Number(a.failing))
  return (
    <Section title={translate('site.jobs')}>
      {sorted.map(({ name, failing, last_success: success }) => (
        <Line key={name} severity={failing ? 'error' : 'success'}>
          {name}
          {failing && ` ${translate('site.job_failing')}`}
          {success && `, ${translate('site.last_success')}: ${formatTime(success)}`}
        </Line>
      ))}
    </Section>
  )
}
