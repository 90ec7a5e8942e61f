/** Compares my input with a change that another user has saved meanwhile. */
import { type EventValues, type FieldName, listDifferences } from './event-values.ts'

export interface ThreeVersions {
  readonly base: EventValues
  readonly mine: EventValues
  readonly theirs: EventValues
}

export interface Comparison {
  /** Fields that only the other user has changed: their value is used. */
  readonly theirs: readonly FieldName[]
  /** Fields that both have changed to different values: the user chooses. */
  readonly conflicts: readonly FieldName[]
}

export function compareVersions({ base, mine, theirs }: ThreeVersions): Comparison {
  const mineChanged = listDifferences(mine, base)
  const theirsChanged = listDifferences(theirs, base)
  const different = listDifferences(mine, theirs)
  return {
    theirs: theirsChanged.filter((name) => !mineChanged.includes(name)),
    conflicts: theirsChanged.filter((name) => mineChanged.includes(name) && different.includes(name)),
  }
}

/** My values with the fields for which the other version is used. */
export const mergeVersions = ({ mine, theirs }: ThreeVersions, fromTheirs: readonly FieldName[]): EventValues => ({
  ...mine,
  ...Object.fromEntries(fromTheirs.map((name) => [name, theirs[name]])),
})
