import { sql } from 'kysely'
import type { ResponseOf } from '#platform/contract.ts'
import type { App } from '#platform/server/app.ts'
import type { instanceMetrics } from '../contract.ts'

/** Counts what the wiki holds, in a few queries over indexes. */
export async function readMetrics({ database: { read } }: App): Promise<ResponseOf<typeof instanceMetrics>> {
  const contents = await read
    .selectFrom('content')
    .select(['type', 'status', eb => eb.fn.countAll<number>().as('total')])
    .where('status', 'in', ['current', 'draft'])
    .groupBy(['type', 'status'])
    .execute()
  const others = await sql<{ global_spaces: number; personal_spaces: number; users: number; groups: number }>`select
    (select count(*) from space where type = 'global' and status <> 'deleting') as global_spaces,
    (select count(*) from space where type = 'personal' and status <> 'deleting') as personal_spaces,
    (select count(*) from account where active = 1) as users,
    (select count(*) from account_group) as groups`.execute(read)
  const current = (type: string) =>
    Number(contents.find(row => row.type === type && row.status === 'current')?.total ?? 0)
  const [row] = others.rows
  return {
    pages: current('page'),
    blogPosts: current('blogpost'),
    comments: current('comment'),
    attachments: current('attachment'),
    drafts: contents
      .filter(content => content.status === 'draft')
      .reduce((sum, content) => sum + Number(content.total), 0),
    globalSpaces: Number(row?.global_spaces ?? 0),
    personalSpaces: Number(row?.personal_spaces ?? 0),
    users: Number(row?.users ?? 0),
    groups: Number(row?.groups ?? 0),
  }
}
