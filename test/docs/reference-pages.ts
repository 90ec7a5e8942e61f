/** The pages of docs/reference that code, tests and documentation cite. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

const FOLDER = join(import.meta.dirname, '..', '..', 'docs', 'reference')

export interface ReferencePage {
  /** Targets of links, in lower case. */
  readonly anchors: ReadonlySet<string>
  /** Numbers of sections. */
  readonly sections: ReadonlySet<string>
  /** Headings without markup, in lower case. */
  readonly titles: ReadonlySet<string>
}

function readPage(name: string): ReferencePage {
  const text = readFileSync(join(FOLDER, name), 'utf8').replace(/```[\s\S]*?```/g, '')
  const headings = [...text.matchAll(/^#{1,6} (.*)$/gm)].map(([, heading = '']) => heading)
  const titles = headings.map((heading) => heading.replace(/[`"]/g, '').toLowerCase())
  const ids = [...text.matchAll(/<a id="([^"]+)">/g)].map(([, id = '']) => id)
  return {
    anchors: new Set([...ids, ...titles]),
    sections: new Set(headings.flatMap((heading) => /^(\d+(?:\.\d+)?)\.? /.exec(heading)?.[1] ?? [])),
    titles: new Set(titles),
  }
}

export const wireContract = readPage('wire-contract.md')
export const decisions = readPage('decisions.md')
export const observations = readPage('observations.md')
