/** Crop and focal point of an image. */
import { Button, Dialog, DialogActions, DialogContent, DialogTitle, Tab, Tabs } from '@mui/material'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useGetOne, useNotify, useTranslate } from 'react-admin'
import { type MediaRecord, updateMedia } from '../media.ts'
import { CropEditor } from './crop-editor.tsx'
import { FocalPointEditor } from './focal-point-editor.tsx'

interface CropDialogProps {
  readonly id: number
  readonly onSaved: (media: MediaRecord) => void
  readonly onClose: () => void
}

export default function CropDialog({ id, onSaved, onClose }: CropDialogProps) {
  const translate = useTranslate()
  const notify = useNotify()
  const queries = useQueryClient()
  const [tab, setTab] = useState<'crop' | 'focal_point'>('crop')
  const { data: media, refetch } = useGetOne<MediaRecord>('media', { id })
  const save = async (edit: Partial<MediaRecord>) => {
    try {
      const saved = await updateMedia(id, edit)
      queries.setQueryData(['media', 'getOne', { id: String(id) }], saved)
      await refetch()
      void queries.invalidateQueries({ queryKey: ['media', 'getList'] })
      onSaved(saved)
      notify(translate('media.saved'), { type: 'success' })
    } catch (error) {
      notify(error instanceof Error ? error.message : String(error), { type: 'error' })
    }
  }
  return (
    <Dialog open onClose={onClose} fullWidth maxWidth="md" aria-labelledby="crop-title">
      <DialogTitle id="crop-title">{translate('media.crop')}</DialogTitle>
      <Tabs value={tab} onChange={(_event, value) => setTab(value)} aria-label={translate('media.crop')}>
        <Tab value="crop" label={translate('media.crop_area')} id="crop-tab" aria-controls="crop-panel" />
        <Tab value="focal_point" label={translate('media.focal_point')} id="focal-tab" aria-controls="crop-panel" />
      </Tabs>
      <DialogContent
        role="tabpanel"
        id="crop-panel"
        aria-labelledby={tab === 'crop' ? 'crop-tab' : 'focal-tab'}
        tabIndex={0}
      >
        {media && tab === 'crop' && <CropEditor key={media.url} media={media} onSave={save} />}
        {media && tab === 'focal_point' && <FocalPointEditor key={media.url} media={media} onSave={save} />}
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>{translate('ra.action.close')}</Button>
      </DialogActions>
    </Dialog>
  )
}
