import { beforeAll, describe, expect, it } from 'vitest'
import { doctor } from '#platform/server/doctor.ts'
import { onEachEngine, storage, type HttpReply } from '#platform/server/testing/harness.ts'
import { requireContent } from '#features/content-core/server/policies.ts'
import { updatePage } from '#features/content-core/server/write.ts'
import { person, type TestPerson } from '#features/spaces/testing/people.ts'
import { features } from '../../server.ts'

onEachEngine(
  'restoring from the trash',
  () => features,
  wiki => {
    let keeper: TestPerson

    const ok = async (reply: Promise<HttpReply>) => {
      const answer = await reply
      expect(answer.status, answer.text).toBeLessThan(300)
      return answer.json
    }
    const create = async (title: string, parent?: string, more: object = {}): Promise<string> => {
      const body = {
        type: 'page',
        title,
        space: { key: 'BACK' },
        body: storage(`<p>text of ${title}</p>`),
        ...(parent ? { ancestors: [{ id: parent }] } : {}),
        ...more,
      }
      return (await ok(wiki().admin.post('/rest/api/content', body))).id
    }
    const trash = (id: string) => ok(wiki().admin.delete(`/rest/api/content/${id}`))
    const trashTree = (id: string) => ok(wiki().admin.delete(`/rest/oxbow/1.0/content/${id}/tree`))
    const read = (id: string, expand = 'ancestors,version,body.storage') =>
      ok(wiki().admin.get(`/rest/api/content/${id}?status=any&expand=${expand}`))
    const restore = async (id: string, title?: string) => {
      const before = await read(id)
      return wiki().admin.put(`/rest/api/content/${id}`, {
        type: before.type,
        title: title ?? before.title,
        status: 'current',
        version: { number: before.version.number + 1 },
      })
    }
    const obstacles = (id: string, client = wiki().admin) => client.get(`/rest/oxbow/1.0/content/${id}/restore`)
    const move = (id: string, position: string, target: string) =>
      ok(wiki().admin.put(`/rest/api/content/${id}/move/${position}/${target}`))
    /** Titles of the pages above, from the top. */
    const above = async (id: string): Promise<string[]> =>
      (await read(id)).ancestors.map(({ title }: { title: string }) => title)
    const below = async (id: string): Promise<string[]> =>
      (await ok(wiki().admin.get(`/rest/api/content/${id}/child/page`))).results.map(
        ({ title }: { title: string }) => title,
      )
    const findings = async () => {
      await wiki().app.events.settled()
      return (await doctor(wiki().app)).checks
        .filter(check => check.name !== 'The database is sound')
        .flatMap(check => check.findings)
    }

    beforeAll(async () => {
      await ok(wiki().admin.post('/rest/api/space', { key: 'BACK', name: 'Back' }))
      keeper = await person(wiki(), 'keeper')
    })

    it('is not done by an update that began before the page was deleted', async () => {
      const id = await create('Deleted meanwhile')
      const ctx = wiki().app.systemContext()
      const before = await requireContent(ctx, Number(id))
      await trash(id)
      const update = updatePage(ctx, before, { version: 2, title: 'Back again' })
      await expect(update).rejects.toMatchObject({ status: 404 })
      expect((await read(id)).status).toBe('trashed')
    })

    describe('when the title is taken', () => {
      it('takes another title, in a new version', async () => {
        const id = await create('Plan')
        await trash(id)
        expect((await obstacles(id)).json).toEqual({ isTitleTaken: false, parentInTrash: null })
        const successor = await create('Plan')
        expect((await obstacles(id)).json).toEqual({ isTitleTaken: true, parentInTrash: null })
        const refused = await restore(id)
        expect(refused.status).toBe(400)
        expect(refused.json.message).toContain('already exists with the title Plan')
        expect((await restore(id, 'plan')).status).toBe(400)
        expect((await restore(id, ' ')).status).toBe(400)
        expect((await read(id)).status).toBe('trashed')
        const restored = await restore(id, 'Old plan')
        expect(restored.status, restored.text).toBe(200)
        expect(restored.json).toMatchObject({ title: 'Old plan', status: 'current', version: { number: 2 } })
        expect(restored.json.body.storage.value).toBe('<p>text of Plan</p>')
        expect((await wiki().admin.get('/display/BACK/Old+plan')).status).toBe(200)
        expect((await read(successor)).title).toBe('Plan')
        const { results } = await ok(wiki().admin.get(`/rest/experimental/content/${id}/version?expand=content`))
        expect(results.map(({ number }: { number: number }) => number)).toEqual([2, 1])
        expect((await ok(wiki().admin.get(`/rest/api/content/${id}/version/1?expand=content`))).content.title).toBe(
          'Plan',
        )
        expect(await findings()).toEqual([])
      })

      it('keeps the title and the version otherwise, also when the request has blanks around it', async () => {
        const id = await create('Unique')
        await trash(id)
        expect((await restore(id, ' Unique ')).json).toMatchObject({ title: 'Unique', version: { number: 1 } })
      })

      it('leaves links to the title with the page that has it now', async () => {
        const id = await create('Target')
        await trash(id)
        await create('Target')
        const linking = await create('Linking', undefined, {
          body: storage('<p><ac:link><ri:page ri:content-title="Target" /></ac:link></p>'),
        })
        expect((await restore(id, 'Former target')).status).toBe(200)
        expect((await read(linking)).body.storage.value).toContain('ri:content-title="Target"')
      })

      it('takes another title for a post of the same day', async () => {
        const post = { type: 'blogpost', title: 'News', space: { key: 'BACK' }, body: storage('<p>n</p>') }
        const { id } = await ok(wiki().admin.post('/rest/api/content', post))
        await trash(id)
        await ok(wiki().admin.post('/rest/api/content', post))
        expect((await obstacles(id)).json.isTitleTaken).toBe(true)
        expect((await restore(id)).status).toBe(400)
        expect((await restore(id, 'Old news')).json).toMatchObject({ title: 'Old news', type: 'blogpost' })
      })

      it('takes another name for a file of the same page', async () => {
        const page = await create('With files')
        const attach = async (text: string): Promise<string> => {
          const form = new FormData()
          form.append('file', new Blob([text]), 'a.txt')
          const { results } = await ok(
            wiki().admin.send('POST', `/rest/api/content/${page}/child/attachment`, form, {
              'x-atlassian-token': 'no-check',
            }),
          )
          return results[0].id
        }
        const id = await attach('old')
        await trash(id)
        await attach('new')
        expect((await obstacles(id)).json.isTitleTaken).toBe(true)
        expect((await restore(id)).status).toBe(400)
        expect((await restore(id, ' ')).status).toBe(400)
        const restored = await restore(id, 'old a.txt')
        expect(restored.status, restored.text).toBe(200)
        expect((await wiki().admin.get(`/download/attachments/${page}/old%20a.txt`)).text).toBe('old')
        expect((await wiki().admin.get(`/download/attachments/${page}/a.txt`)).text).toBe('new')
      })
    })

    describe('when the page above is in the trash', () => {
      it('comes to the top, and goes back to its place when that page is restored', async () => {
        const parent = await create('Parent')
        await create('First', parent)
        const child = await create('Second', parent)
        const last = await create('Third', parent)
        const inner = await create('Inner', child)
        await trashTree(parent)
        expect((await obstacles(child)).json).toEqual({ isTitleTaken: false, parentInTrash: { title: 'Parent' } })
        expect((await restore(child)).json.ancestors).toEqual([])
        expect((await restore(inner)).status).toBe(200)
        expect(await above(inner)).toEqual(['Second'])
        expect((await obstacles(parent)).json.parentInTrash).toBeNull()
        expect((await restore(parent)).status).toBe(200)
        expect(await above(inner)).toEqual(['Parent', 'Second'])
        expect((await restore(last)).status).toBe(200)
        expect(await below(parent)).toEqual(['Second', 'Third'])
        expect(await findings()).toEqual([])
      })

      it('comes back level by level, from the lowest page up', async () => {
        const outer = await create('Outer')
        const middle = await create('Middle', outer)
        const leaf = await create('Leaf', middle)
        await trashTree(outer)
        for (const [id, path] of [
          [leaf, []],
          [middle, ['Middle']],
          [outer, ['Outer', 'Middle']],
        ] as const) {
          expect((await restore(id)).status).toBe(200)
          expect(await above(leaf)).toEqual(path)
        }
        expect(await findings()).toEqual([])
      })

      it('returns although it went to the trash again', async () => {
        const parent = await create('Once')
        const child = await create('Twice', parent)
        await trashTree(parent)
        await restore(child)
        await trash(child)
        await restore(parent)
        expect((await restore(child)).status).toBe(200)
        expect(await above(child)).toEqual(['Once'])
      })

      it('stays where it has been moved in the meantime', async () => {
        const parent = await create('Left')
        const child = await create('Moved on', parent)
        const shelter = await create('Shelter')
        await trashTree(parent)
        await restore(child)
        await move(child, 'append', shelter)
        expect((await restore(parent)).status).toBe(200)
        expect(await above(child)).toEqual(['Shelter'])
      })

      it('stays at the top when its parent comes back below it', async () => {
        const outer = await create('Grandparent')
        const parent = await create('Circle', outer)
        const child = await create('Round', parent)
        await trashTree(parent)
        await restore(child)
        await move(outer, 'append', child)
        expect((await restore(parent)).status).toBe(200)
        expect(await above(child)).toEqual([])
        expect(await above(parent)).toEqual(['Round', 'Grandparent'])
        expect(await findings()).toEqual([])
      })

      it('stays at the top as the home page of the space, and when its parent is gone for good', async () => {
        const parent = await create('Former top')
        const home = await create('New home', parent)
        const child = await create('Orphan', parent)
        await trashTree(parent)
        await restore(home)
        await restore(child)
        await ok(wiki().admin.put('/rest/api/space/BACK', { homepage: { id: home } }))
        await restore(parent)
        expect(await above(home)).toEqual([])
        expect(await above(child)).toEqual(['Former top'])
        await trashTree(parent)
        await restore(child)
        await ok(wiki().admin.delete(`/rest/api/content/${parent}?status=trashed`))
        expect(await above(child)).toEqual([])
        expect(await findings()).toEqual([])
      })
    })

    it('tells the obstacles to administrators of the space alone', async () => {
      const parent = await create('Hidden parent')
      const child = await create('Open child', parent)
      await trashTree(parent)
      expect((await obstacles(child, keeper.client)).status).toBe(404)
      expect([401, 404]).toContain((await obstacles(child, wiki().anonymous)).status)
      const current = await create('Not in the trash')
      expect((await obstacles(current)).status).toBe(404)
    })
  },
)
