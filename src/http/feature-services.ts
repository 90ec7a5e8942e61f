/** Services of features, which commands use too. Commands load no routes and pages. */
import type { EventWriteListener } from '../calendar/posts/apply-post-input.ts'
import type { CoreServices, ProcessServices } from '../calendar/services.ts'
import type { FeatureConfig } from './feature-host.ts'

export interface FeatureServices {
  /** Members that the feature has declared for the services. */
  readonly services?: Partial<ProcessServices>
  readonly eventListener?: EventWriteListener
  readonly close?: () => Promise<void>
}

export type CreateFeatureServices = (config: FeatureConfig) => FeatureServices

/** Adds the services of the features to the services of the core. */
export function addFeatureServices(
  core: Omit<CoreServices, 'eventListeners'>,
  config: FeatureConfig,
  factories: readonly CreateFeatureServices[],
): Omit<ProcessServices, 'close'> & { readonly closeFeatures: () => Promise<void> } {
  const features = factories.map((create) => create(config))
  const closeFeatures = async () => {
    await Promise.all(features.map(({ close }) => close?.()))
  }
  const eventListeners = features.flatMap(({ eventListener }) => eventListener ?? [])
  return Object.assign({ closeFeatures }, core, { eventListeners }, ...features.map(({ services }) => services))
}
