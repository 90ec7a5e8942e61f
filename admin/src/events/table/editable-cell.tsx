/** A cell that is edited in place: double click or Enter opens its editor, Escape cancels. */
import { Box, ButtonBase, FormHelperText } from '@mui/material'
import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react'

interface EditorProps<T> {
  readonly value: T
  readonly onChange: (value: T) => void
}

interface EditableCellProps<T> {
  /** Accessible name of the button that opens the editor. */
  readonly label: string
  readonly value: T
  readonly children: ReactNode
  readonly editor: (props: EditorProps<T>) => ReactNode
  /** Returns the error of the service, which is shown at the editor. */
  readonly onSave: (value: T) => Promise<string | undefined>
}

export function EditableCell<T>({ label, value, children, editor, onSave }: EditableCellProps<T>) {
  const [isEditing, setEditing] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const close = () => {
    setEditing(false)
    setTimeout(() => button.current?.focus())
  }
  if (isEditing) return <CellEditor {...{ label, value, editor, onSave }} onClose={close} />
  return (
    <ButtonBase
      ref={button}
      // A click by Enter or an assistive technology has no position.
      onClick={({ detail }) => detail === 0 && setEditing(true)}
      onDoubleClick={() => setEditing(true)}
      aria-label={label}
      data-editable
      sx={{ width: '100%', justifyContent: 'flex-start', textAlign: 'left', borderRadius: 0.5, font: 'inherit' }}
    >
      {children}
    </ButtonBase>
  )
}

type CellEditorProps<T> = Omit<EditableCellProps<T>, 'children'> & { readonly onClose: () => void }

function CellEditor<T>({ label, value: initial, editor, onSave, onClose }: CellEditorProps<T>) {
  const [value, setValue] = useState(initial)
  const [error, setError] = useState<string>()
  const root = useRef<HTMLDivElement>(null)
  const isSaving = useRef(false)
  useEffect(() => root.current?.querySelector<HTMLElement>('input, select')?.focus(), [])
  const save = async () => {
    if (isSaving.current) return
    if (JSON.stringify(value) === JSON.stringify(initial)) return onClose()
    isSaving.current = true
    const message = await onSave(value)
    isSaving.current = false
    if (message === undefined) onClose()
    else setError(message)
  }
  const handleKey = (event: KeyboardEvent) => {
    event.stopPropagation()
    if (event.key === 'Enter') {
      event.preventDefault()
      void save()
    } else if (event.key === 'Escape') onClose()
  }
  return (
    // Leaving the editor saves, as in a spreadsheet; an error stays until it is corrected or canceled.
    <Box
      ref={root}
      role="group"
      aria-label={label}
      onKeyDown={handleKey}
      onBlur={({ relatedTarget }) => {
        if (error === undefined && !root.current?.contains(relatedTarget)) void save()
      }}
    >
      {editor({
        value,
        onChange: (next) => {
          setError(undefined)
          setValue(next)
        },
      })}
      {error !== undefined && (
        <FormHelperText error role="alert">
          {error}
        </FormHelperText>
      )}
    </Box>
  )
}
