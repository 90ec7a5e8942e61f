import type { CreateFeatureServices } from '../../http/feature-services.ts'
import { applyDecision, trashSubmittedLinks } from './decide-submission.ts'

export const createSubmissionServices: CreateFeatureServices = () => ({
  eventListener: { afterUpdate: applyDecision, beforeDelete: trashSubmittedLinks },
})
