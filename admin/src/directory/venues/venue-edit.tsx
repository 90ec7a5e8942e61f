import { DirectoryEdit } from '../directory-form.tsx'
import { VenueForm } from './venue-form.tsx'

export default function VenueEdit() {
  return (
    <DirectoryEdit>
      <VenueForm />
    </DirectoryEdit>
  )
}
