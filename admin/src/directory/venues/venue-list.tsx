import { TextField } from 'react-admin'
import { LinkedList } from '../linked-list.tsx'

export default function VenueList() {
  return (
    <LinkedList resource="venues" name="venue">
      <TextField source="address" sortable={false} />
      <TextField source="city" sortable={false} />
    </LinkedList>
  )
}
