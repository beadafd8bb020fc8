import { beforeAll, describe, expect, it } from 'vitest'
import { onEachEngine, storage, type HttpClient, type HttpReply } from '#platform/server/testing/harness.ts'
import { person, type TestPerson } from '#features/spaces/testing/people.ts'
import { features } from '../../server.ts'
import { contentAt } from './server/service/at-address.ts'
import { importPage } from './server/service/import.ts'
import { readBody } from './server/model/body.ts'
import { areRecorded, enqueueFormerTitles } from './server/model/former-titles-job.ts'

onEachEngine(
  'addresses of renamed and moved pages',
  () => features,
  wiki => {
    let reader: TestPerson

    const ok = async (reply: Promise<HttpReply>) => {
      const answer = await reply
      expect(answer.status, answer.text).toBeLessThan(300)
      return answer.json
    }
    const create = async (title: string, more: object = {}): Promise<string> =>
      (
        await ok(
          wiki().admin.post('/rest/api/content', {
            type: 'page',
            title,
            space: { key: 'OLD' },
            body: storage(`<p>${title}</p>`),
            ...more,
          }),
        )
      ).id
    const change = async (id: string, more: object) => {
      const { type, title, version } = await ok(wiki().admin.get(`/rest/api/content/${id}?status=any&expand=version`))
      return ok(
        wiki().admin.put(`/rest/api/content/${id}`, { type, title, version: { number: version.number + 1 }, ...more }),
      )
    }
    const rename = (id: string, title: string) => change(id, { title })
    const restrict = (id: string, username = 'admin') =>
      ok(wiki().admin.put(`/rest/api/content/${id}/restriction/byOperation/read/user?userName=${username}`))
    /** Status of a document, and where it leads. */
    const visit = async (path: string, client: HttpClient = wiki().admin) => {
      const { status, headers } = await client.with({ accept: 'text/html' }).get(path)
      return [status, headers.get('location')]
    }
    const resolve = async (query: string, client: HttpClient = wiki().admin) => {
      const { status, json } = await client.get(`/rest/oxbow/1.0/address?${query}`)
      return [status, status === 200 ? json : undefined]
    }
    const NOT_FOUND = [404, null]

    beforeAll(async () => {
      for (const key of ['OLD', 'NEW']) await ok(wiki().admin.post('/rest/api/space', { key, name: `Space ${key}` }))
      reader = await person(wiki(), 'reader')
    })

    it('redirects every form of the old address, with its other parameters', async () => {
      const id = await create('First name')
      await rename(id, 'Second name')
      await rename(id, 'Third & last')
      const path = `/pages/viewpage.action?pageId=${id}`
      expect(await visit('/display/OLD/First+name')).toEqual([302, path])
      expect(await visit('/display/old/first%20NAME')).toEqual([302, path])
      expect(await visit('/display/OLD/Second+name')).toEqual([302, path])
      expect(await visit('/pages/viewpage.action?spaceKey=OLD&title=First+name')).toEqual([302, path])
      expect(await visit('/display/OLD/First+name?focusedCommentId=7&a=b')).toEqual([
        302,
        `${path}&focusedCommentId=7&a=b`,
      ])
      expect(await resolve('spaceKey=OLD&title=First+name')).toEqual([200, { redirect: path }])
      await rename(id, 'Plain')
      expect(await visit('/display/OLD/First+name')).toEqual([302, '/display/OLD/Plain'])
      expect(await visit('/display/OLD/First+name?pageVersion=1')).toEqual([302, '/display/OLD/Plain?pageVersion=1'])
      expect(await visit('/display/OLD/Plain')).toEqual([200, null])
      expect(await visit('/display/OLD/Never+a+name')).toEqual(NOT_FOUND)
      expect(await visit('/display/NEW/First+name')).toEqual(NOT_FOUND)
      expect(await visit('/display/NONE/First+name')).toEqual(NOT_FOUND)
    })

    it('follows pages to another space, with those below', async () => {
      const root = await create('Root of all')
      const leaf = await create('Leaf of all', { ancestors: [{ id: root }] })
      await change(root, { space: { key: 'NEW' } })
      expect(await visit('/display/OLD/Root+of+all')).toEqual([302, '/display/NEW/Root+of+all'])
      expect(await visit('/display/OLD/Leaf+of+all')).toEqual([302, '/display/NEW/Leaf+of+all'])
      await rename(leaf, 'Leaf of some')
      expect(await visit('/display/OLD/Leaf+of+all')).toEqual([302, '/display/NEW/Leaf+of+some'])
    })

    it('follows posts of their day', async () => {
      const id = await create('Old news', { type: 'blogpost' })
      const path = (await ok(wiki().admin.get(`/rest/api/content/${id}`)))._links.webui as string
      await rename(id, 'New news')
      expect(await visit(path)).toEqual([302, path.replace('Old', 'New')])
      expect(await visit(path.replace(/\/\d{4}\/\d\d\/\d\d\//, '/1999/01/02/'))).toEqual(NOT_FOUND)
      expect(await visit('/display/OLD/Old+news')).toEqual(NOT_FOUND)
    })

    it('leads raw links of texts to the page', async () => {
      const id = await create('Linked raw')
      const linking = await create('Linking raw', { body: storage('<p><a href="/display/OLD/Linked+raw">x</a></p>') })
      await rename(id, 'Linked anew')
      const { body } = await ok(wiki().admin.get(`/rest/api/content/${linking}?expand=body.view`))
      const href = /href="([^"]+)"/.exec(body.view.value)?.[1] ?? ''
      expect([302, 200]).toContain((await wiki().admin.with({ accept: 'text/html' }).get(href)).status)
      expect(await visit(href)).toEqual([302, '/display/OLD/Linked+anew'])
    })

    it('leaves a title to the page that has it now, and is ambiguous where several pages had it', async () => {
      const one = await create('Shared')
      await rename(one, 'Shared one')
      const two = await create('Shared')
      expect(await visit('/display/OLD/Shared')).toEqual([200, null])
      await rename(two, 'Shared two')
      expect(await visit('/display/OLD/Shared')).toEqual(NOT_FOUND)
      expect((await resolve('spaceKey=OLD&title=Shared'))[0]).toBe(404)
      await ok(wiki().admin.delete(`/rest/api/content/${two}`))
      expect(await visit('/display/OLD/Shared')).toEqual([302, '/display/OLD/Shared+one'])
      await ok(wiki().admin.delete(`/rest/api/content/${two}?status=trashed`))
      expect(await visit('/display/OLD/Shared')).toEqual([302, '/display/OLD/Shared+one'])
    })

    it('counts no titles of drafts', async () => {
      const draft = await create('Only a draft', { status: 'draft' })
      await ok(
        wiki().admin.put(`/rest/api/content/${draft}?status=draft`, {
          type: 'page',
          status: 'draft',
          title: 'Another draft',
          version: { number: 1 },
        }),
      )
      await change(draft, { status: 'current', title: 'Published', version: { number: 1 } })
      expect(await visit('/display/OLD/Only+a+draft')).toEqual(NOT_FOUND)
    })

    describe('for readers who may not see everything', () => {
      it('reveals no page that the reader may not see', async () => {
        const hidden = await create('Secret before')
        await rename(hidden, 'Secret after')
        await restrict(hidden)
        expect(await visit('/display/OLD/Secret+before')).toEqual([302, '/display/OLD/Secret+after'])
        expect(await visit('/display/OLD/Secret+before', reader.client)).toEqual(NOT_FOUND)
        expect((await resolve('spaceKey=OLD&title=Secret+before', reader.client))[0]).toBe(404)
        const nothing = await reader.client.with({ accept: 'text/html' }).get('/display/OLD/Never+been+here')
        const secret = await reader.client.with({ accept: 'text/html' }).get('/display/OLD/Secret+before')
        const shown = (text: string) => /<div class="ox-notice">[\s\S]*?<form/.exec(text)?.[0] ?? ''
        expect(shown(nothing.text)).toContain('Page Not Found')
        expect(shown(secret.text)).toBe(shown(nothing.text))
        expect(secret.text).not.toContain('Secret after')
      })

      it('judges by the pages that the reader may see', async () => {
        const open = await create('Half open')
        await rename(open, 'Open half')
        const hidden = await create('Half open')
        await rename(hidden, 'Hidden half')
        await restrict(hidden)
        expect(await visit('/display/OLD/Half+open', reader.client)).toEqual([302, '/display/OLD/Open+half'])
        expect(await visit('/display/OLD/Half+open')).toEqual(NOT_FOUND)
      })

      it('sends visitors who may not see the page to sign in', async () => {
        const id = await create('For visitors')
        await rename(id, 'For all visitors')
        const [status, location] = await visit('/display/OLD/For+visitors', wiki().anonymous)
        expect(status).toBe(302)
        expect(location).toMatch(/^\/login\.action/)
      })

      it('lets a request for access find the page, which is disclosed to nobody', async () => {
        const hidden = await create('Asked for')
        await rename(hidden, 'Asked for by another name')
        await restrict(hidden)
        const row = await contentAt(wiki().app, { spaceKey: 'OLD', title: 'Asked for' })
        expect(String(row?.id)).toBe(hidden)
      })
    })

    it('knows the titles of older versions that are imported', async () => {
      const { app } = wiki()
      const body = await readBody(app, { value: '<p>x</p>', representation: 'storage' }, 'others')
      const space = await app.database.read
        .selectFrom('space')
        .select(['id', 'key'])
        .where('key', '=', 'OLD')
        .executeTakeFirstOrThrow()
      const version = (number: number, title: string) => ({
        number,
        title,
        authorId: null,
        at: number,
        message: '',
        storage: body.storage,
      })
      await app.database.transaction(tx =>
        importPage(tx, null, {
          type: 'page',
          id: null,
          status: 'current',
          title: 'Imported now',
          parentId: null,
          postingDay: null,
          creatorId: null,
          createdAt: 1,
          versions: [version(1, 'Imported once'), version(2, 'IMPORTED NOW'), version(3, 'Imported now')],
          space,
          body,
        }),
      )
      expect(await visit('/display/OLD/Imported+once')).toEqual([302, '/display/OLD/Imported+now'])
      expect(await visit('/display/OLD/IMPORTED+NOW')).toEqual([200, null])
    })

    it('knows the former title of a page that was restored under another', async () => {
      const id = await create('Thrown away')
      await ok(wiki().admin.delete(`/rest/api/content/${id}`))
      await change(id, { status: 'current', title: 'Brought back' })
      expect(await visit('/display/OLD/Thrown+away')).toEqual([302, '/display/OLD/Brought+back'])
    })

    it('knows the titles of older versions that were written before titles were recorded', async () => {
      const id = await create('Ancient')
      await rename(id, 'Modern')
      await wiki().app.database.transaction(async tx => {
        await tx.db.deleteFrom('former_title').execute()
        await wiki().app.settings.set(tx, areRecorded, false, null)
      })
      expect(await visit('/display/OLD/Ancient')).toEqual(NOT_FOUND)
      await enqueueFormerTitles(wiki().app)
      await wiki().app.jobs.idle()
      expect(await visit('/display/OLD/Ancient')).toEqual([302, '/display/OLD/Modern'])
    })
  },
)
