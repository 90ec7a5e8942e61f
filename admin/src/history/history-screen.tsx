import { Button } from '@mui/material'
import { Title, useTranslate } from 'react-admin'
import { Link, useParams } from 'react-router-dom'
import { RecordHistory } from './record-history.tsx'

/** The history of one record as a screen. */
export default function HistoryScreen() {
  const translate = useTranslate()
  const { resource = '', id = '' } = useParams()
  return (
    <>
      <Title title={translate('history.title')} />
      <Button component={Link} to={`/${resource}/${id}`} sx={{ my: 1, alignSelf: 'flex-start' }}>
        {translate('history.back')}
      </Button>
      <RecordHistory resource={resource} id={id} />
    </>
  )
}
