import { sql } from 'kysely'
import type { Context } from '#platform/server/context.ts'
import { accountMarks, type WriteTransaction } from '#platform/server/database/index.ts'
import { badRequest } from '#platform/server/http/errors.ts'
import { MOST_VIEWS, type Feature } from '../shared.ts'
import type {} from './tables.ts'

/** Records of each kind that one account has at most. */
const MOST_RECORDS = 1000

const tooMany = (most: number) =>
  badRequest('a user has at most {{most}} of these', { values: { most }, forPrograms: true })

/** Tips that accounts have dismissed. */
export const dismissals = accountMarks('help_tip_dismissal', { limit: { most: MOST_RECORDS, refuse: tooMany } })

/** Ids of the tips that an account has dismissed. */
export async function dismissedTips({ app }: Context, accountId: number): Promise<string[]> {
  const rows = await app.database.read
    .selectFrom('help_tip_dismissal')
    .select('tip_id')
    .where('account_id', '=', accountId)
    .orderBy('tip_id')
    .limit(MOST_RECORDS)
    .execute()
  return rows.map(row => row.tip_id)
}

/** Keys of the features that the viewer has discovered, by key of the plugin. None for a visitor. */
export async function discoveredFeatures({ app, viewer }: Context): Promise<Readonly<Record<string, string[]>>> {
  const accountId = viewer.userId
  if (accountId === null) return {}
  const read = async () => {
    const rows = await app.database.read
      .selectFrom('feature_discovery')
      .select(['plugin_key', 'feature_key'])
      .where('account_id', '=', accountId)
      .where('discovered', '=', 1)
      .orderBy('plugin_key')
      .orderBy('feature_key')
      .limit(MOST_RECORDS)
      .execute()
    return Object.fromEntries(
      [...Map.groupBy(rows, row => row.plugin_key)].map(([plugin, of]) => [plugin, of.map(row => row.feature_key)]),
    )
  }
  return app.facts.get(`discovered ${accountId}`, read, { sources: [`account ${accountId}`] })
}

/** Whether the viewer has discovered a feature. */
export async function hasDiscovered(ctx: Context, { pluginKey, featureKey }: Feature): Promise<boolean> {
  return (await discoveredFeatures(ctx))[pluginKey]?.includes(featureKey) ?? false
}

/** @throws HttpError 400 when the account has discovered too many */
export async function setDiscovered(tx: WriteTransaction, accountId: number, feature: Feature): Promise<void> {
  await refuseMore(tx, accountId)
  await tx.db
    .insertInto('feature_discovery')
    .values({ ...keyOf(accountId, feature), views: 0, discovered: 1 })
    .onConflict(conflict =>
      conflict.columns(['account_id', 'plugin_key', 'feature_key']).doUpdateSet({ discovered: 1 }),
    )
    .execute()
}

/** Counts a view of a feature's hint; the last one marks the feature as discovered. @throws HttpError 400 */
export async function addView(
  tx: WriteTransaction,
  accountId: number,
  feature: Feature,
): Promise<{ views: number; discovered: boolean }> {
  await refuseMore(tx, accountId)
  const row = await tx.db
    .insertInto('feature_discovery')
    .values({ ...keyOf(accountId, feature), views: 1, discovered: 0 })
    .onConflict(conflict =>
      conflict.columns(['account_id', 'plugin_key', 'feature_key']).doUpdateSet({
        views: sql<number>`feature_discovery.views + 1`,
        discovered: sql<number>`case when feature_discovery.views + 1 >= ${MOST_VIEWS} then 1 else feature_discovery.discovered end`,
      }),
    )
    .returning(['views', 'discovered'])
    .executeTakeFirstOrThrow()
  return { views: row.views, discovered: row.discovered === 1 }
}

function keyOf(accountId: number, { pluginKey, featureKey }: Feature) {
  return { account_id: accountId, plugin_key: pluginKey, feature_key: featureKey }
}

async function refuseMore({ db }: WriteTransaction, accountId: number): Promise<void> {
  const { total } = await db
    .selectFrom('feature_discovery')
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .where('account_id', '=', accountId)
    .executeTakeFirstOrThrow()
  if (Number(total) >= MOST_RECORDS) throw tooMany(MOST_RECORDS)
}
