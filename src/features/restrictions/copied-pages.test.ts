import { beforeAll, describe, expect, it } from 'vitest'
import { onEachEngine, type HttpClient } from '#platform/server/testing/harness.ts'
import { attach } from '#features/attachments/testing/forms.ts'
import { person } from '#features/spaces/testing/people.ts'
import { features } from '../../server.ts'

const copyOf = (id: string) => `/rest/oxbow/1.0/content/${id}/copy`

onEachEngine(
  'copies of restricted pages',
  () => features,
  wiki => {
    /** One of the group that every restriction names. */
    let insider: HttpClient
    /** One of that group, and not of the group that the second restriction names. */
    let outer: HttpClient
    let stranger: HttpClient
    let count = 0
    beforeAll(async () => {
      insider = (await person(wiki(), 'insider', ['outer-circle', 'inner-circle'])).client
      outer = (await person(wiki(), 'outer', ['outer-circle'])).client
      stranger = (await person(wiki(), 'stranger')).client
      for (const key of ['FROM', 'TO']) await wiki().admin.post('/rest/api/space', { key, name: key })
    })

    const create = async (title: string, parent?: string): Promise<string> => {
      const more = parent === undefined ? {} : { ancestors: [{ id: parent }] }
      const id = await wiki().admin.createPage('FROM', `${title} ${++count}`, '<p>plans of the volcano</p>', more)
      await attach(wiki().admin, id, 'plan.txt', 'dig here')
      return id
    }
    const restrict = async (id: string, group: string, operation = 'read') => {
      const path = `/rest/api/content/${id}/restriction/byOperation/${operation}/group/${group}`
      expect((await wiki().admin.put(path)).status).toBe(200)
    }
    const copy = async (client: HttpClient, id: string, body: Record<string, unknown> = {}): Promise<string> => {
      const made = await client.post(copyOf(id), { title: `Copy ${++count}`, ...body })
      expect(made.status, made.text).toBe(200)
      return made.json.id
    }
    /** Access of a client to a page: its text, its file, and whether its space lists it. */
    const seenBy = async (client: HttpClient, id: string, key = 'FROM') => {
      const files = await client.get(`/rest/api/content/${id}/child/attachment`)
      const file = await client.get(`/download/attachments/${id}/plan.txt`)
      const list = await client.get(`/rest/api/content?spaceKey=${key}&limit=500`)
      return {
        page: (await client.get(`/rest/api/content/${id}`)).status,
        files: files.status === 200 ? files.json.results.length : files.status,
        download: file.status,
        isListed: list.json.results.some((page: { id: string }) => page.id === id),
      }
    }
    const OPEN = { page: 200, files: 1, download: 200, isListed: true }
    const HIDDEN = { page: 404, files: 404, download: 404, isListed: false }
    const ownGroups = async (id: string, operation = 'read') => {
      const { json } = await wiki().admin.get(
        `/rest/api/content/${id}/restriction/byOperation/${operation}?expand=restrictions.user,restrictions.group`,
      )
      return {
        groups: json.restrictions.group.results.map(({ name }: { name: string }) => name).toSorted(),
        users: json.restrictions.user.results.map(({ username }: { username: string }) => username).toSorted(),
      }
    }

    describe.each(['FROM', 'TO'])('in the space %s', spaceKey => {
      it('are restricted as their source is', async () => {
        const source = await create('Own')
        await restrict(source, 'outer-circle')
        const id = await copy(outer, source, { spaceKey })
        expect(await seenBy(outer, id, spaceKey)).toEqual(OPEN)
        expect(await seenBy(stranger, id, spaceKey)).toEqual(HIDDEN)
        expect(await ownGroups(id)).toEqual({ groups: ['outer-circle'], users: [] })
      })

      it('are restricted by what their source inherits', async () => {
        const top = await create('Top')
        const middle = await create('Middle', top)
        const source = await create('Inheriting', middle)
        await restrict(top, 'outer-circle')
        const id = await copy(outer, source, { spaceKey, parentId: null })
        expect(await seenBy(outer, id, spaceKey)).toEqual(OPEN)
        expect(await seenBy(stranger, id, spaceKey)).toEqual(HIDDEN)
      })

      it('are restricted by all restrictions that hold together', async () => {
        const top = await create('Top')
        const middle = await create('Middle', top)
        const source = await create('Doubly', middle)
        await restrict(top, 'outer-circle')
        await restrict(source, 'inner-circle')
        const id = await copy(insider, source, { spaceKey, parentId: null })
        expect(await seenBy(insider, id, spaceKey)).toEqual(OPEN)
        expect(await seenBy(outer, id, spaceKey)).toEqual(HIDDEN)
        expect(await seenBy(stranger, id, spaceKey)).toEqual(HIDDEN)
      })

      it('of a tree are restricted page by page', async () => {
        const top = await create('Top')
        const root = await create('Root', top)
        const open = await create('Open', root)
        await create('Leaf', open)
        const closed = await create('Closed', root)
        await create('Below', closed)
        await restrict(top, 'outer-circle')
        await restrict(closed, 'inner-circle')
        const id = await copy(insider, root, { spaceKey, parentId: null, hierarchy: true, titlePrefix: `${count} ` })
        const below = async (client: HttpClient) =>
          (await client.get(`/rest/api/content/${id}/descendant/page?limit=100`)).json.results as {
            id: string
            title: string
          }[]
        const pages = await below(wiki().admin)
        expect(pages).toHaveLength(4)
        for (const page of pages) {
          const isClosed = /Closed|Below/.test(page.title)
          expect(await seenBy(insider, page.id, spaceKey), page.title).toEqual(OPEN)
          expect(await seenBy(outer, page.id, spaceKey), page.title).toEqual(isClosed ? HIDDEN : OPEN)
          expect(await seenBy(stranger, page.id, spaceKey), page.title).toEqual(HIDDEN)
        }
      })

      it('are as open as their place where the request says so', async () => {
        const top = await create('Top')
        const source = await create('Bare', top)
        const leaf = await create('Leaf', source)
        await restrict(top, 'outer-circle')
        await restrict(source, 'outer-circle', 'update')
        await restrict(leaf, 'outer-circle')
        const id = await copy(outer, source, {
          spaceKey,
          parentId: null,
          hierarchy: true,
          titlePrefix: `${count} `,
          restrictions: false,
        })
        expect(await seenBy(stranger, id, spaceKey)).toEqual(OPEN)
        expect(await ownGroups(id, 'update')).toEqual({ groups: [], users: [] })
        const [below] = (await stranger.get(`/rest/api/content/${id}/child/page`)).json.results
        expect(await seenBy(stranger, below.id, spaceKey)).toEqual(OPEN)
      })
    })

    it('keep what restricts editing; the user who copies may edit the copy', async () => {
      const source = await create('Read-only')
      await restrict(source, 'inner-circle', 'update')
      const update = async (client: HttpClient, id: string) =>
        (
          await client.put(`/rest/api/content/${id}`, {
            type: 'page',
            title: `Edited ${++count}`,
            version: { number: (await client.get(`/rest/api/content/${id}`)).json.version.number + 1 },
            body: { storage: { value: '<p>x</p>', representation: 'storage' } },
          })
        ).status
      const id = await copy(outer, source)
      expect(await ownGroups(id, 'update')).toEqual({ groups: ['inner-circle'], users: ['outer'] })
      expect([await update(stranger, id), await update(outer, id), await update(insider, id)]).toEqual([403, 200, 200])
      const unchanged = await copy(insider, source)
      expect(await ownGroups(unchanged, 'update')).toEqual({ groups: ['inner-circle'], users: [] })
    })

    it('get no restrictions of their own where those of the place hold already', async () => {
      const top = await create('Top')
      const source = await create('Sibling', top)
      await restrict(top, 'outer-circle')
      const id = await copy(outer, source)
      expect(await seenBy(stranger, id)).toEqual(HIDDEN)
      expect(await ownGroups(id)).toEqual({ groups: [], users: [] })
    })

    it('are as open as their source', async () => {
      const source = await create('Public')
      const id = await copy(outer, source, { spaceKey: 'TO' })
      expect(await seenBy(stranger, id, 'TO')).toEqual(OPEN)
    })

    it('are made by the form of the document in the same way', async () => {
      const top = await create('Top')
      const source = await create('By form', top)
      await restrict(top, 'outer-circle')
      const form = await outer.get(`/pages/copypage.action?idOfPageToCopy=${source}`)
      expect(form.text).toContain('name="unrestricted"')
      const send = async (more: Record<string, string>) => {
        const title = `Form ${++count}`
        const values = { idOfPageToCopy: source, title, spaceKey: 'TO', attachments: 'true', ...more }
        const sent = await outer.send('POST', '/pages/docopypage.action', new URLSearchParams(values), {
          'x-atlassian-token': 'no-check',
        })
        expect(sent.status, sent.text).toBe(303)
        const found = await outer.get(`/rest/api/content?spaceKey=TO&title=${encodeURIComponent(title)}`)
        return found.json.results[0].id as string
      }
      expect(await seenBy(stranger, await send({}), 'TO')).toEqual(HIDDEN)
      expect(await seenBy(stranger, await send({ unrestricted: 'true' }), 'TO')).toEqual(OPEN)
    })
  },
)
