import { TextField } from '@mui/material'
import { useState } from 'react'
import { useNotify, useTranslate } from 'react-admin'
import { useFieldDocuments } from '../api/field-document.ts'
import { type ImageView, type MediaRecord, updateMedia } from './media.ts'

interface AltTextInputProps {
  readonly image: ImageView
  readonly onSaved: (media: MediaRecord) => void
}

/** Saves the text when the field loses focus; shows that it is required while it is empty. */
export function AltTextInput({ image, onSaved }: AltTextInputProps) {
  const translate = useTranslate()
  const notify = useNotify()
  const { description } = useFieldDocuments('updateMedia')['alt_text'] ?? {}
  const saved = image.alt_text ?? ''
  const [text, setText] = useState(saved)
  const save = async () => {
    if (text === saved) return
    try {
      onSaved(await updateMedia(image.id, { alt_text: text }))
    } catch (error) {
      notify(error instanceof Error ? error.message : String(error), { type: 'error' })
    }
  }
  return (
    <TextField
      label={translate('media.alt_text')}
      value={text}
      onChange={(event) => setText(event.target.value)}
      onBlur={() => void save()}
      helperText={text === '' ? translate('media.alt_text_missing') : description}
      color={text === '' ? 'warning' : 'primary'}
      multiline
    />
  )
}
