import { DatagridConfigurable, DateField, List, TextField } from 'react-admin'

export default function EventList() {
  return (
    <List>
      <DatagridConfigurable rowClick={false}>
        <TextField source="title" />
        <DateField source="start_date" showTime />
        <TextField source="status" />
      </DatagridConfigurable>
    </List>
  )
}
