import { Chip, Link } from '@mui/material'
import { useLocaleState, useTranslate } from 'react-admin'
import { Link as RouterLink } from 'react-router-dom'
import { formatUtcTime } from '../components/format-time.ts'
import { Screen, Section } from '../components/screen.tsx'
import { StaticTable } from '../components/static-table.tsx'
import { useResource } from '../components/use-resource.ts'
import { ImportStart } from './import-start.tsx'
import { describeImport, type ImportView, isImportActive } from './import-types.ts'

interface ImportPage {
  readonly imports: readonly ImportView[]
}

/** New imports, and the list of those that were made. */
export default function ImportList() {
  const translate = useTranslate()
  const [language] = useLocaleState()
  const { data } = useResource<ImportPage>('/imports', {
    query: { per_page: 50 },
    isPending: ({ imports }) => imports.some(isImportActive),
  })
  const columns = [
    {
      key: 'name',
      label: translate('imports.source'),
      render: (one: ImportView) => (
        <Link component={RouterLink} to={`/imports/${one.id}`}>
          {describeImport(one)}
        </Link>
      ),
    },
    {
      key: 'status',
      label: translate('imports.state'),
      render: (one: ImportView) => <ImportState one={one} />,
    },
    {
      key: 'counts',
      label: translate('imports.records'),
      render: ({ counts }: ImportView) => (counts.created ?? 0) + (counts.updated ?? 0),
    },
    {
      key: 'created',
      label: translate('imports.time'),
      render: ({ created }: ImportView) => formatUtcTime(created, language),
    },
  ]
  return (
    <Screen title={translate('imports.name')}>
      <ImportStart />
      <Section title={translate('imports.list')}>
        <StaticTable
          label={translate('imports.list')}
          columns={columns}
          rows={data?.imports ?? []}
          getKey={({ id }) => id}
          empty={translate('imports.none')}
        />
      </Section>
    </Screen>
  )
}

const COLORS: Readonly<Record<string, 'default' | 'success' | 'error' | 'info'>> = {
  failed: 'error',
  succeeded: 'success',
  running: 'info',
}

export function ImportState({ one }: { readonly one: ImportView }) {
  const translate = useTranslate()
  const { failed = 0 } = one.counts
  const isIncomplete = one.status === 'succeeded' && one.task === 'run' && failed > 0
  const status = isIncomplete
    ? translate('imports.incomplete', { smart_count: failed })
    : translate(`imports.statuses.${one.status}`)
  const label =
    one.undone === null ? `${translate(`imports.tasks.${one.task}`)}: ${status}` : translate('imports.undone')
  const color = isIncomplete ? 'error' : (COLORS[one.status] ?? 'default')
  return <Chip size="small" variant="outlined" label={label} color={color} />
}
