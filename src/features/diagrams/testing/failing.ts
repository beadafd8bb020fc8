import { sql } from 'kysely'
import type { TestWiki } from '#platform/server/testing/harness.ts'

/** A statement that the database refuses: its table, its kind, and the rows that it is refused for (SQL on `new`). */
export interface Refused {
  table: string
  on: 'insert' | 'update' | 'delete'
  when?: string
}

/** Lets the database itself refuse a statement, as a disk that breaks would, while `work` runs. */
export async function whileRefusing<T>(
  { app, engine }: TestWiki,
  refused: Refused,
  work: () => Promise<T>,
): Promise<T> {
  const { table, on, when = '1 = 1' } = refused
  const run = (...statements: string[]) =>
    app.database.transaction(async ({ db }) => {
      for (const statement of statements) await sql.raw(statement).execute(db)
    })
  const trigger = `create trigger refuses before ${on} on ${table} for each row when (${when})`
  if (engine === 'sqlite') await run(`${trigger} begin select raise(abort, 'the disk broke'); end`)
  else {
    const fails = `create function refuse() returns trigger language plpgsql as $$ begin raise 'the disk broke'; end $$`
    await run(fails, `${trigger} execute function refuse()`)
  }
  try {
    return await work()
  } finally {
    if (engine === 'sqlite') await run('drop trigger refuses')
    else await run(`drop trigger refuses on ${table}`, 'drop function refuse()')
  }
}
