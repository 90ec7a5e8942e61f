/** The description as rich text, or as HTML where the editor would change more than the user. */
import { Button, Skeleton, Stack, Typography } from '@mui/material'
import { lazy, Suspense, useState } from 'react'
import { useTranslate } from 'react-admin'
import { TextInput, useField } from '../fields.tsx'
import { isEditableHtml, toParagraphs } from './editable-html.ts'

const RichText = lazy(() => import('./rich-text.tsx'))

export function DescriptionField() {
  const translate = useTranslate()
  const { value, setValue, label, error } = useField('description')
  const isEditable = isEditableHtml(value)
  const [isRich, setRich] = useState(isEditable && toParagraphs(value) === value)
  const toggle = () => {
    if (!isRich) setValue(toParagraphs(value))
    setRich(!isRich)
  }
  return (
    <Stack useFlexGap spacing={0.5}>
      <Stack direction="row" sx={{ justifyContent: 'space-between', alignItems: 'baseline' }}>
        <Typography variant="subtitle2" component="h2">
          {label}
        </Typography>
        <Button size="small" disabled={!isRich && !isEditable} onClick={toggle}>
          {translate(isRich ? 'form.text.source' : 'form.text.rich')}
        </Button>
      </Stack>
      {isRich ? (
        <Suspense fallback={<Skeleton variant="rounded" height={160} />}>
          <RichText source="description" label={label} />
        </Suspense>
      ) : (
        <TextInput
          name="description"
          multiline
          minRows={5}
          maxRows={20}
          helperText={isEditable ? undefined : translate('form.text.not_editable')}
        />
      )}
      {isRich && error && (
        <Typography variant="caption" color="error" role="alert">
          {error}
        </Typography>
      )}
    </Stack>
  )
}
