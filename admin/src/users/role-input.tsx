import { SelectInput, type SelectInputProps } from 'react-admin'

const ROLES = ['administrator', 'editor', 'author', 'contributor', 'subscriber']

export const RoleInput = (props: Omit<SelectInputProps, 'source'>) => (
  <SelectInput source="role" choices={ROLES.map((id) => ({ id, name: `site.roles.${id}` }))} {...props} />
)
