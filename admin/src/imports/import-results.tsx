import { Box, Chip, Pagination } from '@mui/material'
import { useState } from 'react'
import { useTranslate } from 'react-admin'
import { StaticTable } from '../components/static-table.tsx'
import { useResource } from '../components/use-resource.ts'
import { type ImportResultView, type ImportView, RESULT_OUTCOMES } from './import-types.ts'

interface ResultPage {
  readonly results: readonly ImportResultView[]
  readonly total_pages: number
}

/** Records of the last task, filtered by what happened to them. */
export function ImportResults({ one }: { readonly one: ImportView }) {
  const translate = useTranslate()
  const [outcome, setOutcome] = useState('')
  const [page, setPage] = useState(1)
  const { data } = useResource<ResultPage>(`/imports/${one.id}/results`, {
    query: { outcome, page, per_page: 50 },
    version: `${one.task} ${one.status} ${one.done}`,
  })
  const columns = (['outcome', 'kind', 'title', 'location', 'details'] as const).map((key) => ({
    key,
    label: translate(`imports.results.${key}`),
    render: (row: ImportResultView) => (key === 'outcome' ? translate(`imports.outcomes.${row.outcome}`) : row[key]),
  }))
  const choose = (next: string) => {
    setOutcome(next === outcome ? '' : next)
    setPage(1)
  }
  return (
    <>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
        {RESULT_OUTCOMES.filter((name) => (one.counts[name] ?? 0) > 0).map((name) => (
          <Chip
            key={name}
            label={`${translate(`imports.outcomes.${name}`)}: ${one.counts[name]}`}
            variant={name === outcome ? 'filled' : 'outlined'}
            color={name === 'failed' ? 'error' : 'default'}
            aria-pressed={name === outcome}
            onClick={() => choose(name)}
          />
        ))}
      </Box>
      <StaticTable
        label={translate('imports.results.name')}
        columns={columns}
        rows={data?.results ?? []}
        getKey={(_row, index) => index}
        empty={translate('imports.results.none')}
      />
      {(data?.total_pages ?? 0) > 1 && (
        <Pagination count={data?.total_pages ?? 1} page={page} onChange={(_event, next) => setPage(next)} />
      )}
    </>
  )
}
