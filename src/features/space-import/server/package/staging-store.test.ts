import Sqlite from 'better-sqlite3'
import { expect, it } from 'vitest'
import { INDEXES, QUERIES, SCHEMA } from './staging-store.ts'

it.each(Object.entries(QUERIES))(
  'the query “%s” of staged objects reads its rows by an index, in their order',
  (_, query) => {
    const database = new Sqlite(':memory:')
    database.exec(SCHEMA)
    database.exec(INDEXES)
    const parameters = Array.from(query.matchAll(/\?/g), () => 'x')
    const plan = database.prepare<string[], { detail: string }>(`explain query plan ${query}`).all(...parameters)
    database.close()
    const details = plan.map(({ detail }) => detail).join('\n')
    expect(details).toMatch(/^SEARCH (?:object|body) USING (?:COVERING )?(?:PRIMARY KEY|INDEX) /)
    expect(details).not.toMatch(/SCAN|TEMP B-TREE/)
  },
)
