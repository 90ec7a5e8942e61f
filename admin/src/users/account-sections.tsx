import {
  Alert,
  Button,
  Card,
  CardContent,
  List,
  ListItem,
  ListItemText,
  Stack,
  TextField,
  Typography,
} from '@mui/material'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, type ReactNode, useState } from 'react'
import { useNotify, useTranslate } from 'react-admin'
import { send } from '../api/client.ts'
import { useFormatTime } from '../components/format-time.ts'
import { SecretField } from './secret-field.tsx'

interface AccountProps {
  /** `/users/5` */
  readonly path: string
  readonly isOwn: boolean
}

/** Credentials of a user: application passwords, sessions, passkeys. */
export const AccountSections = ({ path, isOwn }: AccountProps) => (
  <>
    <ApplicationPasswords path={path} />
    <Sessions path={path} isOwn={isOwn} />
    <Passkeys path={path} />
  </>
)

interface Used {
  readonly created: string
  readonly last_used: string | null
}

function useCollection<T>(path: string) {
  const notify = useNotify()
  const client = useQueryClient()
  const { data = [] } = useQuery({ queryKey: [path], queryFn: async () => (await send<readonly T[]>(path)).json })
  const { mutate: remove } = useMutation({
    mutationFn: (item: string) => send(`${path}${item}`, { method: 'DELETE' }),
    onSuccess: () => client.invalidateQueries({ queryKey: [path] }),
    onError: (error) => notify(error.message, { type: 'error' }),
  })
  return { items: data, remove, reload: () => client.invalidateQueries({ queryKey: [path] }) }
}

function useDescribeUse() {
  const translate = useTranslate()
  const formatTime = useFormatTime()
  return ({ last_used: time }: Used): string =>
    time === null ? translate('site.unused') : translate('site.used', { time: formatTime(time) })
}

interface SectionProps {
  readonly title: string
  readonly count: number
  readonly children: ReactNode
}

function Section({ title, count, children }: SectionProps) {
  const translate = useTranslate()
  return (
    <Card>
      <CardContent>
        <Typography variant="h6">{translate(title)}</Typography>
        {count === 0 && <Typography color="text.secondary">{translate('site.none')}</Typography>}
        {children}
      </CardContent>
    </Card>
  )
}

interface ItemProps {
  readonly text: string
  readonly note: string
  readonly button?: string
  readonly onClick?: () => void
}

const Item = ({ text, note, button, onClick }: ItemProps) => (
  <ListItem
    disableGutters
    secondaryAction={
      button && (
        <Button aria-label={`${button}: ${text}`} onClick={onClick}>
          {button}
        </Button>
      )
    }
  >
    <ListItemText primary={text} secondary={note} sx={{ pr: 6, overflowWrap: 'anywhere' }} />
  </ListItem>
)

interface ApplicationPassword extends Used {
  readonly uuid: string
  readonly name: string
  readonly last_ip: string | null
}

function ApplicationPasswords({ path }: { readonly path: string }) {
  const translate = useTranslate()
  const notify = useNotify()
  const describeUse = useDescribeUse()
  const collection = `${path}/application-passwords`
  const { items, remove, reload } = useCollection<ApplicationPassword>(collection)
  const [name, setName] = useState('')
  const {
    mutate,
    data: secret,
    reset,
  } = useMutation({
    mutationFn: async () =>
      (await send<{ password: string }>(collection, { method: 'POST', body: { name } })).json.password,
    onSuccess: () => {
      setName('')
      return reload()
    },
    onError: (error) => notify(error.message, { type: 'error' }),
  })
  const create = (event: FormEvent) => {
    event.preventDefault()
    mutate()
  }
  return (
    <Section title="site.app_passwords" count={items.length}>
      <List dense disablePadding>
        {items.map((item) => (
          <Item
            key={item.uuid}
            text={item.name}
            note={[describeUse(item), item.last_ip].filter(Boolean).join(', ')}
            button={translate('site.revoke')}
            onClick={() => {
              reset()
              remove(`/${item.uuid}`)
            }}
          />
        ))}
      </List>
      {secret && <NewSecret value={secret} />}
      <Stack component="form" direction="row" spacing={1} onSubmit={create} sx={{ alignItems: 'center' }}>
        <TextField
          label={translate('site.app_name')}
          value={name}
          onChange={(event) => setName(event.target.value)}
          required
        />
        <Button type="submit" variant="outlined">
          {translate('site.create')}
        </Button>
      </Stack>
      {items.length > 1 && <Button onClick={() => remove('')}>{translate('site.revoke_all')}</Button>}
    </Section>
  )
}

function NewSecret({ value }: { readonly value: string }) {
  const translate = useTranslate()
  return (
    <Alert severity="success" sx={{ my: 1, '& .MuiAlert-message': { flex: 1 } }}>
      {translate('site.secret_once')}
      <SecretField value={value} />
    </Alert>
  )
}

interface Session extends Used {
  readonly id: number
  readonly ip: string
  readonly user_agent: string
  readonly is_current: boolean
}

/** The name of the program in a user agent, without its versions. */
const findBrowserName = (agent: string): string =>
  /(Firefox|Edg|OPR|Chrome|Safari)\//.exec(agent)?.[1] ?? agent.slice(0, 40)

function Sessions({ path, isOwn }: AccountProps) {
  const translate = useTranslate()
  const describeUse = useDescribeUse()
  const { items, remove } = useCollection<Session>(`${path}/sessions`)
  return (
    <Section title="site.sessions" count={items.length}>
      <List dense disablePadding>
        {items.map((item) => (
          <Item
            key={item.id}
            text={`${findBrowserName(item.user_agent)}, ${item.ip}`}
            note={item.is_current ? translate('site.current') : describeUse(item)}
            {...(!item.is_current && { button: translate('site.end'), onClick: () => remove(`/${item.id}`) })}
          />
        ))}
      </List>
      {items.length > (isOwn ? 1 : 0) && <Button onClick={() => remove('')}>{translate('site.end_all')}</Button>}
    </Section>
  )
}

interface Passkey extends Used {
  readonly id: number
  readonly name: string
}

/** Removing a passkey requires its owner's password: on the account page. */
function Passkeys({ path }: { readonly path: string }) {
  const describeUse = useDescribeUse()
  const { items } = useCollection<Passkey>(`${path}/passkeys`)
  return (
    <Section title="site.passkeys" count={items.length}>
      <List dense disablePadding>
        {items.map((item) => (
          <Item key={item.id} text={item.name} note={describeUse(item)} />
        ))}
      </List>
    </Section>
  )
}
