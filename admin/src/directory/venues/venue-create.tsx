import { DirectoryCreate } from '../directory-form.tsx'
import { VenueForm } from './venue-form.tsx'

export default function VenueCreate() {
  return (
    <DirectoryCreate>
      <VenueForm />
    </DirectoryCreate>
  )
}
