import { sql } from 'kysely'
import type { ResponseOf } from '#platform/contract.ts'
import type { App } from '#platform/server/app.ts'
import type { Queries } from '#platform/server/database/index.ts'
import { withContainer, withoutContainer } from '#features/content-core/server/policies.ts'
import type { instanceMetrics } from '../contract.ts'

type Counts = Record<
  'pages' | 'posts' | 'comments' | 'attachments' | 'drafts' | 'global_spaces' | 'personal_spaces' | 'users' | 'groups',
  number
>

/** Counts what the wiki holds, over indexes. */
export async function readMetrics({ database: { read } }: App): Promise<ResponseOf<typeof instanceMetrics>> {
  const { rows } = await sql<Counts>`select
    (select count(*) from content where type = 'page' and status = 'current' and ${withoutContainer()}) as pages,
    (select count(*) from content where type = 'blogpost' and status = 'current' and ${withoutContainer()}) as posts,
    (select count(*) from content where type = 'comment' and status = 'current' and ${withContainer()}) as comments,
    (select count(*) from content where type = 'attachment' and status = 'current' and ${withContainer()}) as attachments,
    (select count(*) from content where status = 'draft') as drafts,
    (select count(*) from space where type = 'global' and status <> 'deleting') as global_spaces,
    (select count(*) from space where type = 'personal' and status <> 'deleting') as personal_spaces,
    (select count(*) from account where active = 1) as users,
    (select count(*) from account_group) as groups`.execute(read)
  const [row] = rows
  return {
    pages: Number(row?.pages ?? 0),
    blogPosts: Number(row?.posts ?? 0),
    comments: Number(row?.comments ?? 0),
    attachments: Number(row?.attachments ?? 0),
    drafts: Number(row?.drafts ?? 0),
    globalSpaces: Number(row?.global_spaces ?? 0),
    personalSpaces: Number(row?.personal_spaces ?? 0),
    users: Number(row?.users ?? 0),
    groups: Number(row?.groups ?? 0),
  }
}

/** Counts the accounts that may be used. */
export async function countActiveUsers(db: Queries): Promise<number> {
  const { count } = await db
    .selectFrom('account')
    .where('active', '=', 1)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}
