import { ListSubheader } from '@mui/material'
import { Menu, usePermissions, useTranslate } from 'react-admin'
import { areas, type MenuEntry } from '../area.ts'

const GROUPS: readonly MenuEntry['group'][] = ['calendar', 'directory', 'exchange', 'site']

const entries = areas.flatMap(({ menu = [] }) => menu).sort((a, b) => a.order - b.order)

/** Entries that the user may open, by group. */
export function AdminMenu() {
  const translate = useTranslate()
  const { permissions = [] } = usePermissions<string[]>()
  const isVisible = ({ capabilities }: MenuEntry) =>
    !capabilities || capabilities.some((one) => permissions.includes(one))
  const groups = GROUPS.map((group) => ({
    group,
    members: entries.filter((entry) => entry.group === group && isVisible(entry)),
  }))
  return (
    <Menu>
      {groups
        .filter(({ members }) => members.length > 0)
        .flatMap(({ group, members }) => [
          <ListSubheader key={group} role="presentation" sx={{ lineHeight: 2.5, background: 'none' }}>
            {translate(`shell.groups.${group}`)}
          </ListSubheader>,
          ...members.map(({ to, label, icon: Icon }) => (
            <Menu.Item key={to} to={to} primaryText={translate(label)} leftIcon={<Icon />} />
          )),
        ])}
    </Menu>
  )
}
