import type { SvgIconComponent } from '@mui/icons-material'
import type { ReactElement } from 'react'
import type { ResourceProps } from 'react-admin'

export interface MenuEntry {
  /** Path below the admin, such as `/events`. */
  readonly to: string
  /** Key of a message. */
  readonly label: string
  readonly icon: SvgIconComponent
  readonly group: 'calendar' | 'directory' | 'exchange' | 'site'
  /** Position within the group; lower ones first. */
  readonly order: number
  /** The user needs one of these capabilities; see `listCapabilities` in src/kernel/user.ts. */
  readonly capabilities?: readonly string[]
}

/**
 * A part of the admin. Each folder with a file `area.tsx` that exports `area` is one, so that no list has to be edited.
 * Screens are loaded on demand: `lazy(() => import('./event-list.tsx'))`.
 */
export interface Area {
  readonly resources?: readonly ResourceProps[]
  readonly routes?: readonly { readonly path: string; readonly element: ReactElement }[]
  readonly menu?: readonly MenuEntry[]
}

const modules = import.meta.glob<{ readonly area: Area }>('./*/area.tsx', { eager: true })

export const areas: readonly Area[] = Object.values(modules).map(({ area }) => area)
