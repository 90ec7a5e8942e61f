import AccountTreeIcon from '@mui/icons-material/AccountTree'
import GroupsIcon from '@mui/icons-material/Groups'
import PlaceIcon from '@mui/icons-material/Place'
import SellIcon from '@mui/icons-material/Sell'
import { lazy } from 'react'
import type { Area } from '../area.ts'

const VenueList = lazy(() => import('./venues/venue-list.tsx'))
const VenueEdit = lazy(() => import('./venues/venue-edit.tsx'))
const VenueCreate = lazy(() => import('./venues/venue-create.tsx'))
const OrganizerList = lazy(() => import('./organizers/organizer-list.tsx'))
const OrganizerEdit = lazy(() => import('./organizers/organizer-edit.tsx'))
const OrganizerCreate = lazy(() => import('./organizers/organizer-create.tsx'))
const CategoryTree = lazy(() => import('./terms/category-tree.tsx'))
const CategoryEdit = lazy(() => import('./terms/category-edit.tsx'))
const CategoryCreate = lazy(() => import('./terms/category-create.tsx'))
const TagList = lazy(() => import('./terms/tag-list.tsx'))
const TagEdit = lazy(() => import('./terms/tag-edit.tsx'))
const TagCreate = lazy(() => import('./terms/tag-create.tsx'))
const Duplicates = lazy(() => import('./duplicates.tsx'))

const WRITERS = ['edit_posts']

export const area: Area = {
  resources: [
    { name: 'venues', list: VenueList, edit: VenueEdit, create: VenueCreate, recordRepresentation: 'venue' },
    {
      name: 'organizers',
      list: OrganizerList,
      edit: OrganizerEdit,
      create: OrganizerCreate,
      recordRepresentation: 'organizer',
    },
    {
      name: 'categories',
      list: CategoryTree,
      edit: CategoryEdit,
      create: CategoryCreate,
      recordRepresentation: 'name',
    },
    { name: 'tags', list: TagList, edit: TagEdit, create: TagCreate, recordRepresentation: 'name' },
  ],
  routes: [
    { path: '/duplicates/venues', element: <Duplicates key="venues" resource="venues" /> },
    { path: '/duplicates/organizers', element: <Duplicates key="organizers" resource="organizers" /> },
  ],
  menu: [
    { to: '/venues', label: 'directory.venues', icon: PlaceIcon, group: 'directory', order: 10, capabilities: WRITERS },
    {
      to: '/organizers',
      label: 'directory.organizers',
      icon: GroupsIcon,
      group: 'directory',
      order: 20,
      capabilities: WRITERS,
    },
    {
      to: '/categories',
      label: 'directory.categories',
      icon: AccountTreeIcon,
      group: 'directory',
      order: 30,
      capabilities: ['manage_categories'],
    },
    {
      to: '/tags',
      label: 'directory.tags',
      icon: SellIcon,
      group: 'directory',
      order: 40,
      capabilities: ['manage_tags'],
    },
  ],
}
