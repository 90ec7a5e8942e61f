/** Adds images: drop, paste, file dialog, camera and URL. */
import LinkIcon from '@mui/icons-material/Link'
import PhotoCameraIcon from '@mui/icons-material/PhotoCamera'
import UploadIcon from '@mui/icons-material/Upload'
import { Box, Button, InputAdornment, LinearProgress, Stack, TextField, Typography } from '@mui/material'
import { type DragEvent, type KeyboardEvent, type ReactNode, useEffect, useState } from 'react'
import { useTranslate } from 'react-admin'
import { FileButton } from './file-button.tsx'
import { findImages } from './media.ts'
import type { Upload } from './use-upload.ts'

interface UploadAreaProps {
  readonly upload: Upload
  readonly isMultiple?: boolean
  readonly children?: ReactNode
}

/** Pasted images anywhere in the page are added while it is shown, except into text fields that take the text. */
export function UploadArea({ upload, isMultiple = false, children }: UploadAreaProps) {
  const translate = useTranslate()
  const [isOver, setIsOver] = useState(false)
  const { progress, addFiles } = upload
  usePaste(addFiles)
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setIsOver(false)
    void addFiles(event.dataTransfer.files)
  }
  return (
    <Box
      onDragOver={(event) => {
        event.preventDefault()
        setIsOver(true)
      }}
      onDragLeave={() => setIsOver(false)}
      onDrop={drop}
      sx={{ border: 1, borderStyle: 'dashed', borderColor: isOver ? 'primary.main' : 'divider', borderRadius: 1, p: 1 }}
    >
      <Stack direction="row" spacing={1} useFlexGap sx={{ flexWrap: 'wrap', alignItems: 'center' }}>
        <FileButton
          label={translate('media.choose_files')}
          icon={<UploadIcon />}
          isMultiple={isMultiple}
          onFiles={addFiles}
        />
        <FileButton label={translate('media.camera')} icon={<PhotoCameraIcon />} isCamera onFiles={addFiles} />
        <UrlInput onSubmit={upload.addUrl} />
        {children}
      </Stack>
      <Typography variant="caption" color="text.secondary" component="p" sx={{ mt: 0.5 }}>
        {translate('media.drop_hint')}
      </Typography>
      <Box role="status">
        {progress && (
          <>
            {translate('media.uploading', { number: progress.done + 1, total: progress.total })}
            <LinearProgress
              aria-label={translate('media.uploading', { number: progress.done + 1, total: progress.total })}
              {...(progress.total > 1 && { variant: 'determinate', value: (100 * progress.done) / progress.total })}
            />
          </>
        )}
      </Box>
    </Box>
  )
}

function usePaste(addFiles: Upload['addFiles']): void {
  useEffect(() => {
    const paste = ({ clipboardData }: ClipboardEvent) => {
      const images = findImages(clipboardData?.files ?? [])
      if (images.length > 0) void addFiles(images)
    }
    document.addEventListener('paste', paste)
    return () => document.removeEventListener('paste', paste)
  }, [addFiles])
}

function UrlInput({ onSubmit }: { readonly onSubmit: (url: string) => Promise<void> }) {
  const translate = useTranslate()
  const [url, setUrl] = useState('')
  const submit = () => {
    if (url.trim() === '') return
    void onSubmit(url.trim())
    setUrl('')
  }
  // Not a form of its own, because the field may be inside the form of an event.
  const submitOnEnter = (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return
    event.preventDefault()
    submit()
  }
  return (
    <Stack direction="row" spacing={1} sx={{ flex: '1 1 14rem', alignItems: 'center' }}>
      <TextField
        type="url"
        label={translate('media.url')}
        value={url}
        onChange={(event) => setUrl(event.target.value)}
        onKeyDown={submitOnEnter}
        slotProps={{
          input: {
            startAdornment: (
              <InputAdornment position="start">
                <LinkIcon fontSize="small" />
              </InputAdornment>
            ),
          },
        }}
        sx={{ m: 0 }}
      />
      <Button onClick={submit} disabled={url.trim() === ''}>
        {translate('media.add')}
      </Button>
    </Stack>
  )
}
