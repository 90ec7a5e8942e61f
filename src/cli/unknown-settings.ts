/** Reports unknown setting names and suggests corrections. */

import { findNearestName } from '../base/text/nearest-name.ts'
import { isSettingName, SETTING_NAMES } from '../config.ts'

/** Names that other programs read from the same file. */
const OTHER_PROGRAMS =
  /^(?:NODE_|NPM_|PG|POSTGRES_|AWS_|UV_|LC_|CALENDS_|COMPOSE_|DOCKER_|TZ$|LANG$|(?:HTTPS?|NO)_PROXY$)/i

/** Returns one message per unknown name, with the most similar setting if there is one. */
export const describeUnknownNames = (names: readonly string[]): string[] =>
  names
    .filter((name) => !isSettingName(name) && !OTHER_PROGRAMS.test(name))
    .map((name) => {
      const nearest = findNearestName(name, SETTING_NAMES)
      return `unknown setting "${name}".${nearest === undefined ? '' : ` Did you mean ${nearest}?`}`
    })
