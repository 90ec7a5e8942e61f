/** Examples of the OpenAPI document. They are responses of the service, recorded by scripts/generate/examples.ts. */
import examples from './examples.json' with { type: 'json' }

/** All examples, for `components.examples`. */
export const createSharedExamples = () =>
  Object.fromEntries(Object.entries(examples).map(([name, value]) => [name, { value }]))

/** The `examples` member of a media type object, or an empty object if there is no example with this name. */
export const createExampleRef = (name: string) =>
  Object.hasOwn(examples, name) ? { examples: { [name]: { $ref: `#/components/examples/${name}` } } } : {}
