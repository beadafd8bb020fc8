import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { createServer } from '#platform/server/start.ts'
import { onEachEngine, startTestWiki, ENGINES } from '#platform/server/testing/harness.ts'
import { features } from '../../server.ts'

const macro = (name: string, inner = '') =>
  `<ac:structured-macro ac:name="${name}">${inner && `<ac:rich-text-body>${inner}</ac:rich-text-body>`}</ac:structured-macro>`

onEachEngine(
  'finding pages by their macros',
  () => features,
  wiki => {
    const find = async (cql: string) => {
      const reply = await wiki().admin.get(
        `/rest/api/content/search?cql=${encodeURIComponent(`${cql} order by created`)}&limit=50`,
      )
      expect(reply.status, reply.text).toBe(200)
      return (reply.json.results as { title: string }[]).map(result => result.title)
    }
    const page = async (title: string, storage: string) => {
      const reply = await wiki().admin.post('/rest/api/content', {
        type: 'page',
        title,
        space: { key: 'MAC' },
        body: { storage: { value: storage, representation: 'storage' } },
      })
      expect(reply.status, reply.text).toBe(200)
      return String(reply.json.id)
    }

    it('finds those whose current text has the macro, also within another one, in any case, and comments', async () => {
      const { admin } = wiki()
      await admin.post('/rest/api/space', { key: 'MAC', name: 'MAC' })
      const diagram = await page('Diagram', macro('gliffy'))
      await page('Nested', macro('panel', `<p>x</p>${macro('Gliffy')}`))
      await page('Plain', '<p>gliffy</p>')
      await page('Contents', macro('toc'))
      await admin.post('/rest/api/content', {
        type: 'comment',
        container: { id: diagram, type: 'page' },
        body: { storage: { value: `<p>${macro('gliffy')}</p>`, representation: 'storage' } },
      })
      expect(await find('macro = "gliffy"')).toEqual(['Diagram', 'Nested', 'Re: Diagram'])
      expect(await find('macro = GLIFFY and type = page')).toEqual(['Diagram', 'Nested'])
      expect(await find('macro in (toc, panel)')).toEqual(['Nested', 'Contents'])
      expect(await find('macro != gliffy and type = page and space = MAC and title != "MAC Home"')).toEqual([
        'Plain',
        'Contents',
      ])
      expect(await find('macro = nothing')).toEqual([])
    })

    it('follows what is published', async () => {
      const { admin } = wiki()
      const id = await page('Changes', macro('drawio'))
      expect(await find('macro = drawio')).toEqual(['Changes'])
      await admin.put(`/rest/api/content/${id}`, {
        type: 'page',
        title: 'Changes',
        version: { number: 2 },
        body: { storage: { value: macro('info', '<p>x</p>'), representation: 'storage' } },
      })
      expect([await find('macro = drawio'), await find('macro = info')]).toEqual([[], ['Changes']])
    })
  },
)

it.each(ENGINES)(
  'reads the macros of a wiki that is older than their index (%s)',
  async engine => {
    const wiki = await startTestWiki(engine, features)
    try {
      await wiki.admin.post('/rest/api/space', { key: 'OLD', name: 'OLD' })
      await wiki.admin.post('/rest/api/content', {
        type: 'page',
        title: 'Old',
        space: { key: 'OLD' },
        body: { storage: { value: macro('gliffy'), representation: 'storage' } },
      })
      await wiki.app.database.transaction(async ({ db }) => {
        await sql`drop table content_macro`.execute(db)
        await sql`delete from migration where name = '2026-11-21-95-content-macros'`.execute(db)
      })
      await wiki.stop()
      const again = await createServer(wiki.config, features)
      try {
        await again.app.jobs.idle()
        expect(await again.app.database.read.selectFrom('content_macro').select('name').execute()).toEqual([
          { name: 'gliffy' },
        ])
        const flag = await again.app.database.read
          .selectFrom('setting')
          .select('value')
          .where('name', '=', 'macro-search.unread')
          .executeTakeFirst()
        expect(flag?.value).toBe('false')
      } finally {
        await again.close()
      }
    } finally {
      await wiki.close()
    }
  },
  60_000,
)
