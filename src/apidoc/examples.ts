/** Examples of the document: what the service itself answered to these requests, recorded by scripts/generate/examples.ts. */
import examples from './examples.json' with { type: 'json' }

/** All of them, for `components`. */
export const createSharedExamples = () =>
  Object.fromEntries(Object.entries(examples).map(([name, value]) => [name, { value }]))

/** The member of a media type that shows the example of a schema or an answer; empty where there is none. */
export const createExampleRef = (name: string) =>
  Object.hasOwn(examples, name) ? { examples: { [name]: { $ref: `#/components/examples/${name}` } } } : {}
