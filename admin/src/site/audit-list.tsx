import { Box } from '@mui/material'
import {
  Datagrid,
  DateInput,
  ExportButton,
  FilterButton,
  FunctionField,
  List,
  NumberInput,
  Pagination,
  type RaRecord,
  SelectInput,
  TextField,
  TopToolbar,
  useTranslate,
} from 'react-admin'
import { send } from '../api/client.ts'
import { downloadCsv } from '../components/download-csv.ts'
import { useFormatTime } from '../components/format-time.ts'
import { WideTable } from '../components/wide-table.tsx'

interface AuditEntry extends RaRecord {
  readonly date_utc: string
  readonly kind: string
  readonly record: number
  readonly action: string
  readonly channel: string
  readonly user: { readonly id: number; readonly name: string; readonly login: string } | null
  readonly application: string
  readonly ip: string
  readonly changes: readonly { readonly field: string; readonly before: unknown; readonly after: unknown }[]
}

const KINDS = [
  ...['event', 'venue', 'organizer', 'category', 'tag', 'media'],
  ...['series', 'user', 'source', 'webhook', 'settings'],
]
const ACTIONS = [
  ...['create', 'update', 'trash', 'delete', 'sign-in', 'sign-in-failed', 'change-password', 'change-role', 'forget'],
  ...['add-second-factor', 'remove-second-factor', 'link-identity', 'unlink-identity'],
  ...['add-passkey', 'rename-passkey', 'remove-passkey', 'rotate-secret'],
  ...['create-application-password', 'rename-application-password', 'revoke-application-passwords'],
]
const CHANNELS = ['api', 'admin', 'mcp', 'import', 'job', 'command', 'submission']
const toChoices = (group: string, names: readonly string[]) => names.map((id) => ({ id, name: `audit.${group}.${id}` }))

const FILTERS = [
  <DateInput key="from" source="from" label="site.from" alwaysOn />,
  <DateInput key="until" source="until" label="site.until" alwaysOn />,
  <SelectInput key="kind" source="kind" label="site.kind" choices={toChoices('kinds', KINDS)} alwaysOn />,
  <SelectInput key="action" source="action" label="site.action" choices={toChoices('actions', ACTIONS)} />,
  <SelectInput key="channel" source="channel" label="site.channel" choices={toChoices('channels', CHANNELS)} />,
  <NumberInput key="user" source="user" label="site.user" />,
  <NumberInput key="record" source="record" label="site.record" />,
]

const AuditActions = () => (
  <TopToolbar>
    <FilterButton />
    <ExportButton label="site.export" exporter={exportAudit} />
  </TopToolbar>
)

export default function AuditList() {
  const translate = useTranslate()
  const formatTime = useFormatTime()
  return (
    <List
      filters={FILTERS}
      actions={<AuditActions />}
      perPage={50}
      pagination={<Pagination rowsPerPageOptions={[25, 50, 100]} />}
    >
      <WideTable>
        <Datagrid bulkActionButtons={false} rowClick={false}>
          <FunctionField
            label="site.time"
            render={({ date_utc }: AuditEntry) => formatTime(date_utc.replace(' ', 'T'))}
          />
          <FunctionField label="site.user" render={({ user }: AuditEntry) => user?.name || user?.login || ''} />
          <FunctionField
            label="site.action"
            render={({ action }: AuditEntry) => translate(`audit.actions.${action}`)}
          />
          <FunctionField
            label="site.record"
            render={({ kind, record }: AuditEntry) => `${translate(`audit.kinds.${kind}`)} ${record}`}
          />
          <FunctionField
            label="site.channel"
            render={({ channel }: AuditEntry) => translate(`audit.channels.${channel}`)}
          />
          <FunctionField label="site.changes" render={({ changes }: AuditEntry) => <Changes changes={changes} />} />
          <TextField source="ip" label="IP" sortable={false} />
        </Datagrid>
      </WideTable>
    </List>
  )
}

const format = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value ?? ''))

/** The names of the changed fields, and on request their values. */
const Changes = ({ changes }: Pick<AuditEntry, 'changes'>) =>
  changes.length > 0 && (
    <Box component="details" sx={{ maxWidth: 480, overflowWrap: 'anywhere' }}>
      <summary>{changes.map(({ field }) => field).join(', ')}</summary>
      {changes.map(({ field, before, after }) => (
        <div key={field}>
          <strong>{field}</strong>: {format(before)} → {format(after)}
        </div>
      ))}
    </Box>
  )

const PAGE_SIZE = 100
const MAX_PAGES = 500

/** Exports all entries of the current filter, page by page. */
async function exportAudit(_loaded: unknown, _fetch: unknown, _provider: unknown): Promise<void> {
  const filter: object = JSON.parse(new URLSearchParams(location.search).get('filter') ?? '{}')
  const rows: (readonly unknown[])[] = [
    ['time_utc', 'user', 'action', 'kind', 'record', 'channel', 'application', 'ip', 'changes'],
  ]
  for (let page = 1, isDone = false; !isDone && page <= MAX_PAGES; page++) {
    const query = { ...filter, page, per_page: PAGE_SIZE }
    const { json } = await send<{ audit: readonly AuditEntry[]; total_pages: number }>('/audit', { query })
    for (const { date_utc, user, action, kind, record, channel, application, ip, changes } of json.audit)
      rows.push([date_utc, user?.login ?? '', action, kind, record, channel, application, ip, JSON.stringify(changes)])
    isDone = page >= json.total_pages
  }
  downloadCsv('audit.csv', rows)
}
