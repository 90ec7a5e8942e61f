/** Answers to anybody that are put together from what is at hand, without waiting for the database. */
import { readyLasting } from '../actions/lasting.ts'
import { ANONYMOUS } from '../calendar/user.ts'
import { answerInBytes } from './answer.ts'
import type { Gate } from './dispatch.ts'
import { findDestination, pathInNamespace, urlsOf } from './mount.ts'
import { PLAIN } from './output.ts'
import type { Prepared } from './prepared.ts'
import { openVerbs } from './run.ts'

/** Says the answer to a GET of an address by somebody without credentials; undefined where it must be worked out. */
export function createReady(gate: Gate): (address: string) => Prepared | undefined {
  const { services, routing, withWordpress, cdnSeconds } = gate
  return (address) => {
    const destination = address.includes('?') ? undefined : findDestination(address, undefined, withWordpress)
    if (!destination) return undefined
    const { mount } = destination
    const path = pathInNamespace(destination, mount.namespace)
    const found = path === undefined ? undefined : routing.find(path)
    const home = gate.home()
    const reply = found?.route.ready?.(services, found.params, urlsOf(mount, home))
    const lasting = reply && readyLasting(services)
    if (!found || !reply || !lasting) return undefined
    return answerInBytes({
      reply,
      allow: openVerbs(found.route, ANONYMOUS, undefined),
      place: { home, hasWordpress: withWordpress },
      wrapping: PLAIN,
      isPersonal: false,
      isRead: true,
      isBodiless: false,
      lasting,
      cdnSeconds,
    })
  }
}
