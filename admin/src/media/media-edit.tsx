/** One image: texts, crop, use, replacement. */
import CropIcon from '@mui/icons-material/Crop'
import FindReplaceIcon from '@mui/icons-material/FindReplace'
import { Box, Button, Stack } from '@mui/material'
import { lazy, Suspense, useState } from 'react'
import {
  DeleteWithConfirmButton,
  Edit,
  SaveButton,
  SimpleForm,
  TextInput,
  Toolbar,
  useNotify,
  usePermissions,
  useRecordContext,
  useRefresh,
  useTranslate,
} from 'react-admin'
import { type MediaRecord, replaceMedia } from './media.ts'
import { MediaUsage } from './media-usage.tsx'

const CropDialog = lazy(() => import('./crop/crop-dialog.tsx'))
const LibraryDialog = lazy(() => import('./library-dialog.tsx'))

export default function MediaEdit() {
  return (
    <Edit mutationMode="pessimistic" redirect={false} queryOptions={{ meta: { withEtag: true } }}>
      <Box sx={{ display: 'grid', gridTemplateColumns: { xs: '1fr', md: '1fr 1fr' }, gap: 2, p: 1 }}>
        <ImageTools />
        <Box>
          <SimpleForm toolbar={<MediaToolbar />} sx={{ p: 0 }} warnWhenUnsavedChanges>
            <TextInput source="title" />
            <TextInput source="alt_text" multiline helperText="media.alt_text_missing" />
            <TextInput source="caption" multiline />
          </SimpleForm>
          <MediaUsage />
        </Box>
      </Box>
    </Edit>
  )
}

function MediaToolbar() {
  const translate = useTranslate()
  return (
    <Toolbar sx={{ justifyContent: 'space-between', px: 0, bgcolor: 'transparent' }}>
      <SaveButton />
      <DeleteWithConfirmButton confirmContent={translate('media.delete_warning')} />
    </Toolbar>
  )
}

function ImageTools() {
  const translate = useTranslate()
  const refresh = useRefresh()
  const notify = useNotify()
  const record = useRecordContext<MediaRecord>()
  const { permissions = [] } = usePermissions<readonly string[]>()
  const [dialog, setDialog] = useState<'crop' | 'replace'>()
  if (!record) return null
  const replace = async ({ id }: MediaRecord) => {
    try {
      notify(translate('media.replaced', { smart_count: await replaceMedia(record.id, id) }), { type: 'success' })
      refresh()
    } catch (error) {
      notify(error instanceof Error ? error.message : String(error), { type: 'error' })
    }
  }
  const close = () => setDialog(undefined)
  return (
    <Stack spacing={1}>
      <Box component="img" src={record.url} alt={record.alt_text} sx={{ maxWidth: 1, maxHeight: '28rem', m: 'auto' }} />
      <Box sx={{ typography: 'caption' }}>
        {record.width} × {record.height} · {Math.ceil(record.filesize / 1024)} KB · {record.mime_type}
      </Box>
      <Stack direction="row" spacing={1} useFlexGap sx={{ flexWrap: 'wrap' }}>
        <Button variant="outlined" startIcon={<CropIcon />} onClick={() => setDialog('crop')}>
          {translate('media.crop')}
        </Button>
        {permissions.includes('edit_others_posts') && (
          <Button variant="outlined" startIcon={<FindReplaceIcon />} onClick={() => setDialog('replace')}>
            {translate('media.replace')}
          </Button>
        )}
      </Stack>
      <Suspense>
        {dialog === 'crop' && <CropDialog id={record.id} onSaved={refresh} onClose={close} />}
        {dialog === 'replace' && (
          <LibraryDialog
            title="media.replace"
            hint="media.replace_warning"
            exclude={record.id}
            onSelect={(media) => void replace(media)}
            onClose={close}
          />
        )}
      </Suspense>
    </Stack>
  )
}
