import type { StringMap } from 'ra-core'

interface AreaMessages {
  /** Names and fields of resources, the texts that react-admin looks up by itself. */
  readonly resources?: StringMap
  readonly [key: string]: StringMap | undefined
}

/** Joins the messages of the areas, each of which is a file that exports `messages`. */
export function mergeAreas(modules: Record<string, { readonly messages: AreaMessages }>): StringMap {
  const areas = Object.values(modules).map(({ messages }) => messages)
  return { ...Object.assign({}, ...areas), resources: Object.assign({}, ...areas.map(({ resources }) => resources)) }
}
