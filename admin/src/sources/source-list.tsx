import { BooleanField, Datagrid, FunctionField, List, TextField, useLocaleState } from 'react-admin'
import { formatUtcTime } from '../components/format-time.ts'
import { formatCounts, RunState, type SourceRun } from './source-runs.tsx'

interface SourceView {
  readonly id: number
  readonly last_run: SourceRun | null
  readonly next_run: string | null
}

/** External calendars with their last run. */
export default function SourceList() {
  const [language] = useLocaleState()
  return (
    <List pagination={false} exporter={false}>
      <Datagrid rowClick="edit" bulkActionButtons={false}>
        <TextField source="name" sortable={false} />
        <TextField source="type" sortable={false} />
        <TextField source="url" sortable={false} />
        <BooleanField source="enabled" sortable={false} />
        <FunctionField<SourceView>
          label="sources.last_run"
          sortable={false}
          render={({ last_run: run }) =>
            run && (
              <>
                <RunState run={run} /> {formatUtcTime(run.requested, language)}: {formatCounts(run)}
              </>
            )
          }
        />
        <FunctionField<SourceView>
          label="sources.next_run"
          sortable={false}
          render={({ next_run }) => formatUtcTime(next_run, language)}
        />
      </Datagrid>
    </List>
  )
}
