import { DirectoryEdit } from '../directory-form.tsx'
import { TagForm } from './tag-form.tsx'

export default function TagEdit() {
  return (
    <DirectoryEdit>
      <TagForm />
    </DirectoryEdit>
  )
}
