import DeleteForeverIcon from '@mui/icons-material/DeleteForever'
import RestoreFromTrashIcon from '@mui/icons-material/RestoreFromTrash'
import { Button } from '@mui/material'
import { useState } from 'react'
import { Confirm, useListContext, useNotify, usePermissions, useRefresh, useTranslate } from 'react-admin'
import { findBatchError, sendBatch } from '../api/client.ts'

/** Bulk actions. Only editors may delete permanently. */
export function TrashActions({ resource }: { readonly resource: string }) {
  const translate = useTranslate()
  const notify = useNotify()
  const refresh = useRefresh()
  const { permissions = [] } = usePermissions<string[]>()
  const { selectedIds, onUnselectItems } = useListContext()
  const [isAsking, setIsAsking] = useState(false)
  const [isBusy, setIsBusy] = useState(false)

  async function run(method: string, suffix: string, message: string) {
    setIsBusy(true)
    try {
      const requests = selectedIds.map((id) => ({ method, path: `/${resource}/${id}${suffix}` }))
      const results = await sendBatch(requests)
      const failed = results.map(findBatchError).filter((error) => error !== undefined)
      const done = results.length - failed.length
      if (done > 0) notify(message, { type: 'success', messageArgs: { smart_count: done } })
      if (failed[0]) notify(failed[0].message, { type: 'error' })
    } catch (error) {
      notify(Object(error).message, { type: 'error' })
    }
    setIsBusy(false)
    setIsAsking(false)
    onUnselectItems()
    refresh()
  }

  return (
    <>
      <Button
        size="small"
        startIcon={<RestoreFromTrashIcon />}
        disabled={isBusy}
        onClick={() => run('POST', '/restore', 'trash.restored')}
      >
        {translate('trash.restore')}
      </Button>
      {permissions.includes('edit_others_posts') && (
        <Button
          size="small"
          startIcon={<DeleteForeverIcon />}
          color="error"
          disabled={isBusy}
          onClick={() => setIsAsking(true)}
        >
          {translate('trash.delete')}
        </Button>
      )}
      <Confirm
        isOpen={isAsking}
        loading={isBusy}
        title="trash.delete"
        content={translate('trash.delete_question', { smart_count: selectedIds.length })}
        confirmColor="warning"
        onConfirm={() => run('DELETE', '?permanent=true', 'trash.deleted_permanently')}
        onClose={() => setIsAsking(false)}
      />
    </>
  )
}
