import { DirectoryEdit } from '../directory-form.tsx'
import { CategoryForm } from './category-form.tsx'

export default function CategoryEdit() {
  return (
    <DirectoryEdit>
      <CategoryForm />
    </DirectoryEdit>
  )
}
