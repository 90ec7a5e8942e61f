/** Reports unknown setting names and suggests corrections. */
import { isSettingName, SETTING_NAMES } from '../../config.ts'

/** Names that other programs read from the same file. */
const OTHER_PROGRAMS =
  /^(?:NODE_|NPM_|PG|POSTGRES_|AWS_|UV_|LC_|CALENDS_|COMPOSE_|DOCKER_|TZ$|LANG$|(?:HTTPS?|NO)_PROXY$)/i

/** Returns one message per unknown name, with the most similar setting if there is one. */
export const describeUnknownNames = (names: readonly string[]): string[] =>
  names
    .filter((name) => !isSettingName(name) && !OTHER_PROGRAMS.test(name))
    .map((name) => {
      const nearest = findNearestSetting(name)
      return `unknown setting "${name}".${nearest === undefined ? '' : ` Did you mean ${nearest}?`}`
    })

function findNearestSetting(name: string): string | undefined {
  const [nearest] = SETTING_NAMES.map((setting) => ({
    setting,
    distance: computeEditDistance(name.toUpperCase(), setting),
  }))
    .filter(({ setting, distance }) => distance <= Math.max(1, Math.floor(setting.length / 3)))
    .sort((a, b) => a.distance - b.distance)
  return nearest?.setting
}

/** Damerau-Levenshtein distance (optimal string alignment). */
function computeEditDistance(from: string, to: string): number {
  const rows: number[][] = [Array.from({ length: to.length + 1 }, (_, column) => column)]
  const cell = (row: number, column: number): number => rows[row]?.[column] ?? Number.POSITIVE_INFINITY
  for (let row = 1; row <= from.length; row++) {
    rows.push([row])
    for (let column = 1; column <= to.length; column++) {
      const isSame = from[row - 1] === to[column - 1]
      const isSwapped = from[row - 1] === to[column - 2] && from[row - 2] === to[column - 1]
      rows[row]?.push(
        Math.min(
          cell(row - 1, column) + 1,
          cell(row, column - 1) + 1,
          cell(row - 1, column - 1) + (isSame ? 0 : 1),
          isSwapped ? cell(row - 2, column - 2) + 1 : Number.POSITIVE_INFINITY,
        ),
      )
    }
  }
  return cell(from.length, to.length)
}
