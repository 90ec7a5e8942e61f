/** Bulk action that merges the selected records. */
import CallMergeIcon from '@mui/icons-material/CallMerge'
import { Button } from '@mui/material'
import { useState } from 'react'
import { useListContext, usePermissions, useTranslate } from 'react-admin'
import { type MergeableResource, type MergeCandidate, MergeDialog } from './merge-dialog.tsx'

interface MergeButtonProps {
  readonly resource: MergeableResource
  readonly describe: (record: Readonly<Record<string, unknown>>) => Omit<MergeCandidate, 'id'>
}

/** For editors, once at least two records of the page are selected. */
export function MergeButton({ resource, describe }: MergeButtonProps) {
  const translate = useTranslate()
  const [isOpen, setIsOpen] = useState(false)
  const { data = [], selectedIds, onUnselectItems } = useListContext()
  const { permissions = [] } = usePermissions<string[]>()
  const selected = data.filter(({ id }) => selectedIds.includes(id))
  if (!permissions.includes('edit_others_posts')) return null
  const close = (isMerged: boolean) => {
    setIsOpen(false)
    if (isMerged) onUnselectItems()
  }
  return (
    <>
      <Button size="small" startIcon={<CallMergeIcon />} disabled={selected.length < 2} onClick={() => setIsOpen(true)}>
        {translate('directory.merge')}
      </Button>
      {isOpen && (
        <MergeDialog
          resource={resource}
          records={selected.map((record) => ({ id: Number(record.id), ...describe(record) }))}
          onClose={close}
        />
      )}
    </>
  )
}
