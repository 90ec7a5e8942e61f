import { EmailField, TextField } from 'react-admin'
import { LinkedList } from '../linked-list.tsx'

export default function OrganizerList() {
  return (
    <LinkedList resource="organizers" name="organizer">
      <EmailField source="email" sortable={false} />
      <TextField source="phone" sortable={false} />
    </LinkedList>
  )
}
