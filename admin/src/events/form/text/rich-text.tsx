import {
  ClearButtons,
  DefaultEditorOptions,
  FormatButtons,
  LevelSelect,
  LinkButtons,
  ListButtons,
  QuoteButtons,
  RichTextInput,
  RichTextInputToolbar,
} from 'ra-input-rich-text'
import { useMemo } from 'react'
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
          <LevelSelect size="small" />
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
