/** Changes of an account that its user confirms with the password. */

import { type AccountOwner, isOwnAccount } from '../../../api/account-owner.ts'
import type { EndpointRequest } from '../../../http/endpoint.ts'
import { createInvalidParams, INVALID_VALUE } from '../../../kernel/problem.ts'
import { confirmPassword } from '../own-password.ts'

type OwnerRequest = EndpointRequest<AccountOwner, unknown>

/** Throws `rest_invalid_param` for a wrong password. */
export const confirmOwnPassword = ({ services, signIns, client, viewer }: OwnerRequest, password: string) =>
  confirmPassword(services, signIns, viewer.id, { password, ip: client.ip, devices: client.devices })

/** Administrators need no password for accounts of others, who may have lost their device. */
export async function confirmIfOwn(call: OwnerRequest, password: string | undefined): Promise<void> {
  if (!isOwnAccount(call.viewer, call.target)) return
  if (password === undefined) throw createInvalidParams({ current_password: INVALID_VALUE })
  await confirmOwnPassword(call, password)
}
