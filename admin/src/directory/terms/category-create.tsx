import { DirectoryCreate } from '../directory-form.tsx'
import { CategoryForm } from './category-form.tsx'

export default function CategoryCreate() {
  return (
    <DirectoryCreate>
      <CategoryForm />
    </DirectoryCreate>
  )
}
