import type { CreateTableBuilder, Kysely } from 'kysely'
import type { Tables } from '../tables/tables.ts'
import type { Engine } from '../types.ts'

type Table = CreateTableBuilder<string, never>

const addTextColumns = (table: Table, names: readonly string[]): Table =>
  names.reduce((builder, name) => builder.addColumn(name, 'text', (c) => c.notNull().defaultTo('')) as Table, table)

const addIntegerColumns = (table: Table, names: readonly string[]): Table =>
  names.reduce((builder, name) => builder.addColumn(name, 'integer', (c) => c.notNull().defaultTo(0)) as Table, table)

const POST_TEXTS = ['status', 'trashed_from', 'slug', 'title', 'title_folded', 'content', 'excerpt', 'password']
const POST_TIMES = ['date', 'date_utc', 'modified', 'modified_utc']

interface PostShape {
  readonly texts: readonly string[]
  readonly integers: readonly string[]
}

const POST_TABLE_SHAPES: Readonly<Record<'events' | 'venues' | 'organizers', PostShape>> = {
  events: {
    texts: ['start_date', 'end_date', 'utc_start_date', 'utc_end_date', 'timezone', 'cost', 'website'],
    integers: ['all_day', 'show_map', 'show_map_link', 'hide_from_listings', 'sticky', 'featured', 'post_parent'],
  },
  venues: {
    texts: ['address', 'city', 'country', 'province', 'state', 'zip', 'phone', 'website', 'stateprovince'],
    integers: ['show_map', 'show_map_link'],
  },
  organizers: { texts: ['phone', 'website', 'email'], integers: [] },
}

/** Columns of each index. The listing index covers a page of IDs. */
const INDEXES: Readonly<Record<string, { readonly on: keyof Tables; readonly columns: readonly string[] }>> = {
  events_listing: {
    on: 'events',
    columns: ['status', 'hide_from_listings', 'start_date', 'date', 'id', 'end_date', 'featured'],
  },
  events_utc: { on: 'events', columns: ['status', 'utc_start_date', 'utc_end_date'] },
  events_parent: { on: 'events', columns: ['post_parent'] },
  venues_listing: { on: 'venues', columns: ['status', 'date', 'id'] },
  venues_title: { on: 'venues', columns: ['title_folded'] },
  organizers_listing: { on: 'organizers', columns: ['status', 'date', 'id'] },
  organizers_title: { on: 'organizers', columns: ['title_folded'] },
  links_target: { on: 'links', columns: ['target_id', 'event_id'] },
  event_terms_term: { on: 'event_terms', columns: ['term_id', 'event_id'] },
  terms_name: { on: 'terms', columns: ['taxonomy', 'name_folded'] },
  terms_parent: { on: 'terms', columns: ['parent'] },
  changes_record: { on: 'changes', columns: ['kind', 'id'] },
}

export async function createInitialTables(db: Kysely<Tables>, engine: Engine): Promise<void> {
  await createPosts(db, engine)
  await createTerms(db, engine)
  await createUsers(db, engine)
  await createChanges(db, engine)
  await engine.createSearchTable(db)
  for (const [name, { on, columns }] of Object.entries(INDEXES)) {
    await db.schema
      .createIndex(name)
      .on(on)
      .columns([...columns])
      .execute()
  }
}

async function createPosts(db: Kysely<Tables>, engine: Engine): Promise<void> {
  await db.schema
    .createTable('object_ids')
    .addColumn('id', 'integer', engine.serial)
    .addColumn('kind', 'text', (c) => c.notNull())
    .execute()
  for (const [name, shape] of Object.entries(POST_TABLE_SHAPES)) {
    const keyed = db.schema
      .createTable(name)
      .addColumn('id', 'integer', (c) => c.primaryKey().references('object_ids.id')) as Table
    const shared = addTextColumns(addIntegerColumns(keyed, ['author', 'image']), [...POST_TEXTS, ...POST_TIMES])
    await addIntegerColumns(addTextColumns(shared, shape.texts), shape.integers).execute()
    await db.schema.createIndex(`${name}_slug`).on(name).columns(['slug', 'id']).execute()
    await db.schema.createIndex(`${name}_due`).on(name).columns(['status', 'date_utc']).execute()
    await db.schema.createIndex(`${name}_author`).on(name).columns(['author', 'status']).execute()
  }
  await db.schema
    .createTable('links')
    .addColumn('event_id', 'integer', (c) => c.notNull().references('events.id'))
    .addColumn('kind', 'text', (c) => c.notNull())
    .addColumn('position', 'integer', (c) => c.notNull())
    .addColumn('target_id', 'integer', (c) => c.notNull().references('object_ids.id'))
    .addPrimaryKeyConstraint('links_key', ['event_id', 'kind', 'position'])
    .execute()
}

async function createTerms(db: Kysely<Tables>, engine: Engine): Promise<void> {
  const table = db.schema.createTable('terms').addColumn('id', 'integer', engine.serial) as Table
  await addIntegerColumns(addTextColumns(table, ['taxonomy', 'name', 'name_folded', 'slug', 'description']), [
    'parent',
    'count',
  ]).execute()
  await db.schema.createIndex('terms_slug').on('terms').columns(['taxonomy', 'slug']).unique().execute()
  await db.schema
    .createTable('event_terms')
    .addColumn('event_id', 'integer', (c) => c.notNull().references('events.id'))
    .addColumn('term_id', 'integer', (c) => c.notNull().references('terms.id'))
    .addPrimaryKeyConstraint('event_terms_key', ['event_id', 'term_id'])
    .execute()
}

async function createUsers(db: Kysely<Tables>, engine: Engine): Promise<void> {
  const users = db.schema.createTable('users').addColumn('id', 'integer', engine.serial) as Table
  await addTextColumns(users, [
    'login',
    'login_folded',
    'email',
    'email_folded',
    'name',
    'role',
    'password_hash',
    'created_utc',
  ]).execute()
  for (const column of ['login_folded', 'email_folded']) {
    await db.schema.createIndex(`users_${column}`).on('users').column(column).unique().execute()
  }
  const passwords = db.schema
    .createTable('application_passwords')
    .addColumn('id', 'integer', engine.serial)
    .addColumn('user_id', 'integer', (c) => c.notNull().references('users.id').onDelete('cascade')) as Table
  await addTextColumns(passwords, ['name', 'digest', 'created_utc']).execute()
  await db.schema.createIndex('application_passwords_user').on('application_passwords').column('user_id').execute()
}

async function createChanges(db: Kysely<Tables>, engine: Engine): Promise<void> {
  await db.schema
    .createTable('changes')
    .addColumn('seq', 'integer', engine.serial)
    .addColumn('kind', 'text', (c) => c.notNull())
    .addColumn('id', 'integer', (c) => c.notNull())
    .addColumn('op', 'text', (c) => c.notNull())
    .addColumn('at', 'text', (c) => c.notNull())
    .execute()
}
