/** Warns while a name is typed that a similar venue or organizer exists. */
import { Alert } from '@mui/material'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { type Identifier, Link, useTranslate } from 'react-admin'
import { send } from '../api/client.ts'

interface SimilarRecord {
  readonly id: number
  readonly name: string
  readonly address?: string
  readonly city?: string
  readonly match: string
}

const DELAY_MILLISECONDS = 300

function useDelayed(text: string): string {
  const [delayed, setDelayed] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setDelayed(text), DELAY_MILLISECONDS)
    return () => clearTimeout(timer)
  }, [text])
  return delayed
}

interface SimilarWarningProps {
  readonly resource: 'venues' | 'organizers'
  readonly name: string
  readonly address?: string
  readonly city?: string
  /** Id of the record that is edited; undefined for a new one. */
  readonly exclude?: Identifier | undefined
}

export function SimilarWarning({ resource, name, address = '', city = '', exclude }: SimilarWarningProps) {
  const translate = useTranslate()
  const key = useDelayed(JSON.stringify({ name, ...(resource === 'venues' && { address, city }), exclude }))
  const { data } = useQuery({
    queryKey: ['similar', resource, key],
    queryFn: async () =>
      (await send<{ records: SimilarRecord[] }>(`/${resource}/similar`, { query: JSON.parse(key) })).json.records,
    enabled: name.trim() !== '',
    retry: false,
  })
  if (!data || data.length === 0) return null
  return (
    <Alert severity="warning" sx={{ width: '100%' }}>
      {translate('directory.similar')}
      <ul>
        {data.map((record) => (
          <li key={record.id}>
            <Link to={`/${resource}/${record.id}`}>{record.name}</Link>{' '}
            {[record.address, record.city].filter(Boolean).join(', ')} ({translate(`directory.match.${record.match}`)})
          </li>
        ))}
      </ul>
    </Alert>
  )
}
