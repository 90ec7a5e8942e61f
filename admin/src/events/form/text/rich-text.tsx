import { ToggleButton, ToggleButtonGroup } from '@mui/material'
import {
  ClearButtons,
  DefaultEditorOptions,
  FormatButtons,
  LinkButtons,
  ListButtons,
  QuoteButtons,
  RichTextInput,
  RichTextInputToolbar,
  useTiptapEditor,
} from 'ra-input-rich-text'
import { useMemo } from 'react'
import { useTranslate } from 'react-admin'
import { STYLE_NONCE } from '../../../settings.ts'

interface RichTextProps {
  readonly source: string
  readonly label: string
}

/** Only elements that the service keeps. */
export default function RichText({ source, label }: RichTextProps) {
  const editorOptions = useMemo(
    () => ({
      ...DefaultEditorOptions,
      injectNonce: STYLE_NONCE,
      editorProps: { attributes: { role: 'textbox', 'aria-multiline': 'true', 'aria-label': label } },
    }),
    [label],
  )
  return (
    <RichTextInput
      source={source}
      label={false}
      helperText={false}
      editorOptions={editorOptions}
      sx={{ '& .ProseMirror': { minHeight: 120 } }}
      toolbar={
        <RichTextInputToolbar size="small">
          <HeadingButtons />
          <FormatButtons size="small" />
          <ListButtons size="small" />
          <LinkButtons size="small" />
          <QuoteButtons size="small" />
          <ClearButtons size="small" />
        </RichTextInputToolbar>
      }
    />
  )
}

/** The title of the event is the only heading above them. */
const LEVELS = [2, 3] as const

function HeadingButtons() {
  const translate = useTranslate()
  const editor = useTiptapEditor()
  const isActive = (level: number) => editor?.isActive('heading', { level }) ?? false
  return (
    <ToggleButtonGroup size="small" value={LEVELS.filter(isActive).map(String)}>
      {LEVELS.map((level) => (
        <ToggleButton
          key={level}
          value={String(level)}
          title={translate('form.text.heading', { level })}
          sx={{ color: 'text.primary' }}
          onClick={() => editor?.chain().focus().toggleNode('heading', 'paragraph', { level }).run()}
        >
          H{level}
        </ToggleButton>
      ))}
    </ToggleButtonGroup>
  )
}
