import type { Queries } from '../database/index.ts'
import type { JobClass } from '../jobs.ts'

/** Time of runners that an account may use at once before jobs of others go first, ms. */
export const BUDGET_MS = 30_000
/** ms until a used ms of the budget is there again. */
const REFILL = 10

/** Accounts whose budget in a class is used up. */
export function budgetIsUsedUp(db: Queries, name: JobClass, now: number) {
  return db
    .selectFrom('job_budget')
    .select('account_id')
    .where('class', '=', name)
    .where('paid_at', '>', now + BUDGET_MS * REFILL)
}

/** Takes the time of a run that ends now from the budget of the account that is charged for it. */
export async function pay(
  db: Queries,
  run: { readonly chargedTo: number | null; readonly class: JobClass; readonly since: number },
): Promise<void> {
  if (run.chargedTo === null) return
  const now = Date.now()
  const before = await db
    .selectFrom('job_budget')
    .select('paid_at')
    .where('account_id', '=', run.chargedTo)
    .where('class', '=', run.class)
    .executeTakeFirst()
  const paid_at = Math.max(before?.paid_at ?? 0, now) + Math.max(0, now - run.since) * REFILL
  await db
    .insertInto('job_budget')
    .values({ account_id: run.chargedTo, class: run.class, paid_at })
    .onConflict(conflict => conflict.columns(['account_id', 'class']).doUpdateSet({ paid_at }))
    .execute()
}

/** Forgets budgets that are full again. */
export async function prunePaid(db: Queries): Promise<void> {
  await db.deleteFrom('job_budget').where('paid_at', '<', Date.now()).execute()
}
