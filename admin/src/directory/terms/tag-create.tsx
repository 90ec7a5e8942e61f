import { DirectoryCreate } from '../directory-form.tsx'
import { TagForm } from './tag-form.tsx'

export default function TagCreate() {
  return (
    <DirectoryCreate>
      <TagForm />
    </DirectoryCreate>
  )
}
