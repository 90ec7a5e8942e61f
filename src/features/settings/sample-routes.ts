/** The sample calendar, for administrators. */

import { type AnyRoute, CREATE_METHODS, DELETE_METHODS, defineEndpoint, READ_METHODS } from '../../http/endpoint.ts'
import { okResponse } from '../../http/response/reply.ts'
import { mayManageSite } from './routes.ts'
import { addSample, describeSample, removeSample } from './sample/create-sample.ts'

export const sampleRoute: AnyRoute = {
  pattern: '/sample',
  needsSignIn: true,
  endpoints: [
    defineEndpoint({
      operation: 'getSample',
      answers: { 200: 'Sample' },
      methods: READ_METHODS,
      path: {},
      args: {},
      access: mayManageSite,
      handle: async ({ services }) => okResponse(await describeSample(services.database.read)),
    }),
    defineEndpoint({
      operation: 'createSample',
      isIrreversible: true,
      answers: { 200: 'Sample' },
      methods: CREATE_METHODS,
      path: {},
      args: {},
      access: mayManageSite,
      handle: async ({ services, viewer }) => okResponse(await addSample(services, viewer)),
    }),
    defineEndpoint({
      operation: 'deleteSample',
      isIrreversible: true,
      answers: { 200: 'RemovedSample' },
      methods: DELETE_METHODS,
      path: {},
      args: {},
      access: mayManageSite,
      handle: async ({ services, viewer }) => okResponse(await removeSample(services, viewer)),
    }),
  ],
}
