/** Answers to anybody that are put together from what is at hand, without waiting for the database. */
import { readyLasting } from '../actions/lasting.ts'
import { ANONYMOUS } from '../calendar/user.ts'
import { answerInBytes } from './answer.ts'
import type { Gate } from './gate.ts'
import { findDestination, homeOf, pathInNamespace, spokenPath, urlsOf } from './mount.ts'
import { PLAIN } from './output.ts'
import type { Prepared } from './prepared.ts'
import { openVerbs } from './run.ts'

/** Says the answer to a GET of an address by somebody without credentials; undefined where it must be worked out. */
export function createReady(gate: Gate): (address: string) => Prepared | undefined {
  const { services, routing, withWordpress, cdnSeconds } = gate
  const { languages } = services.site
  return (address) => {
    if (address.includes('?')) return undefined
    const destination = findDestination(spokenPath(address, languages), undefined, withWordpress)
    if (!destination) return undefined
    const { mount, language } = destination
    const path = pathInNamespace(destination, mount.namespace)
    const found = path === undefined ? undefined : routing.find(path)
    const called = { mount, language, site: gate.home() }
    const reply = found?.route.ready?.(services, found.params, urlsOf(called))
    const lasting = reply && readyLasting(services)
    if (!found || !reply || !lasting) return undefined
    return answerInBytes({
      reply,
      allow: openVerbs(found.route, ANONYMOUS, undefined),
      place: { home: homeOf(called), hasWordpress: withWordpress },
      voice: { language: language ?? languages[0], isNegotiated: language === undefined },
      wrapping: PLAIN,
      isPersonal: false,
      isRead: true,
      isBodiless: false,
      lasting,
      cdnSeconds,
      epoch: services.database.bus.current().epoch,
    })
  }
}
