import { Command, InvalidArgumentError } from 'commander'
import {
  addApplicationPassword,
  changePassword,
  createAccount,
  listAccounts,
  removeAccount,
} from '../actions/accounts.ts'
import { isRole, ROLES, type Role } from '../calendar/user.ts'
import { print, withServices } from './services.ts'

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

function add(login: string, options: AddOptions): Promise<void> {
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

function list({ json }: { json?: boolean }): Promise<void> {
  return withServices(async (services) => {
    const users = await listAccounts(services)
    if (json) print(JSON.stringify(users))
    else for (const { id, login, role, email } of users) print(`${id}\t${login}\t${role}\t${email}`)
  })
}

/** A new account password, or with `--app-password` a further application password. */
function passwd(login: string, { appPassword }: { appPassword?: string }): Promise<void> {
  return withServices(async (services) => {
    if (appPassword === undefined) print(await changePassword(services, login))
    else print(await addApplicationPassword(services, login, appPassword))
  })
}

export function userCommand(): Command {
  const user = new Command('user').description('manage users')
  user
    .command('add')
    .description('create a user')
    .argument('<login>')
    .requiredOption('--role <role>', ROLES.join(', '), parseRole)
    .requiredOption('--email <email>', 'e-mail address')
    .option('--name <name>', 'display name; by default the login')
    .option('--app-password <name>', 'also create an application password with this name, for the API')
    .option('--json', 'print one line of JSON')
    .action(add)
  user.command('list').description('list users').option('--json', 'print JSON').action(list)
  user
    .command('passwd')
    .description('set a new random password and print it')
    .argument('<login>')
    .option('--app-password <name>', 'create another application password with this name instead')
    .action(passwd)
  user
    .command('remove')
    .description('remove a user; their records are kept')
    .argument('<login>')
    .action((login: string) => withServices((services) => removeAccount(services, login)))
  return user
}
