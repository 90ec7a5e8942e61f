import { Command, InvalidArgumentError } from 'commander'
import type { Services } from '../calendar/services.ts'
import type { LinkPurpose } from '../calendar/users/account-fields.ts'
import { createAccount, findAccount, listAccounts, requireAccount } from '../calendar/users/accounts.ts'
import type { ApplicationPassword } from '../calendar/users/application-password-fields.ts'
import {
  createApplicationPassword,
  findAllApplicationPasswords,
  findApplicationPasswords,
  revokePasswords,
} from '../calendar/users/application-passwords.ts'
import { presentApplicationPassword } from '../calendar/users/present-application-password.ts'
import type { Config } from '../config.ts'
import { sendAccountLink } from '../features/accounts/account-links.ts'
import { changePassword, changeRole, removeAccount, updateAccount } from '../features/accounts/manage-users.ts'
import { unlinkIdentity } from '../features/accounts/oidc-sign-in.ts'
import { removeSecondFactors } from '../features/accounts/second-factor.ts'
import { forgetUser } from '../features/history/forget-user.ts'
import { isRole, ROLES, type Role, type User } from '../kernel/user.ts'
import { print, withServices } from './with-services.ts'

function parseRole(text: string): Role {
  if (isRole(text)) return text
  throw new InvalidArgumentError(`Expected one of ${ROLES.join(', ')}.`)
}

interface AddOptions {
  readonly role: Role
  readonly email: string
  readonly name?: string
  readonly appPassword?: string
  readonly json?: boolean
}

function addUser(login: string, options: AddOptions): Promise<void> {
  const { role, email, name, appPassword, json } = options
  return withServices(async (services) => {
    const account = await createAccount(services, {
      login,
      role,
      email,
      ...(name && { name }),
      ...(appPassword && { appPassword }),
    })
    const { id, password, app_password } = account
    if (json) print(JSON.stringify({ id, login, role, ...(app_password && { app_password }) }))
    else
      print(
        `user ${id} ${login} (${role})\n  password: ${password}${app_password ? `\n  application password: ${app_password}` : ''}`,
      )
  })
}

interface InviteOptions {
  readonly role: Role
  readonly email: string
  readonly name?: string
}

function inviteUser(login: string, { role, email, name }: InviteOptions): Promise<void> {
  return withServices(async (services, config) => {
    const { id } = await createAccount(services, { login, role, email, ...(name && { name }) })
    const user = await findAccount(services, id)
    if (user) await sendLink(services, config, user, 'invitation')
  })
}

function resetUser(login: string): Promise<void> {
  return withServices(async (services, config) => {
    await sendLink(services, config, await requireAccount(services, login), 'reset')
  })
}

/** Prints the link if it could not be mailed. */
async function sendLink(services: Services, config: Config, user: User, purpose: LinkPurpose): Promise<void> {
  const home = config.PUBLIC_URL || `http://${config.HOST}:${config.PORT}`
  const { url, expires } = await sendAccountLink(services, user, {
    purpose,
    home,
    language: services.site.languages[0],
  })
  print(url ?? `mailed a link to ${user.email}`)
  process.stderr.write(`valid once, until ${expires} UTC\n`)
}

function removeTotp(login: string): Promise<void> {
  return withServices(async (services) => {
    const { id, login: name } = await requireAccount(services, login)
    await removeSecondFactors(services, id)
    print(`${name}: signs in with the password alone`)
  })
}

function unlinkUser(login: string): Promise<void> {
  return withServices(async (services) => {
    const isUnlinked = await unlinkIdentity(services, login)
    print(`${login}: ${isUnlinked ? 'unlinked' : 'was not linked'}`)
  })
}

function setUserDisabled(login: string, isDisabled: boolean): Promise<void> {
  return withServices(async (services) => {
    const { id } = await requireAccount(services, login)
    const user = await updateAccount(services, id, { isDisabled })
    print(`${user.login}: ${user.isDisabled ? 'disabled' : 'enabled'}`)
  })
}

interface ListOptions {
  readonly passwords?: boolean
  readonly json?: boolean
}

function listUsers({ passwords: withPasswords, json }: ListOptions): Promise<void> {
  return withServices(async (services) => {
    const users = await listAccounts(services)
    const passwords = withPasswords ? await findAllApplicationPasswords(services) : []
    const getPasswords = ({ id }: User) => passwords.filter(({ userId }) => userId === id)
    if (json) {
      const presentPasswords = (user: User) => ({
        application_passwords: getPasswords(user).map(presentApplicationPassword),
      })
      const present = (user: User) => {
        const { isDisabled, ...properties } = user
        return { ...properties, disabled: isDisabled, ...(withPasswords && presentPasswords(user)) }
      }
      print(JSON.stringify(users.map(present)))
      return
    }
    for (const user of users) {
      print(`${user.id}\t${user.login}\t${user.role}\t${user.email}${user.isDisabled ? '\tdisabled' : ''}`)
      for (const password of getPasswords(user)) print(`\t${describePassword(password)}`)
    }
  })
}

const describePassword = ({ uuid, name, created, lastUsed, lastIp }: ApplicationPassword): string =>
  `${uuid}\t${name}\tcreated ${created}\t${lastUsed ? `last used ${lastUsed} from ${lastIp}` : 'never used'}`

interface PasswdOptions {
  readonly appPassword?: string
  readonly keepAppPasswords?: boolean
}

/** Sets a new account password, or with `--app-password` creates an application password. Stdout contains only the password. */
function setPassword(login: string, { appPassword, keepAppPasswords = false }: PasswdOptions): Promise<void> {
  return withServices(async (services) => {
    if (appPassword !== undefined) {
      const { id } = await requireAccount(services, login)
      print((await createApplicationPassword(services, id, { name: appPassword })).secret)
      return
    }
    const revocation = { revokesPasskeys: true, revokesApplicationPasswords: !keepAppPasswords }
    print(await changePassword(services, login, revocation))
  })
}

/** Revokes the application passwords with a name or UUID, or all of them. */
function revokeUserPasswords(
  login: string,
  nameOrUuid: string | undefined,
  { all = false }: { all?: boolean },
): Promise<void> {
  return withServices(async (services) => {
    const user = await requireAccount(services, login)
    if ((nameOrUuid === undefined) !== all)
      throw new Error('Expected the name or UUID of an application password, or --all.')
    const revoked = await revokePasswords(
      services,
      user.id,
      ({ name, uuid }) => all || name === nameOrUuid || uuid === nameOrUuid?.toLowerCase(),
    )
    if (revoked.length === 0 && !all) {
      const names = (await findApplicationPasswords(services, user.id)).map(({ name }) => name)
      throw new Error(
        `${user.login} has no application password "${nameOrUuid}". Existing: ${names.join(', ') || 'none'}.`,
      )
    }
    for (const { uuid, name } of revoked) print(`revoked ${uuid}\t${name}`)
  })
}

function setUserRole(login: string, role: Role): Promise<void> {
  return withServices(async (services) => {
    const user = await changeRole(services, login, role)
    print(`${user.login}: ${user.role}`)
  })
}

interface ForgetCommandOptions {
  readonly reassign?: string
  readonly keepContent?: boolean
}

function forget(login: string, { reassign, keepContent }: ForgetCommandOptions): Promise<void> {
  return withServices(async (services) => {
    if ((reassign === undefined) !== (keepContent === true))
      throw new Error('Expected --reassign with another user, or --keep-content.')
    const { id, reassigned } = await forgetUser(services, login, reassign === undefined ? {} : { reassignTo: reassign })
    print(`forgot user ${id}; ${reassigned} records reassigned`)
  })
}

/** Invitations, resets and disabled users. */
function addAccountCommands(user: Command): void {
  user
    .command('invite')
    .description(
      'create a user who chooses the password by a link, which is mailed if SMTP_URL is set, and printed otherwise',
    )
    .argument('<login>')
    .requiredOption('--role <role>', ROLES.join(', '), parseRole)
    .requiredOption('--email <email>', 'email address')
    .option('--name <name>', 'display name; by default the login')
    .action(inviteUser)
  user
    .command('reset')
    .description('mail or print a link to choose a new password; the current one stays valid until then')
    .argument('<login>', 'login or email address')
    .action(resetUser)
  user
    .command('remove-totp')
    .description('remove the authenticator app and the recovery codes of a user who has lost them')
    .argument('<login>', 'login or email address')
    .action(removeTotp)
  user
    .command('unlink')
    .description('remove the OpenID Connect identity of a user, so that another one can be linked')
    .argument('<login>', 'login or email address')
    .action(unlinkUser)
  user
    .command('disable')
    .description('prevent a user from signing in, and end all sessions; takes effect with the next request')
    .argument('<login>', 'login or email address')
    .action((login: string) => setUserDisabled(login, true))
  user
    .command('enable')
    .description('let a disabled user sign in again')
    .argument('<login>', 'login or email address')
    .action((login: string) => setUserDisabled(login, false))
}

export function userCommand(): Command {
  const user = new Command('user').description('manage users and their passwords')
  user
    .command('add')
    .description('create a user')
    .argument('<login>')
    .requiredOption('--role <role>', ROLES.join(', '), parseRole)
    .requiredOption('--email <email>', 'email address')
    .option('--name <name>', 'display name; by default the login')
    .option('--app-password <name>', 'also create an application password with this name, for the API')
    .option('--json', 'print one line of JSON')
    .action(addUser)
  addAccountCommands(user)
  user
    .command('list')
    .description('list users')
    .option('--passwords', 'list their application passwords too: UUID, name, creation and last use, in UTC')
    .option('--json', 'print JSON')
    .action(listUsers)
  user
    .command('passwd')
    .description(
      'set a new random password and print it; ends all sessions, passkeys and application passwords of the user',
    )
    .argument('<login>', 'login or email address')
    .option('--app-password <name>', 'create another application password with this name instead; ends nothing')
    .option('--keep-app-passwords', 'keep the application passwords; sessions and passkeys end nevertheless')
    .action(setPassword)
  user
    .command('revoke')
    .description('revoke application passwords; takes effect with the next request')
    .argument('<login>', 'login or email address')
    .argument('[name]', 'name or UUID of the application password')
    .option('--all', 'revoke all of them')
    .action(revokeUserPasswords)
  user
    .command('role')
    .description('change the role of a user; takes effect with the next request')
    .argument('<login>', 'login or email address')
    .argument('<role>', ROLES.join(', '), parseRole)
    .action(setUserRole)
  user
    .command('remove')
    .description('remove a user; their records are kept')
    .argument('<login>')
    .action((login: string) => withServices((services) => removeAccount(services, login)))
  user
    .command('forget')
    .description(
      'remove a user with all personal data: account, application passwords, and name and IP addresses in the history',
    )
    .argument('<login>', 'login or email address; of a user who was removed before, the ID')
    .option('--reassign <login>', 'make another user the author of their records')
    .option('--keep-content', 'leave their records as they are, with the ID of the user as author')
    .action(forget)
  return user
}
