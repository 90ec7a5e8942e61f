/** Warns while a name is typed that a similar venue or organizer exists. */
import { Alert } from '@mui/material'
import { type Identifier, Link, useTranslate } from 'react-admin'
import { useSimilarRecords } from '../components/similar-records.ts'

interface SimilarWarningProps {
  readonly resource: 'venues' | 'organizers'
  readonly name: string
  readonly address?: string
  readonly city?: string
  /** Id of the record that is edited; undefined for a new one. */
  readonly exclude?: Identifier | undefined
}

export function SimilarWarning({ resource, name, address, city, exclude }: SimilarWarningProps) {
  const translate = useTranslate()
  const data = useSimilarRecords({ resource, name, address, city, exclude })
  if (data.length === 0) return null
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
