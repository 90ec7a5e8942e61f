import PhotoLibraryIcon from '@mui/icons-material/PhotoLibrary'
import { lazy } from 'react'
import type { Area } from '../area.ts'

const MediaLibrary = lazy(() => import('./media-library.tsx'))
const MediaEdit = lazy(() => import('./media-edit.tsx'))

export const area: Area = {
  resources: [{ name: 'media', list: MediaLibrary, edit: MediaEdit, recordRepresentation: 'title' }],
  menu: [
    {
      to: '/media',
      label: 'media.name',
      icon: PhotoLibraryIcon,
      group: 'directory',
      order: 50,
      capabilities: ['upload_files'],
    },
  ],
}
