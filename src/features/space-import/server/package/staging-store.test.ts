import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import { expect, it } from 'vitest'
import type { ExportObject } from './objects.ts'
import { INDEXES, QUERIES, SCHEMA, Staging } from './staging-store.ts'

it.each(Object.entries(QUERIES))(
  'the query “%s” of staged objects reads its rows by an index, in their order',
  (_, query) => {
    const database = new Sqlite(':memory:')
    database.exec(SCHEMA)
    database.exec(INDEXES)
    const parameters = Array.from(query.matchAll(/\?/g), () => 'x')
    const plan = database.prepare<string[], { detail: string }>(`explain query plan ${query}`).all(...parameters)
    database.close()
    const reads = plan.map(({ detail }) => detail).filter(detail => /^(?:SEARCH|SCAN|USE)/.test(detail))
    // Rows of the query itself have no index.
    const found = reads.filter(detail => detail !== 'SCAN held')
    expect(found).not.toEqual([])
    for (const detail of found)
      expect(detail).toMatch(/^SEARCH \w+ USING (?:(?:COVERING )?INDEX|(?:INTEGER )?PRIMARY KEY) /)
  },
)

it('finds a text by the list of its content, if the text does not name the content', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'oxbow-staging-'))
  const staging = await Staging.open(folder)
  const body = (id: string, text: string, content?: string): ExportObject => ({
    class: 'BodyContent',
    id,
    properties: { body: text, bodyType: '2', ...(content && { content: { class: 'Page', id: content } }) },
  })
  async function* objects(): AsyncGenerator<ExportObject> {
    yield body('10', 'listed')
    yield { class: 'Page', id: '1', properties: { bodyContents: [{ class: 'BodyContent', id: '10' }] } }
    yield { class: 'Page', id: '2', properties: { bodyContents: [{ class: 'BodyContent', id: '20' }] } }
    yield body('20', 'named', '2')
    yield body('30', 'of no content')
  }
  try {
    await staging.fill(objects())
    expect(['1', '2'].map(id => staging.body(id))).toEqual([
      { text: 'listed', type: 2 },
      { text: 'named', type: 2 },
    ])
    expect(staging.get('Page', '1')?.properties).toEqual({})
  } finally {
    await staging.close()
    await rm(folder, { recursive: true })
  }
})
