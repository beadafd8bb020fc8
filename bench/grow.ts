import { join } from 'node:path'
import SqliteDriver from 'better-sqlite3'
import { generateKeyBetween } from 'fractional-indexing'

/** Content of a large wiki beside its pages, as shares of their number; in the largest, of a million, as noted. */
const SHAPE = {
  /** Pages in one space: 300,000. */
  largestSpace: 0.3,
  /** Children of one page: 20,000. */
  widest: 0.02,
  /** Pages of a chain in which each is below the one before. */
  deepest: 200,
  /** Users: 20,000, and groups: 500, of as many members. */
  users: 0.02,
  groups: 0.0005,
  membersOfGroup: 100,
  /** Versions of each page: 5 million together. */
  versions: 5,
}
/** Copies of a page below another one, so that no list of children grows with the wiki. */
const BRANCHES = 8
/** Text of older versions: whole texts of all would be a hundred gigabytes. */
const OLDER_TEXT = '<p>An older text of this page, before it was written anew.</p>'.repeat(3)
const YEAR_MS = 365 * 86_400_000
/** Page cache while rows are written. */
const CACHE_KIB = 1024 * 1024

interface Page {
  id: number
  space_id: number
  space: string
  parent_id: number | null
  title: string
}

/** Ids of pages that scenarios need. */
export interface Grown {
  pages: { id: string; path: string; space: string }[]
  /** The page with most children, and the last of the longest chain. */
  wide: string
  deep: string
}

/**
 * Makes a small wiki large, in its SQLite database and in minutes: its pages are copied with all that hangs on them,
 * under other titles. The search index has to be rebuilt afterwards. No server may be running.
 * @param home data folder
 * @param seeds ids of the pages that are copied
 * @param pages how many there are to be
 * @param sample how many pages to answer, spread evenly
 */
export function growWiki(home: string, seeds: readonly string[], pages: number, sample: number): Grown {
  const database = new SqliteDriver(join(home, 'oxbow.sqlite'))
  try {
    database.pragma('journal_mode = off')
    database.pragma('synchronous = off')
    database.pragma('foreign_keys = off')
    database.pragma(`cache_size = -${CACHE_KIB}`)
    const grower = new Grower(database, pages)
    const grown = database.transaction(() => {
      grower.addPeople()
      grower.plan(seeds.map(Number))
      const { wide, deep } = grower.planShapes()
      grower.copyRows()
      return { wide, deep, pages: grower.sampleOf(sample) }
    })()
    database.pragma('journal_mode = wal')
    return grown
  } finally {
    database.close()
  }
}

class Grower {
  readonly #database: SqliteDriver.Database
  readonly #pages: number
  readonly #insert: SqliteDriver.Statement
  #nextId: number
  #number: number

  constructor(database: SqliteDriver.Database, pages: number) {
    this.#database = database
    this.#pages = pages
    database.exec(`create temp table copy (
      id integer primary key, seed integer not null, nth integer not null, space_id integer not null, parent_id integer,
      position text, title text not null, space text not null)`)
    this.#insert = database.prepare('insert into temp.copy values (?, ?, ?, ?, ?, ?, ?, ?)')
    this.#nextId = this.#value('select max(id) + 1 from content')
    this.#number = this.#value("select count(*) from content where type = 'page'")
  }

  addPeople(): void {
    const { users, groups, membersOfGroup } = SHAPE
    this.#database.exec(`
      create temp table person as
        with recursive n(n) as (select (select count(*) from account) union all
          select n + 1 from n where n < ${Math.round(this.#pages * users)})
        select (select max(id) from account) + n as id, 'person' || n as name, n from n;
      insert into account (id, user_key, username, username_key, display_name, email, email_key, active, about, created_at)
        select id, 'key' || name, name, name, 'Person ' || n, name || '@example.org', name || '@example.org', 1, '', 0
        from person;
      insert into account_word (word, kind, account_id)
        select name, 0, id from person union all select 'person', 0, id from person
        union all select n, 0, id from person union all select name || '@example.org', 1, id from person;
      insert into membership (group_id, account_id)
        select (select id from account_group where name_key = 'confluence-users'), id from person;
      with recursive n(n) as (select 1 union all select n + 1 from n where n < ${Math.round(this.#pages * groups)})
        insert into account_group (name, name_key, description, created_at)
        select 'team-' || n, 'team-' || n, '', 0 from n;
      insert into membership (group_id, account_id)
        select g.id, p.id from account_group g cross join person p
        where g.name_key like 'team-%' and abs(random()) % (select count(*) from person) < ${membersOfGroup}`)
  }

  /** Decides which pages are copied where: each space grows alike, but for one that holds a third of all. */
  plan(seeds: readonly number[]): void {
    const ofSpace = new Map<number, Page[]>()
    const find = this.#database.prepare(`select content.id, space_id, space.key as space, parent_id, title from content
      inner join space on space.id = content.space_id where content.id = ?`)
    for (const id of seeds) {
      const page = find.get(id) as Page
      ofSpace.set(page.space_id, [...(ofSpace.get(page.space_id) ?? []), page])
    }
    const shaped = Math.round(this.#pages * SHAPE.widest) + SHAPE.deepest
    const left = this.#pages - seeds.length - shaped
    const ofLargest = Math.round(this.#pages * SHAPE.largestSpace)
    for (const [index, pages] of [...ofSpace.values()].entries()) {
      const wanted = index === 0 ? ofLargest - pages.length : (left - ofLargest) / (ofSpace.size - 1)
      this.#planSpace(pages, Math.max(0, Math.round(wanted / pages.length)))
    }
  }

  /** Copies the trees of a space so many times, each below the top of one before. */
  #planSpace(pages: readonly Page[], times: number): void {
    const first = this.#nextId
    const idOf = (page: number, nth: number) => (nth === 0 ? pages[page]!.id : first + page * times + nth - 1)
    const indexes = new Map(pages.map(({ id }, index) => [id, index]))
    for (const [index, page] of pages.entries()) {
      const parent = page.parent_id === null ? undefined : indexes.get(page.parent_id)
      let position: string | null = null
      for (let nth = 1; nth <= times; nth++) {
        const above = parent === undefined ? idOf(index, Math.floor((nth - 1) / BRANCHES)) : idOf(parent, nth)
        // Far behind the children that came along with the page above.
        if (parent === undefined) position = generateKeyBetween(position ?? 'c000', null)
        this.#add(page, nth, above, parent === undefined ? position : null)
      }
    }
  }

  /** A page with very many children and a chain of pages, in the space of the second seed. */
  planShapes(): { wide: string; deep: string } {
    const seed = this.#database
      .prepare(
        `select content.id, space_id, space.key as space, parent_id, title from content
        inner join space on space.id = content.space_id
        where content.type = 'page' and parent_id is null and guard_id is null and title like 'Page %'
        order by content.id limit 1`,
      )
      .get() as Page
    const wide = this.#add(seed, -1, null, 'd0000')
    let position: string | null = null
    for (let child = 0; child < Math.round(this.#pages * SHAPE.widest); child++) {
      position = generateKeyBetween(position, null)
      this.#add(seed, -1, wide, position)
    }
    let deep = this.#add(seed, -1, null, 'd0001')
    for (let level = 1; level < SHAPE.deepest; level++) deep = this.#add(seed, -1, deep, 'a0')
    return { wide: String(wide), deep: String(deep) }
  }

  #add(seed: Page, nth: number, parent: number | null, position: string | null): number {
    const id = this.#nextId++
    const title = `Page ${this.#number++} of ${seed.space}`
    this.#insert.run(id, seed.id, nth, seed.space_id, parent, position, title, seed.space)
    return id
  }

  /** Writes what is planned: the rows of each page, and of what hangs on it. */
  copyRows(): void {
    const { versions } = SHAPE
    const now = Date.now()
    // In an order unlike that of ids, over a year.
    const at = `${now - YEAR_MS} + (copy.id * 7919) % ${this.#pages} * ${Math.floor(YEAR_MS / this.#pages)}`
    // Of a page that is not copied along, or for the chain and the many children: none.
    const copied = (column: string) =>
      `(select other.id from temp.copy other where other.seed = seed.${column} and other.nth = copy.nth and copy.nth > 0)`
    this.#database.exec(`
      create index temp.copy_seed on copy (seed, nth);
      insert into content (id, type, status, space_id, parent_id, container_id, title, title_key, position, version,
        creator_id, created_at, updater_id, updated_at, guard_id, posting_day)
        select copy.id, seed.type, seed.status, seed.space_id, copy.parent_id, null, copy.title, lower(copy.title),
          coalesce(copy.position, seed.position), ${versions}, seed.creator_id, ${at}, seed.updater_id, ${at},
          ${copied('guard_id')}, null
        from temp.copy cross join content seed on seed.id = copy.seed order by copy.id;
      insert into content_version (content_id, number, author_id, at, message, minor, title, storage)
        with recursive number(number) as (select 1 union all select number + 1 from number where number < ${versions})
        select copy.id, number.number, seed.author_id, ${at} - (${versions} - number.number) * 1000, '', 0, copy.title,
          case number.number when ${versions} then seed.storage else '${OLDER_TEXT}' end
        from temp.copy cross join number
        cross join content page on page.id = copy.seed
        cross join content_version seed on seed.content_id = page.id and seed.number = page.version
        order by copy.id, number.number;
      insert into content_render (content_id, mode, version, html, dependencies)
        select copy.id, seed.mode, ${versions}, seed.html, seed.dependencies
        from temp.copy cross join content_render seed on seed.content_id = copy.seed order by copy.id;
      insert into content_link (from_id, kind, space_id, target_key, target_id)
        select copy.id, seed.kind, seed.space_id, seed.target_key,
          case seed.target_id when copy.seed then copy.id else seed.target_id end
        from temp.copy cross join content_link seed on seed.from_id = copy.seed order by copy.id;
      insert into content_macro (content_id, name)
        select copy.id, seed.name from temp.copy cross join content_macro seed on seed.content_id = copy.seed;
      insert into content_label (content_id, label_id, account_id, created_at)
        select copy.id, seed.label_id, seed.account_id, seed.created_at
        from temp.copy cross join content_label seed on seed.content_id = copy.seed;
      insert into inline_task (content_id, page_id, task_id, position, status, description, due_on, assignee_id,
        creator_id, created_at, completed_by, completed_at)
        select copy.id, copy.id, seed.task_id, seed.position, seed.status, seed.description, seed.due_on,
          seed.assignee_id, seed.creator_id, seed.created_at, seed.completed_by, seed.completed_at
        from temp.copy cross join inline_task seed on seed.content_id = copy.seed and seed.page_id = copy.seed;
      insert into restriction (content_id, operation, account_id, group_id)
        select copy.id, seed.operation, seed.account_id, seed.group_id
        from temp.copy cross join restriction seed on seed.content_id = copy.seed where copy.nth > 0;
      insert into guard_link (guard_id, link_id)
        select copy.id, ${copied('link_id')}
        from temp.copy cross join guard_link seed on seed.guard_id = copy.seed where copy.nth > 0;
      update search_state set format = 0`)
  }

  sampleOf(count: number): Grown['pages'] {
    const every = Math.max(1, Math.floor(this.#value('select count(*) from temp.copy') / count))
    const rows = this.#database
      .prepare(`select id, title, space from temp.copy where id % ? = 0 order by id limit ?`)
      .all(every, count) as { id: number; title: string; space: string }[]
    return rows.map(({ id, title, space }) => ({
      id: String(id),
      path: `/display/${space}/${title.replaceAll(' ', '+')}`,
      space,
    }))
  }

  #value(text: string): number {
    return this.#database.prepare(text).pluck().get() as number
  }
}
