import type { App } from '#platform/server/app.ts'
import type { Context } from '#platform/server/context.ts'
import { accountsById, contextOfAccount, type Account } from '#features/accounts/server/index.ts'
import { permissionsOn } from '#features/content-core/server/policies.ts'
import { contentsById, findContent, type ContentRow } from '#features/content-core/server/read.ts'
import type { Obstacles } from './obstacles.ts'
import { spaceAdministrators, wikiAdministrators } from './store.ts'

/** How many are notified of one request; the administrators of a space may be many. */
const MAX_APPROVERS = 5
/** Administrators who are looked at until so many are found who see the page. */
const MOST_ASKED = 50

/**
 * Users notified of a request: the last editor of the page, its creator, or those of a restricted page above it, if
 * they may lift what is in the way; else administrators of the space who may, and those of the wiki where no other user
 * may. Users who do not see the page are left out.
 * @returns ids of accounts
 */
export async function approversOf(app: App, row: ContentRow, obstacles: Obstacles): Promise<number[]> {
  const found = new Set<number>()
  const pages = await contentsById(app.systemContext(), obstacles.pageIds)
  const administrators = await spaceAdministrators(app, row.space_id, MOST_ASKED)
  if (pages.length > 0) {
    const mayLift = (ctx: Context) => mayRestrictAll(ctx, row, pages)
    const writers = await writersOf(app, [row, ...pages])
    for (const id of await thoseWho(app, writers, mayLift)) found.add(id)
    if (found.size === 0) for (const id of await thoseWho(app, administrators, mayLift)) found.add(id)
  }
  if (obstacles.space)
    for (const id of await thoseWho(app, administrators, ctx => administersSpaceOf(ctx, row))) found.add(id)
  if (found.size === 0) for (const { id } of await wikiAdministrators(app, MAX_APPROVERS)) found.add(id)
  return [...found].slice(0, MAX_APPROVERS)
}

/** Whether the viewer sees a page, and may add users to the restrictions of all these. */
export async function mayRestrictAll(ctx: Context, row: ContentRow, pages: readonly ContentRow[]): Promise<boolean> {
  if (!(await findContent(ctx, row.id))) return false
  for (const page of pages) if (!(await permissionsOn(ctx, page)).restrict) return false
  return true
}

async function administersSpaceOf(ctx: Context, row: ContentRow): Promise<boolean> {
  return (await findContent(ctx, row.id)) !== undefined && (await permissionsOn(ctx, row)).administerSpace
}

async function thoseWho(
  app: App,
  accounts: readonly Account[],
  may: (ctx: Context) => Promise<boolean>,
): Promise<number[]> {
  const found: number[] = []
  for (const account of accounts) {
    if (found.length === MAX_APPROVERS) break
    if (await may(await contextOfAccount(app, account))) found.push(account.id)
  }
  return found
}

async function writersOf(app: App, pages: readonly ContentRow[]): Promise<Account[]> {
  const ids = new Set(pages.flatMap(page => [page.updater_id, page.creator_id]))
  const accounts = await accountsById(app, [...ids])
  return [...ids].flatMap(id => {
    const account = accounts.get(id ?? 0)
    return account?.active === 1 ? [account] : []
  })
}
