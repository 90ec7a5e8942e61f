/** The additional fields of the site. */
import { Button, Stack } from '@mui/material'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useNotify, useTranslate } from 'react-admin'
import { send } from '../api/client.ts'
import { Screen, Section } from '../components/screen.tsx'
import { StaticTable } from '../components/static-table.tsx'
import { type CustomField, FIELDS_PATH, useCustomFields, useLabelOf } from './custom-field.ts'
import { FieldDialog } from './field-dialog.tsx'

export default function FieldsScreen() {
  const translate = useTranslate()
  const fields = useCustomFields()
  const [edited, setEdited] = useState<CustomField | 'new'>()
  const change = useFieldChange()
  return (
    <Screen title={translate('fields.name')}>
      <Section
        title={translate('fields.name')}
        actions={<Button onClick={() => setEdited('new')}>{translate('fields.add')}</Button>}
      >
        <FieldTable fields={fields} onEdit={setEdited} onDelete={(key) => void change(`/${key}`, 'DELETE')} />
      </Section>
      {edited && (
        <FieldDialog
          field={edited === 'new' ? undefined : edited}
          onClose={() => setEdited(undefined)}
          onSave={async (body) => {
            if (await change(edited === 'new' ? '' : `/${edited.key}`, 'POST', body)) setEdited(undefined)
          }}
        />
      )}
    </Screen>
  )
}

/** Returns whether the service has accepted the change. */
function useFieldChange() {
  const notify = useNotify()
  const client = useQueryClient()
  return async (path: string, method: string, body?: object): Promise<boolean> => {
    try {
      await send(`${FIELDS_PATH}${path}`, { method, ...(body && { body }) })
      await client.invalidateQueries({ queryKey: [FIELDS_PATH] })
      return true
    } catch (error) {
      notify(error instanceof Error ? error.message : String(error), { type: 'error' })
      return false
    }
  }
}

interface FieldTableProps {
  readonly fields: readonly CustomField[]
  readonly onEdit: (field: CustomField) => void
  readonly onDelete: (key: string) => void
}

function FieldTable({ fields, onEdit, onDelete }: FieldTableProps) {
  const translate = useTranslate()
  const getLabel = useLabelOf()
  const remove = (field: CustomField) => {
    if (window.confirm(translate('fields.confirm_delete', { name: getLabel(field) }))) onDelete(field.key)
  }
  const columns = [
    { key: 'label', label: translate('fields.label'), render: getLabel },
    { key: 'key', label: translate('fields.key'), render: ({ key }: CustomField) => key },
    {
      key: 'type',
      label: translate('fields.type'),
      render: ({ type }: CustomField) => translate(`fields.types.${type}`),
    },
    {
      key: 'kinds',
      label: translate('fields.kinds'),
      render: ({ kinds }: CustomField) => kinds.map((kind) => translate(`fields.of.${kind}`)).join(', '),
    },
    {
      key: 'actions',
      label: translate('table.actions.label'),
      render: (field: CustomField) => (
        <Stack direction="row">
          <Button onClick={() => onEdit(field)}>{translate('ra.action.edit')}</Button>
          <Button onClick={() => remove(field)}>{translate('ra.action.delete')}</Button>
        </Stack>
      ),
    },
  ]
  return (
    <StaticTable
      label={translate('fields.name')}
      columns={columns}
      rows={fields}
      getKey={({ key }) => key}
      empty={translate('fields.empty')}
    />
  )
}
