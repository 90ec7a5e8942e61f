import { Button } from '@mui/material'
import { type ChangeEvent, type ReactNode, useRef } from 'react'
import { IMAGE_TYPES } from './media.ts'

interface FileButtonProps {
  readonly label: string
  readonly icon: ReactNode
  readonly isMultiple?: boolean
  /** Opens the camera, on devices that have one. */
  readonly isCamera?: boolean
  readonly onFiles: (files: readonly File[]) => void
}

export function FileButton({ label, icon, isMultiple = false, isCamera = false, onFiles }: FileButtonProps) {
  const input = useRef<HTMLInputElement>(null)
  const select = ({ target }: ChangeEvent<HTMLInputElement>) => {
    onFiles([...(target.files ?? [])])
    // The same file can be selected again.
    target.value = ''
  }
  return (
    <>
      <Button variant="outlined" startIcon={icon} onClick={() => input.current?.click()}>
        {label}
      </Button>
      <input
        ref={input}
        type="file"
        accept={isCamera ? 'image/*' : IMAGE_TYPES}
        multiple={isMultiple}
        hidden
        aria-label={label}
        onChange={select}
        {...(isCamera && { capture: 'environment' as const })}
      />
    </>
  )
}
