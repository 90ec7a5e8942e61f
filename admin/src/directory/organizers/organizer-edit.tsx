import { DirectoryEdit } from '../directory-form.tsx'
import { OrganizerForm } from './organizer-form.tsx'

export default function OrganizerEdit() {
  return (
    <DirectoryEdit>
      <OrganizerForm />
    </DirectoryEdit>
  )
}
