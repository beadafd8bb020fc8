import type { Selectable } from 'kysely'
import type { App } from '#platform/server/app.ts'
import type { WriteTransaction } from '#platform/server/database/index.ts'
import type { AgentClientTable, AgentConnectionTable } from './tables.ts'

export type AgentClient = Selectable<AgentClientTable>
export type AgentConnection = Selectable<AgentConnectionTable>

/** A registered client whose registration has not ended. */
export async function clientOf({ database }: App, id: string, at: number): Promise<AgentClient | undefined> {
  return database.read
    .selectFrom('agent_client')
    .selectAll()
    .where('id', '=', id)
    .where('expires_at', '>', at)
    .executeTakeFirst()
}

/**
 * Stores a registration.
 * @param most registrations that no user has allowed; of more, those that would end first are removed
 */
export async function insertClient(tx: WriteTransaction, client: AgentClient, most: number): Promise<void> {
  await tx.db.insertInto('agent_client').values(client).execute()
  const surplus = await tx.db
    .selectFrom('agent_client')
    .select('id')
    .where('is_approved', '=', 0)
    .orderBy('expires_at', 'desc')
    .offset(most)
    .limit(most)
    .execute()
  if (surplus.length === 0) return
  const ids = surplus.map(({ id }) => id)
  await tx.db.deleteFrom('agent_client').where('id', 'in', ids).execute()
}

/** Keeps the registration of a client that a user has allowed. */
export async function keepClient(tx: WriteTransaction, id: string, until: number): Promise<void> {
  await tx.db.updateTable('agent_client').set({ is_approved: 1, expires_at: until }).where('id', '=', id).execute()
}

/** How many connections an account has. Those whose code was never exchanged are removed. */
export async function countConnections(tx: WriteTransaction, accountId: number, at: number): Promise<number> {
  await tx.db
    .deleteFrom('agent_connection')
    .where('account_id', '=', accountId)
    .where('connected_at', 'is', null)
    .where('expires_at', '<=', at)
    .execute()
  const { count } = await tx.db
    .selectFrom('agent_connection')
    .select(eb => eb.fn.countAll<number>().as('count'))
    .where('account_id', '=', accountId)
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** Stores a connection whose code has not been exchanged. */
export async function insertConnection(
  tx: WriteTransaction,
  connection: Pick<
    AgentConnection,
    'account_id' | 'client_id' | 'scope' | 'redirect_uri' | 'code_hash' | 'code_challenge' | 'created_at' | 'expires_at'
  >,
): Promise<void> {
  await tx.db.insertInto('agent_connection').values(connection).execute()
}

/** Hashes of the tokens of a connection, and when they end. */
export type TokenHashes = Pick<AgentConnection, 'refresh_hash' | 'access_hash' | 'access_expires_at' | 'expires_at'>

/**
 * Exchanges a code that was not used, for the client, address and verifier it was given for.
 * @returns undefined when it cannot be
 */
export async function exchangeCode(
  tx: WriteTransaction,
  code: Pick<AgentConnection, 'code_hash' | 'client_id' | 'redirect_uri' | 'code_challenge'>,
  tokens: TokenHashes & Pick<AgentConnection, 'family_hash'>,
  at: number,
): Promise<AgentConnection | undefined> {
  return tx.db
    .updateTable('agent_connection')
    .set({ ...tokens, connected_at: at })
    .where('code_hash', '=', code.code_hash)
    .where('client_id', '=', code.client_id)
    .where('redirect_uri', '=', code.redirect_uri)
    .where('code_challenge', '=', code.code_challenge)
    .where('connected_at', 'is', null)
    .where('expires_at', '>', at)
    .returningAll()
    .executeTakeFirst()
}

/** Replaces the refresh token of a connection, if it is the given one. @returns undefined when it is not */
export async function replaceTokens(
  tx: WriteTransaction,
  used: { family_hash: string; refresh_hash: string; client_id: string },
  tokens: TokenHashes,
  at: number,
): Promise<AgentConnection | undefined> {
  return tx.db
    .updateTable('agent_connection')
    .set(tokens)
    .where('family_hash', '=', used.family_hash)
    .where('refresh_hash', '=', used.refresh_hash)
    .where('client_id', '=', used.client_id)
    .where('expires_at', '>', at)
    .returningAll()
    .executeTakeFirst()
}

/** Ways to name one connection. */
export type ConnectionRef =
  | { id: number; account_id: number }
  | { code_hash: string; client_id: string }
  | { family_hash: string; client_id: string }
  | { access_hash: string; client_id: string }

/** Removes a connection with its tokens. @returns what it was, or undefined when there is none */
export async function deleteConnection(
  tx: WriteTransaction,
  ref: ConnectionRef,
): Promise<Pick<AgentConnection, 'id' | 'account_id' | 'client_id' | 'connected_at'> | undefined> {
  let query = tx.db.deleteFrom('agent_connection')
  for (const [column, value] of Object.entries(ref) as [keyof AgentConnection, string | number][])
    query = query.where(column, '=', value)
  return query.returning(['id', 'account_id', 'client_id', 'connected_at']).executeTakeFirst()
}

/** Removes all connections of an account. */
export async function deleteConnectionsOf(tx: WriteTransaction, accountId: number): Promise<void> {
  await tx.db.deleteFrom('agent_connection').where('account_id', '=', accountId).execute()
}

/** Name of a client, within a transaction. */
export async function clientName(tx: WriteTransaction, id: string): Promise<string> {
  const row = await tx.db.selectFrom('agent_client').select('name').where('id', '=', id).executeTakeFirst()
  return row?.name ?? ''
}

/** The account whose refresh token belongs to a family, as it is stored. */
export async function accountOfFamily({ database }: App, familyHash: string): Promise<number | undefined> {
  const row = await database.read
    .selectFrom('agent_connection')
    .select('account_id')
    .where('family_hash', '=', familyHash)
    .executeTakeFirst()
  return row?.account_id
}

/** The connection of an access token, expired or not. */
export async function connectionWithToken({ database }: App, accessHash: string): Promise<AgentConnection | undefined> {
  return database.read
    .selectFrom('agent_connection')
    .selectAll()
    .where('access_hash', '=', accessHash)
    .executeTakeFirst()
}

/** Writes down when a connection was last used, in epoch milliseconds. */
export async function noteUse(tx: WriteTransaction, id: number, at: number): Promise<void> {
  await tx.db.updateTable('agent_connection').set({ last_used_at: at }).where('id', '=', id).execute()
}

/** Connections of an account with the names of their clients, oldest first; one more than `limit` if there are more. */
export async function listConnections(
  { database }: App,
  accountId: number,
  at: number,
  page: { start: number; limit: number },
) {
  return database.read
    .selectFrom('agent_connection')
    .innerJoin('agent_client', 'agent_client.id', 'agent_connection.client_id')
    .select([
      'agent_connection.id',
      'agent_client.name',
      'agent_connection.redirect_uri',
      'agent_connection.scope',
      'agent_connection.connected_at',
      'agent_connection.last_used_at',
    ])
    .where('agent_connection.account_id', '=', accountId)
    .where('agent_connection.connected_at', 'is not', null)
    .where('agent_connection.expires_at', '>', at)
    .orderBy('agent_connection.id')
    .offset(page.start)
    .limit(page.limit + 1)
    .execute()
}

/** Removes connections and registrations whose time is over. */
export async function deleteExpired(tx: WriteTransaction, at: number): Promise<void> {
  await tx.db.deleteFrom('agent_connection').where('expires_at', '<=', at).execute()
  for (const isApproved of [0, 1])
    await tx.db.deleteFrom('agent_client').where('is_approved', '=', isApproved).where('expires_at', '<=', at).execute()
}
