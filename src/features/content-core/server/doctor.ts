import { sql } from 'kysely'
import { StorageSyntaxError } from '#language/index.ts'
import type { App } from '#platform/server/app.ts'
import type { DoctorCheck, DoctorOptions, Finding } from '#platform/server/doctor.ts'
import { factsOf } from './model/documents.ts'
import { linkRows, type LinkRow } from './model/links.ts'
import { titleKey } from './titles.ts'

/** Rows looked at in one query. */
const BATCH = 500
/** Texts read where not all are asked for: those changed last. */
const SAMPLE = 2000
/** Rows that one query over the whole wiki answers; the first are enough to see what is wrong. */
const MAX_ROWS = 1000

/** Conditions that hold for every page, post and comment. */
export const contentChecks: readonly DoctorCheck[] = [
  { name: 'Every page hangs in the tree of its space', run: trees },
  { name: 'Every content has its current version', run: versions },
  { name: 'Every comment hangs on a page', run: containers },
  { name: 'Titles are found in any case', run: titles },
  { name: 'Restrictions guard what is below them', run: guards },
  { name: 'Chains of restrictions are whole', run: chains },
  { name: 'Links are known as the texts have them', run: links },
  { name: 'Stored HTML is not ahead of its page', run: renders },
]

const error = (message: string): Finding => ({ severity: 'error', message })

async function* trees({ database: { read } }: App): AsyncIterable<Finding> {
  const astray = await sql<{ id: number; parent: number; why: string }>`
    select page.id, page.parent_id as parent, case when parent.id is null then 'is not there' when parent.type <> 'page' then 'is no page'
      when parent.space_id <> page.space_id then 'is in another space' else 'is in the trash' end as why
    from content page left join content parent on parent.id = page.parent_id
    where page.type = 'page' and page.parent_id is not null and (parent.id is null or parent.type <> 'page'
      or parent.space_id <> page.space_id or (page.status <> 'trashed' and parent.status = 'trashed'))
    order by page.id limit ${MAX_ROWS}`.execute(read)
  for (const { id, parent, why } of astray.rows)
    yield error(`The parent ${parent} of page ${id} ${why}. Move the page to another parent.`)
  const circles = await sql<{ id: number }>`
    with recursive reached(id) as (select id from content where parent_id is null
      union select content.id from content join reached on content.parent_id = reached.id)
    select id from content where id not in (select id from reached) order by id limit ${MAX_ROWS}`.execute(read)
  for (const { id } of circles.rows)
    yield error(`The parents of content ${id} lead in a circle, so nobody finds it in the tree. Restore a backup.`)
  const lost = await read
    .selectFrom('content')
    .select('id')
    .where('type', '=', 'page')
    .where('position', '=', '')
    .orderBy('id')
    .limit(MAX_ROWS)
    .execute()
  for (const { id } of lost) yield error(`Page ${id} has no place among its siblings. Move it.`)
}

async function* versions({ database: { read } }: App): AsyncIterable<Finding> {
  const { rows } = await sql<{ id: number; version: number; current: number | null; highest: number | null }>`
    select content.id, content.version, current.number as current,
      (select max(number) from content_version where content_id = content.id) as highest
    from content
    left join content_version current on current.content_id = content.id and current.number = content.version
    where current.number is null
      or exists (select 1 from content_version later
        where later.content_id = content.id and later.number > content.version)
    order by content.id limit ${MAX_ROWS}`.execute(read)
  for (const { id, version, current, highest } of rows) {
    yield current === null
      ? error(
          `Content ${id} should be at version ${version}, which is not there; the last one is ${highest ?? 'none'}. Restore a backup.`,
        )
      : error(
          `Content ${id} says that its version is ${version}, but there is a version ${highest ?? '?'}. Restore a backup.`,
        )
  }
}

async function* containers({ database: { read } }: App): AsyncIterable<Finding> {
  const { rows } = await sql<{ id: number; why: string }>`
    select comment.id, case when page.id is null then 'hangs on nothing' when page.type = 'comment' then 'hangs on a comment'
      when page.space_id <> comment.space_id then 'is in another space than its page' else 'answers a comment of another page' end as why
    from content comment
    left join content page on page.id = comment.container_id
    left join content answered on answered.id = comment.parent_id
    where comment.type = 'comment' and (page.id is null or page.type = 'comment' or page.space_id <> comment.space_id
      or (answered.id is not null and (answered.type <> 'comment' or answered.container_id <> comment.container_id)))
    order by comment.id limit ${MAX_ROWS}`.execute(read)
  for (const { id, why } of rows) yield error(`Comment ${id} ${why}. Restore a backup.`)
}

async function* titles({ database: { read } }: App): AsyncIterable<Finding> {
  for (let after = 0; ;) {
    const rows = await read
      .selectFrom('content')
      .select(['id', 'title', 'title_key'])
      .where('id', '>', after)
      .orderBy('id')
      .limit(BATCH)
      .execute()
    for (const row of rows) {
      if (row.title_key !== titleKey(row.title))
        yield error(`Content ${row.id} is not found by its title "${row.title}". Rename it.`)
    }
    const last = rows.at(-1)
    if (!last) return
    after = last.id
  }
}

/**
 * Each page against its parent alone: where chains of parents are closed, that is enough. A page in the trash gets its
 * guard when it is restored.
 */
async function* guards({ database: { read } }: App): AsyncIterable<Finding> {
  const { rows } = await sql<{ id: number; type: string; guard: number | null; wanted: number | null }>`
    select id, type, guard, wanted from (
      select content.id, content.type, content.guard_id as guard, case
        when content.container_id is not null then above.guard_id
        when exists (select 1 from restriction where content_id = content.id and operation = 'read') then content.id
        else above.guard_id end as wanted
      from content left join content above on above.id = coalesce(content.container_id, content.parent_id)
      where content.status <> 'trashed') as guarded
    where guard is distinct from wanted order by id limit ${MAX_ROWS}`.execute(read)
  for (const { id, type, guard, wanted } of rows) {
    yield error(
      `The ${type} ${id} should be guarded by ${said(wanted)}, but is by ${said(guard)}: remove and set the restrictions above it.`,
    )
  }
}

const said = (guard: number | null) => (guard === null ? 'nothing' : `the restrictions of page ${guard}`)

/** The chain of a guard is itself and the chain of its parent's guard. */
async function* chains({ database: { read } }: App): AsyncIterable<Finding> {
  const { rows } = await sql<{ id: number }>`
    select guard.id from content guard left join content above on above.id = guard.parent_id
    where guard.guard_id = guard.id and guard.status <> 'trashed' and (
      not exists (select 1 from guard_link where guard_id = guard.id and link_id = guard.id)
      or exists (select 1 from guard_link upper where upper.guard_id = above.guard_id
        and not exists (select 1 from guard_link own where own.guard_id = guard.id and own.link_id = upper.link_id))
      or exists (select 1 from guard_link own where own.guard_id = guard.id and own.link_id <> guard.id
        and not exists (select 1 from guard_link upper
          where upper.guard_id = above.guard_id and upper.link_id = own.link_id)))
    order by guard.id limit ${MAX_ROWS}`.execute(read)
  for (const { id } of rows)
    yield error(`What guards page ${id} is not what its restrictions and those above it say: remove and set them.`)
  const unowned = await sql<{ id: number }>`
    select distinct guard_id as id from guard_link
    where not exists (select 1 from content where content.id = guard_link.guard_id)
    order by id limit ${MAX_ROWS}`.execute(read)
  for (const { id } of unowned.rows)
    yield { severity: 'warning', message: `Restrictions of the content ${id} are kept, which is not there any more.` }
}

async function* links(app: App, { deep }: DoctorOptions = { deep: false }): AsyncIterable<Finding> {
  const { read } = app.database
  for (let after = Number.MAX_SAFE_INTEGER, seen = 0; deep || seen < SAMPLE;) {
    const rows = await read
      .selectFrom('content')
      .innerJoin('space', 'space.id', 'content.space_id')
      .innerJoin('content_version', join =>
        join
          .onRef('content_version.content_id', '=', 'content.id')
          .onRef('content_version.number', '=', 'content.version'),
      )
      .select(['content.id', 'content.space_id', 'space.key', 'content_version.storage'])
      .where('content.status', '=', 'current')
      .where('content.type', '<>', 'attachment')
      .where('content.id', '<', after)
      .orderBy('content.id', 'desc')
      .limit(BATCH)
      .execute()
    const stored = Map.groupBy(
      await read
        .selectFrom('content_link')
        .selectAll()
        .where('from_id', 'in', app.database.dialect.inIntegers(rows.map(row => row.id)))
        .execute(),
      link => link.from_id,
    )
    for (const row of rows) yield* linksOf(app, row, stored.get(row.id) ?? [])
    const last = rows.at(-1)
    if (!last) return
    after = last.id
    seen += rows.length
  }
}

async function* linksOf(
  app: App,
  row: { id: number; space_id: number; key: string; storage: string },
  stored: readonly LinkRow[],
): AsyncIterable<Finding> {
  try {
    const wanted = await linkRows(
      app.database.read,
      { id: row.id, spaceId: row.space_id, spaceKey: row.key },
      await factsOf(app, row.storage),
    )
    // A space that was made after the text that names it.
    const unresolved = new Set(stored.filter(link => link.space_id === null).map(named))
    const expected = wanted.map(link => (unresolved.has(named(link)) ? named(link) : full(link)))
    const present = stored.map(link => (link.space_id === null ? named(link) : full(link)))
    if (expected.toSorted().join('\n') === present.toSorted().join('\n')) return
    yield {
      severity: 'warning',
      message: `The links of content ${row.id} are not known as its text has them, so that renames may miss some. Save it again.`,
    }
  } catch (cause) {
    if (!(cause instanceof StorageSyntaxError)) throw cause
    yield error(
      `The text of content ${row.id} cannot be read: ${cause.message} at line ${cause.line}, column ${cause.column}. Restore an older version.`,
    )
  }
}

const named = (link: LinkRow) => JSON.stringify([link.kind, link.target_key, link.target_id])
const full = (link: LinkRow) => JSON.stringify([link.kind, link.target_key, link.target_id, link.space_id])

async function* renders({ database: { read } }: App): AsyncIterable<Finding> {
  const rows = await read
    .selectFrom('content_render')
    .innerJoin('content', 'content.id', 'content_render.content_id')
    .select(['content.id', 'content.version', 'content_render.version as kept'])
    .whereRef('content_render.version', '>', 'content.version')
    .orderBy('content.id')
    .limit(MAX_ROWS)
    .execute()
  for (const { id, version, kept } of rows) {
    yield error(
      `HTML is kept of version ${kept} of content ${id}, which is at version ${version}: later readers would see it. Restore a backup.`,
    )
  }
}
