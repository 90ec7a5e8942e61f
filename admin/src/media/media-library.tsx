/** The library: adds, finds and deletes images. */
import { Box, Button, Stack, Typography } from '@mui/material'
import { useCallback, useState } from 'react'
import {
  BulkDeleteWithConfirmButton,
  FilterButton,
  FilterForm,
  ListBase,
  NullableBooleanInput,
  Pagination,
  SearchInput,
  Title,
  useListContext,
  usePermissions,
  useRedirect,
  useRefresh,
  useTranslate,
} from 'react-admin'
import { AltTextPrompt } from './alt-text-prompt.tsx'
import { ImageGrid } from './image-grid.tsx'
import type { MediaRecord } from './media.ts'
import { UploadArea } from './upload-area.tsx'
import { useUpload } from './use-upload.ts'

export default function MediaLibrary() {
  const translate = useTranslate()
  return (
    <ListBase perPage={48} sort={{ field: '', order: 'DESC' }}>
      <Title title={translate('media.name')} />
      <LibraryContent />
    </ListBase>
  )
}

function LibraryContent() {
  const translate = useTranslate()
  const redirect = useRedirect()
  const { permissions = [] } = usePermissions<readonly string[]>()
  const { data = [], total = 0, selectedIds, onToggleItem, onSelect } = useListContext<MediaRecord>()
  const filters = [
    <SearchInput key="search" source="search" alwaysOn />,
    <NullableBooleanInput key="missing_alt" source="missing_alt" label="media.missing_alt" />,
    ...(permissions.includes('edit_others_posts')
      ? [<NullableBooleanInput key="unused" source="unused" label="media.unused" />]
      : []),
  ]
  return (
    <Stack spacing={1} sx={{ mt: 1 }}>
      <NewImages />
      <Stack direction="row" sx={{ flexWrap: 'wrap', alignItems: 'center', gap: 1 }}>
        <FilterForm filters={filters} />
        <FilterButton filters={filters} />
        <Typography variant="body2" role="status" sx={{ flex: 1 }}>
          {translate('media.count', { smart_count: total })}
        </Typography>
        <Button onClick={() => onSelect(selectedIds.length === data.length ? [] : data.map(({ id }) => id))}>
          {translate('ra.action.select_all')}
        </Button>
        {selectedIds.length > 0 && (
          <BulkDeleteWithConfirmButton
            label={translate('ra.action.delete')}
            confirmContent={translate('media.delete_warning')}
            mutationMode="pessimistic"
          />
        )}
      </Stack>
      <ImageGrid
        images={data}
        onOpen={({ id }) => redirect('edit', 'media', id)}
        selected={selectedIds}
        onToggle={onToggleItem}
      />
      <Box>
        <Pagination rowsPerPageOptions={[24, 48, 96]} />
      </Box>
    </Stack>
  )
}

/** Asks for the alternative texts of new images. */
function NewImages() {
  const refresh = useRefresh()
  const [added, setAdded] = useState<readonly MediaRecord[]>([])
  const add = useCallback(
    (media: MediaRecord) => {
      setAdded((before) => [...before, media])
      refresh()
    },
    [refresh],
  )
  const upload = useUpload(add)
  const close = () => {
    setAdded([])
    refresh()
  }
  return (
    <>
      <UploadArea upload={upload} isMultiple />
      {added.length > 0 && !upload.progress && <AltTextPrompt images={added} onClose={close} />}
    </>
  )
}
