import { DirectoryCreate } from '../directory-form.tsx'
import { OrganizerForm } from './organizer-form.tsx'

export default function OrganizerCreate() {
  return (
    <DirectoryCreate>
      <OrganizerForm />
    </DirectoryCreate>
  )
}
