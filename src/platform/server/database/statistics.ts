import { sql } from 'kysely'
import type { Database } from './database.ts'

/**
 * For tables by name, for their indexes by name: the rows of the index, then how many of them share the value of the
 * first column, of the first two, and so on; e.g. `100000 1000 1`. https://www.sqlite.org/fileformat2.html#stat1tab
 */
export type PlannerStatistics = Readonly<Record<string, Readonly<Record<string, string>>>>

/**
 * Gives SQLite's planner the statistics of a large wiki, in place of any others. Those of the wiki itself (`ANALYZE`,
 * `PRAGMA optimize`) would be of the day on which they were taken: by those of a wiki with ten pages it goes through
 * whole tables, and still does when there are ten thousand. With fixed ones plans are the same in every wiki, and
 * tests can read them. PostgreSQL maintains its own.
 */
export async function writeStatistics(database: Database, parts: readonly PlannerStatistics[]): Promise<void> {
  if (database.engine !== 'sqlite') return
  const wanted = parts
    .flatMap(tables =>
      Object.entries(tables).flatMap(([table, indexes]) =>
        Object.entries(indexes).map(([index, stat]) => `${table} ${index} ${stat}`),
      ),
    )
    .toSorted()
  await database.transaction(
    async ({ db }) => {
      const { rows: tables } = await sql<{
        name: string
      }>`select name from sqlite_schema where name in ('sqlite_stat1', 'sqlite_stat4')`.execute(db)
      if (tables.some(table => table.name === 'sqlite_stat1')) {
        const { rows } = await sql<{
          line: string
        }>`select tbl || ' ' || idx || ' ' || stat as line from sqlite_stat1`.execute(db)
        if (
          rows
            .map(row => row.line)
            .toSorted()
            .join() === wanted.join()
        )
          return
      }
      // Dropped and recreated, which changes the schema: other connections read statistics together with that.
      for (const { name } of tables) await sql`drop table ${sql.table(name)}`.execute(db)
      await sql`analyze sqlite_schema`.execute(db)
      for (const line of wanted) {
        const [table, index, ...stat] = line.split(' ')
        await sql`insert into sqlite_stat1 (tbl, idx, stat) values (${table}, ${index}, ${stat.join(' ')})`.execute(db)
      }
      await sql`analyze sqlite_schema`.execute(db)
    },
    { invalidates: false },
  )
}
