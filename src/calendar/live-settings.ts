/** The settings of the site in a process: they follow the database while the process runs. */

import type { Site, SiteLogo } from '../kernel/site.ts'
import { buildSite, type FixedSettings, resolveSettings, type SiteSources } from '../kernel/site-settings.ts'
import type { Generation } from '../storage/identity-types.ts'
import type { Database, LoggedChange, Reader } from '../storage/types.ts'
import type { Media } from './images/image.ts'
import { findMedia } from './images/image-store.ts'
import { findCustomFields, findStoredSettings, hasSettingsChange } from './settings-store.ts'

export interface LiveSettings {
  /** Settings of the environment, and the defaults. */
  readonly fixed: FixedSettings
  /** The settings in use, which later changes do not alter. */
  readonly current: () => Site
  /**
   * Like `Database.generation`, but undefined until the settings of that state were read, so that no cache contains a
   * response with older settings.
   */
  readonly generation: Database['generation']
  /** Resolves when the settings of the newest known state are in use. */
  readonly refresh: () => Promise<void>
  /** Stops following the database, and resolves when nothing reads it any more. */
  readonly close: () => Promise<void>
}

type SettingsDatabase = Pick<Database, 'read' | 'bus' | 'generation' | 'ownChanges'>

/** Reads the settings, and again after each change of them. */
export async function createLiveSettings(
  database: SettingsDatabase,
  sources: SiteSources,
  report: (error: unknown) => void,
): Promise<LiveSettings> {
  const { read, bus } = database
  let site = await readSite(read, sources)
  let verified = bus.current()
  let pending: Promise<void> | undefined

  /** Without I/O: whether this process made all changes since, none of them of the settings. */
  function isVerified(newest: Generation): boolean {
    if (newest === verified) return true
    const changes = database.ownChanges(verified, newest)
    if (!changes || changes.some(affectsSettings)) return false
    verified = newest
    return true
  }

  async function verify(): Promise<void> {
    while (!isVerified(bus.current())) {
      const newest = bus.current()
      const isSameHistory = newest.epoch === verified.epoch
      if (!isSameHistory || (await hasSettingsChange(read, verified.seq))) site = await readSite(read, sources)
      verified = newest
    }
  }

  /** Concurrent calls share one run, which ends with the newest state. */
  const refresh = (): Promise<void> => {
    pending ??= verify().finally(() => {
      pending = undefined
    })
    return pending
  }
  let isClosed = false
  const refreshInBackground = () => {
    if (!isClosed && !isVerified(bus.current())) refresh().catch(report)
  }
  const unsubscribe = bus.subscribe(refreshInBackground)
  return {
    fixed: sources.fixed,
    current: () => site,
    generation: () => {
      const newest = database.generation()
      if (newest === undefined || isVerified(newest)) return newest
      refreshInBackground()
      return undefined
    },
    refresh,
    close: async () => {
      isClosed = true
      unsubscribe()
      await pending?.catch(() => {})
    },
  }
}

/** Logo and icon are images, which may be changed or deleted. */
const affectsSettings = ({ kind }: LoggedChange): boolean => kind === 'settings' || kind === 'media'

async function readSite(db: Reader, { fixed, limits }: SiteSources): Promise<Site> {
  const values = resolveSettings(fixed, await findStoredSettings(db))
  const customFields = await findCustomFields(db)
  const ids = [values.logo, values.favicon].filter((id) => id !== 0)
  const media = ids.length === 0 ? [] : await findMedia(db, [...new Set(ids)])
  const findFile = (id: number, minHeight: number) => {
    const found = media.find((image) => image.id === id)
    return found && chooseFile(found, minHeight)
  }
  const images = { logo: findFile(values.logo, LOGO_HEIGHT), favicon: findFile(values.favicon, FAVICON_HEIGHT) }
  return buildSite(values, limits, { images, customFields })
}

/** Logos are shown at most 48 pixels high, on dense screens with up to three times the pixels. */
const LOGO_HEIGHT = 144
/** Home screens of phones show icons at up to this size. */
const FAVICON_HEIGHT = 180

/** The smallest file that is large enough; thumbnails are cropped. */
function chooseFile({ key, width, height, sizes }: Media, minHeight: number): SiteLogo {
  const files = [...sizes.filter(({ name }) => name !== 'thumbnail'), { key, width, height }]
  const [smallest] = files.filter((file) => file.height >= minHeight).sort((a, b) => a.height - b.height)
  const chosen = smallest ?? { key, width, height }
  return { key: chosen.key, width: chosen.width, height: chosen.height }
}
