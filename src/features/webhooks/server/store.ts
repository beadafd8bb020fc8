import { sql, type Insertable, type Selectable } from 'kysely'
import { deleteInBatches, prepared, type Database, type Queries } from '#platform/server/database/index.ts'
import { notFound } from '#platform/server/http/errors.ts'
import type { Invocation, InvocationHistory, Outcome, WebhookInput } from '../contract.ts'
import type { InvocationTable, WebhookTable } from './tables.ts'
import { invocationView } from './wire.ts'

export type WebhookRow = Selectable<WebhookTable>
export type InvocationRow = Selectable<InvocationTable>

/** Counts are of the messages of this long. */
const WINDOW_MS = 24 * 60 * 60 * 1000
/** Rows deleted in one transaction. */
const BATCH = 500

/** Webhooks that listen to all of the events, oldest first: one more than `limit`, where there are. */
export function findWebhooks(
  db: Queries,
  { event, start, limit }: { event?: readonly string[] | undefined; start: number; limit: number },
): Promise<WebhookRow[]> {
  let select = db.selectFrom('webhook').selectAll()
  for (const name of event ?? [])
    select = select.where(sql<boolean>`events like ${`%"${name.replaceAll('_', '\\_')}"%`} escape '\\'`)
  return select
    .orderBy('id')
    .offset(start)
    .limit(limit + 1)
    .execute()
}

/** Active webhooks. */
export function activeWebhooks(db: Queries) {
  return webhooksThatAreActive(db, {})
}

const webhooksThatAreActive = prepared(db =>
  db.selectFrom('webhook').select(['id', 'name', 'events', 'created_at']).where('active', '=', 1).orderBy('id'),
)

export async function countWebhooks(db: Queries): Promise<number> {
  const { number } = await db
    .selectFrom('webhook')
    .select(({ fn }) => fn.countAll<number>().as('number'))
    .executeTakeFirstOrThrow()
  return Number(number)
}

export function webhookById(db: Queries, id: number): Promise<WebhookRow | undefined> {
  return db.selectFrom('webhook').selectAll().where('id', '=', id).executeTakeFirst()
}

/** @throws HttpError 404 */
export async function requireWebhook(db: Queries, id: number): Promise<WebhookRow> {
  const row = await webhookById(db, id)
  if (!row) throw notFound('No webhook found with id {{id}}', { values: { id }, forPrograms: true })
  return row
}

export function insertWebhook(db: Queries, input: WebhookInput): Promise<WebhookRow> {
  const at = Date.now()
  return db
    .insertInto('webhook')
    .values({
      name: input.name,
      url: input.url,
      events: JSON.stringify(input.events),
      active: input.active ? 1 : 0,
      secret: input.configuration.secret ?? '',
      created_at: at,
      updated_at: at,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** Changes all of a webhook; its secret where one is given. */
export function replaceWebhook(db: Queries, id: number, input: WebhookInput): Promise<WebhookRow> {
  const { secret } = input.configuration
  return db
    .updateTable('webhook')
    .set({
      name: input.name,
      url: input.url,
      events: JSON.stringify(input.events),
      active: input.active ? 1 : 0,
      updated_at: Date.now(),
      ...(secret === undefined ? {} : { secret }),
    })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
}

export async function removeWebhook(db: Queries, id: number): Promise<void> {
  await db.deleteFrom('webhook').where('id', '=', id).execute()
}

/** Records one attempt at a message. */
export async function insertInvocation(db: Queries, row: Insertable<InvocationTable>): Promise<void> {
  await db.insertInto('webhook_invocation').values(row).execute()
}

/** Deletes the attempts that began before a time (epoch milliseconds). */
export function deleteInvocations(database: Database, before: number): Promise<void> {
  return deleteInBatches(
    database,
    db =>
      db
        .deleteFrom('webhook_invocation')
        .where('id', 'in', eb =>
          eb.selectFrom('webhook_invocation').select('id').where('started_at', '<', before).limit(BATCH),
        )
        .executeTakeFirst(),
    { invalidates: false },
  )
}

/** The last message of a webhook, of one event and of some outcomes where these are given. */
export async function latestOf(
  db: Queries,
  row: WebhookRow,
  filter: { event?: string | undefined; outcomes?: readonly Outcome[] | undefined },
): Promise<Invocation | null> {
  let query = db.selectFrom('webhook_invocation').selectAll().where('webhook_id', '=', row.id)
  if (filter.event !== undefined) query = query.where('event', '=', filter.event)
  if (filter.outcomes && filter.outcomes.length > 0) query = query.where('outcome', 'in', [...filter.outcomes])
  const found = await query.orderBy('id', 'desc').limit(1).executeTakeFirst()
  return found ? invocationView(found, row.url) : null
}

/** How the messages of a webhook fared: the last of each outcome, and how many of each in the last day. */
export async function historyOf(db: Queries, row: WebhookRow, event?: string): Promise<InvocationHistory> {
  const start = Date.now() - WINDOW_MS
  let counts = db
    .selectFrom('webhook_invocation')
    .select(['outcome', ({ fn }) => fn.countAll<number>().as('number')])
    .where('webhook_id', '=', row.id)
    .where('started_at', '>=', start)
  if (event !== undefined) counts = counts.where('event', '=', event)
  const counted = new Map((await counts.groupBy('outcome').execute()).map(each => [each.outcome, Number(each.number)]))
  const last = (outcome: Outcome) => latestOf(db, row, { event, outcomes: [outcome] })
  return {
    lastSuccess: await last('SUCCESS'),
    lastFailure: await last('FAILURE'),
    lastError: await last('ERROR'),
    counts: {
      successes: counted.get('SUCCESS') ?? 0,
      failures: counted.get('FAILURE') ?? 0,
      errors: counted.get('ERROR') ?? 0,
      window: { start, duration: WINDOW_MS },
    },
  }
}
