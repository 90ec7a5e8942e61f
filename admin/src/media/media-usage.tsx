import { List, ListItem, Link as MuiLink, Typography } from '@mui/material'
import { useQuery } from '@tanstack/react-query'
import { useCreatePath, useRecordContext, useTranslate } from 'react-admin'
import { Link } from 'react-router-dom'
import { type MediaRecord, readUsage } from './media.ts'

const RESOURCES = { event: 'events', venue: 'venues', organizer: 'organizers', series: 'series' } as const

/** The records that show the image. */
export function MediaUsage() {
  const translate = useTranslate()
  const createPath = useCreatePath()
  const record = useRecordContext<MediaRecord>()
  const { data } = useQuery({
    queryKey: ['media', 'usage', record?.id, record?.modified],
    queryFn: () => readUsage(record?.id ?? 0),
    enabled: record !== undefined,
  })
  if (!data) return null
  return (
    <>
      <Typography variant="h6">{translate('media.where_used')}</Typography>
      {data.total === 0 && <Typography>{translate('media.not_used')}</Typography>}
      <List dense>
        {data.usage.map(({ kind, id, title, status, start_date }) => (
          <ListItem key={`${kind} ${id}`} disableGutters>
            <MuiLink component={Link} to={createPath({ resource: RESOURCES[kind], type: 'edit', id })} sx={{ mr: 1 }}>
              {title || `#${id}`}
            </MuiLink>
            <Typography variant="caption">
              {[translate(`media.kinds.${kind}`), start_date?.slice(0, 16), status].filter(Boolean).join(' · ')}
            </Typography>
          </ListItem>
        ))}
      </List>
    </>
  )
}
