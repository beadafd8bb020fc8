import { expect, it } from 'vitest'
import { onEachEngine, storage } from '#platform/server/testing/harness.ts'
import { features } from '../../server.ts'
import { migrations } from './server/migrations.ts'

onEachEngine(
  'migrations of comments',
  () => features,
  wiki => {
    it('put answers to comments on marked text where their comment is', async () => {
      const { admin, app } = wiki()
      await admin.post('/rest/api/space', { key: 'OLD', name: 'Old' })
      const create = async (more: object) => {
        const made = await admin.post('/rest/api/content', more)
        expect(made.status, made.text).toBe(200)
        return made.json.id as string
      }
      const id = await create({
        type: 'page',
        title: 'Old',
        space: { key: 'OLD' },
        body: storage('<p><ac:inline-comment-marker ac:ref="abc">word</ac:inline-comment-marker></p>'),
      })
      const comment = (more: object) =>
        create({ type: 'comment', container: { id, type: 'page' }, body: storage('<p>x</p>'), ...more })
      const inline = await comment({
        extensions: { location: 'inline', inlineProperties: { markerRef: 'abc', originalSelection: 'word' } },
      })
      const answer = await comment({ ancestors: [{ id: inline }] })
      const deeper = await comment({ ancestors: [{ id: answer }] })
      const footer = await comment({})
      const below = await comment({ ancestors: [{ id: footer }] })
      const { database } = app
      // As they were stored before.
      await database.transaction(tx =>
        tx.db
          .updateTable('comment')
          .set({ location: 'footer', marker_ref: null, original_selection: null })
          .where('content_id', 'in', [answer, deeper].map(Number))
          .execute(),
      )
      await database.transaction(async tx => {
        for (const migration of migrations.slice(1, 2)) await migration.up(tx.db, database.dialect)
      })
      const extensions = async (one: string) => (await admin.get(`/rest/api/content/${one}`)).json.extensions as object
      const onWord = {
        location: 'inline',
        inlineProperties: { markerRef: 'abc', originalSelection: 'word' },
        resolution: { status: 'open' },
      }
      for (const one of [inline, answer, deeper]) expect(await extensions(one)).toEqual(onWord)
      for (const one of [footer, below])
        expect(await extensions(one)).toEqual({ location: 'footer', resolution: { status: 'open' } })
    })
  },
)
