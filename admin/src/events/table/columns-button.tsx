import ViewColumnIcon from '@mui/icons-material/ViewColumn'
import { IconButton, Menu, MenuItem, Tooltip } from '@mui/material'
import { useState } from 'react'
import { useTranslate } from 'react-admin'
import { COLUMNS, useShownColumns } from './columns.tsx'

/** Selects the columns of the table. */
export function ColumnsButton() {
  const translate = useTranslate()
  const [shown, setShown] = useShownColumns()
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const label = translate('ra.action.select_columns')
  const toggle = (name: string) =>
    setShown(shown.includes(name) ? shown.filter((one) => one !== name) : [...shown, name])
  return (
    <>
      <Tooltip title={label}>
        <IconButton size="small" aria-label={label} onClick={({ currentTarget }) => setAnchor(currentTarget)}>
          <ViewColumnIcon fontSize="small" />
        </IconButton>
      </Tooltip>
      <Menu open={anchor !== null} anchorEl={anchor} onClose={() => setAnchor(null)}>
        {COLUMNS.map(({ name }) => (
          <MenuItem
            key={name}
            role="menuitemcheckbox"
            aria-checked={shown.includes(name)}
            onClick={() => toggle(name)}
            dense
          >
            <span aria-hidden>{shown.includes(name) ? '✓' : '\u2003'}</span>&nbsp;
            {translate(`table.columns.${name}`)}
          </MenuItem>
        ))}
      </Menu>
    </>
  )
}
