import { describe, expect, it } from 'vitest'
import { accountsFeature } from '#features/accounts/server/index.ts'
import { attachmentsFeature } from '#features/attachments/server/index.ts'
import { removeEmptyDrafts } from '#features/content-core/server/write.ts'
import { contentCoreFeature } from '#features/content-core/server/index.ts'
import { contentFeature } from '#features/content/server/index.ts'
import { spacesFeature } from '#features/spaces/server/index.ts'
import { ADMIN, onEachEngine, type HttpClient } from '#platform/server/testing/harness.ts'
import { person } from '#features/spaces/testing/people.ts'
import { liveEditingFeature } from '#features/live-editing/server/index.ts'
import { editorFeature } from './server/index.ts'

const FEATURES = [
  accountsFeature,
  spacesFeature,
  contentCoreFeature,
  contentFeature,
  attachmentsFeature,
  liveEditingFeature,
  editorFeature,
]
const NO_CHECK = { 'x-atlassian-token': 'no-check' }

onEachEngine(
  'the editor',
  () => FEATURES,
  wiki => {
    let spaces = 0
    async function space(client: HttpClient = wiki().admin): Promise<{ key: string; homeId: string }> {
      const key = `ED${++spaces}`
      await client.post('/rest/api/space', { key, name: `Space ${key}` })
      const { json } = await client.get(`/rest/api/space/${key}?expand=homepage`)
      return { key, homeId: json.homepage.id }
    }
    const meta = (text: string, name: string) => new RegExp(`<meta name="${name}" content="([^"]*)">`).exec(text)?.[1]
    const pageOf = async (id: string) =>
      (await wiki().admin.get(`/rest/api/content/${id}?expand=body.storage,version,ancestors&status=any`)).json
    async function page(key: string, title: string, storage = '<p>one</p>'): Promise<string> {
      const { json } = await wiki().admin.post('/rest/api/content', {
        type: 'page',
        title,
        space: { key },
        body: { storage: { value: storage, representation: 'storage' } },
      })
      return json.id
    }

    describe('a new page', () => {
      it('gets a draft whose id it keeps, and tells all that old programs read', async () => {
        const { key, homeId } = await space()
        const { status, text } = await wiki().admin.get(
          `/pages/createpage.action?spaceKey=${key}&fromPageId=${homeId}&src=quick-create`,
        )
        expect(status).toBe(200)
        expect(text).toContain('Page Title')
        const id = meta(text, 'ajs-content-id') ?? ''
        expect(id).toMatch(/^\d+$/)
        expect(meta(text, 'ajs-draft-id')).toBe(id)
        expect(meta(text, 'ajs-page-id')).toBe('0')
        expect(meta(text, 'ajs-parent-page-id')).toBe(homeId)
        expect(meta(text, 'ajs-new-page')).toBe('true')
        expect(meta(text, 'ajs-atl-token')).toBeDefined()
        expect(meta(text, 'ajs-build-number')).toMatch(/^\d+$/)
        const put = await wiki().admin.put(`/rest/api/content/${id}?status=draft`, {
          status: 'current',
          title: 'Born here',
          space: { key },
          id,
          type: 'page',
          version: { number: 1 },
          ancestors: [{ id: homeId, type: 'page' }],
          body: { editor: { value: 'text', representation: 'editor', content: { id } } },
        })
        expect(put.status).toBe(200)
        expect(put.json).toMatchObject({ id, title: 'Born here', status: 'current' })
      })

      it('is not begun by a picture or a frame that somebody put into a page', async () => {
        const { key } = await space()
        const path = `/pages/createpage.action?spaceKey=${key}`
        for (const part of ['image', 'iframe'])
          expect((await wiki().admin.with({ 'sec-fetch-dest': part }).get(path)).status).toBe(403)
        const begun = () =>
          wiki()
            .app.database.read.selectFrom('content')
            .innerJoin('space', 'space.id', 'content.space_id')
            .select('content.id')
            .where('space.key', '=', key)
            .where('content.status', '=', 'draft')
            .execute()
        expect(await begun()).toEqual([])
        expect((await wiki().admin.with({ 'sec-fetch-dest': 'document' }).get(path)).status).toBe(200)
        expect(await begun()).toHaveLength(1)
      })

      it('is a draft of its own for each window, wherever it is begun', async () => {
        const { key, homeId } = await space()
        const open = async (query: string) =>
          meta((await wiki().admin.get(`/pages/createpage.action?spaceKey=${key}${query}`)).text, 'ajs-draft-id') ?? ''
        const [first, second] = [await open(`&fromPageId=${homeId}`), await open(`&fromPageId=${homeId}`)]
        const begun = (await wiki().admin.post(`/rest/oxbow/1.0/editor?spaceKey=${key}&fromPageId=${homeId}`)).json.id
        expect(new Set([first, second, begun]).size).toBe(3)
        for (const [id, title] of [
          [first, 'From one'],
          [second, 'From the other'],
        ] as const) {
          const put = await wiki().admin.put(`/rest/api/content/${id}?status=draft`, {
            status: 'current',
            title,
            space: { key },
            type: 'page',
            version: { number: 1 },
            body: { storage: { value: '<p>x</p>', representation: 'storage' } },
          })
          expect(put.status, put.text).toBe(200)
        }
      })

      it('shows the title that its address names, without holding it as written', async () => {
        const { key } = await space()
        const { text } = await wiki().admin.get(`/pages/createpage.action?spaceKey=${key}&title=Wanted%20page`)
        expect(meta(text, 'ajs-page-title')).toBe('Wanted page')
        expect((await wiki().admin.post(`/rest/oxbow/1.0/editor?spaceKey=${key}&title=Wanted%20page`)).json.title).toBe(
          'Wanted page',
        )
        expect((await pageOf(meta(text, 'ajs-draft-id') ?? '')).title).toBe('')
      })

      it('is not among the drafts and goes when its editor is left, unless anything was written in it', async () => {
        const { key } = await space()
        const begin = async () => (await wiki().admin.post(`/rest/oxbow/1.0/editor?spaceKey=${key}`)).json.id as string
        const ids = { empty: await begin(), titled: await begin(), written: await begin(), withFile: await begin() }
        const keep = (id: string, title: string, storage: string) =>
          wiki().admin.put(`/rest/oxbow/1.0/content/${id}/draft`, { title, storage, baseVersion: 0 })
        expect((await keep(ids.titled, 'Titled', '')).status).toBe(200)
        expect((await keep(ids.written, '', '<p>x</p>')).status).toBe(200)
        const form = new FormData()
        form.append('file', new Blob(['x']), 'x.txt')
        const attached = await wiki().admin.send(
          'POST',
          `/rest/api/content/${ids.withFile}/child/attachment?status=draft`,
          form,
          NO_CHECK,
        )
        expect(attached.status, attached.text).toBe(200)
        const listed = async () =>
          (await wiki().admin.get('/rest/oxbow/1.0/drafts?limit=100')).json.results
            .filter((draft: { space: { key: string } }) => draft.space.key === key)
            .map((draft: { id: string }) => draft.id)
            .toSorted()
        const rest = [ids.titled, ids.written, ids.withFile].toSorted()
        expect(await listed()).toEqual(rest)
        const { client: other } = await person(wiki(), `leaves-${key}`)
        expect((await other.delete(`/rest/oxbow/1.0/editor/${ids.empty}`)).status).toBe(404)
        for (const id of Object.values(ids))
          expect((await wiki().admin.delete(`/rest/oxbow/1.0/editor/${id}`)).status).toBe(204)
        expect((await wiki().admin.get(`/rest/oxbow/1.0/editor/${ids.empty}`)).status).toBe(404)
        expect(await listed()).toEqual(rest)
        const published = await page(key, 'Published', '')
        expect((await wiki().admin.delete(`/rest/oxbow/1.0/editor/${published}`)).status).toBe(204)
        expect((await pageOf(published)).title).toBe('Published')
      })

      it('goes by itself when nothing was written in it for long', async () => {
        const { key } = await space()
        const begin = async () => (await wiki().admin.post(`/rest/oxbow/1.0/editor?spaceKey=${key}`)).json.id as string
        const [empty, written] = [await begin(), await begin()]
        await wiki().admin.put(`/rest/oxbow/1.0/content/${written}/draft`, {
          title: '',
          storage: '<p>x</p>',
          baseVersion: 0,
        })
        const { updated_at: begun } = await wiki()
          .app.database.read.selectFrom('content')
          .select('updated_at')
          .where('id', '=', Number(empty))
          .executeTakeFirstOrThrow()
        const isThere = async (id: string) => (await wiki().admin.get(`/rest/oxbow/1.0/editor/${id}`)).status === 200
        await removeEmptyDrafts(wiki().app, begun)
        expect([await isThere(empty), await isThere(written)]).toEqual([true, true])
        await removeEmptyDrafts(wiki().app, begun + 60_000)
        expect([await isThere(empty), await isThere(written)]).toEqual([false, true])
      })

      it('is nobody else’s', async () => {
        const { key } = await space()
        const { client: other } = await person(wiki(), `ed-${key}`)
        const id = meta((await wiki().admin.get(`/pages/createpage.action?spaceKey=${key}`)).text, 'ajs-draft-id')
        expect((await other.get(`/pages/resumedraft.action?draftId=${id}`)).status).toBe(404)
        expect((await other.get(`/rest/oxbow/1.0/editor/${id}`)).status).toBe(404)
      })

      it('asks who is not signed in to do so, and in which space where the address names none', async () => {
        const { key } = await space()
        const reply = await wiki().anonymous.get(`/pages/createpage.action?spaceKey=${key}`)
        expect(reply.status).toBe(302)
        expect(reply.headers.get('location')).toContain('/login.action')
        expect((await wiki().anonymous.get('/pages/createpage.action')).status).toBe(302)
        const choice = await wiki().admin.get('/pages/createpage.action?title=Fish%20%26%20chips')
        expect(choice.status).toBe(200)
        expect(choice.text).toContain(
          `href="/pages/createpage.action?spaceKey=${key}&amp;src=quick-create&amp;title=Fish%20%26%20chips"`,
        )
        expect((await wiki().admin.get('/pages/createblogpost.action')).text).toContain(
          `href="/pages/createblogpost.action?spaceKey=${key}&amp;src=quick-create"`,
        )
        expect((await wiki().admin.get('/pages/createpage.action?query=nothing%20of%20that%20name')).text).toContain(
          'No space is called like that.',
        )
        expect((await wiki().admin.get('/pages/createpage.action?spaceKey=NOPE')).status).toBe(404)
      })
    })

    it('begins a post with the words and the link that old programs read', async () => {
      const { key } = await space()
      const { text } = await wiki().admin.get(`/pages/createblogpost.action?spaceKey=${key}`)
      expect(text).toContain('Blog post title')
      expect(text).toContain(`createpage.action?spaceKey=${key}&`)
      expect(meta(text, 'ajs-draft-type')).toBe('blogpost')
      expect(meta(text, 'ajs-content-id')).toBe(meta(text, 'ajs-draft-id'))
    })

    it('lets a parameter follow the space key in every link to create something, so that programs can cut the key out', async () => {
      const { key, homeId } = await space()
      const screens = [
        `/pages/viewpage.action?pageId=${homeId}&noRedirect=true`,
        `/display/${key}`,
        `/collector/pages.action?key=${key}`,
        `/pages/createpage.action?spaceKey=${key}`,
        `/pages/createblogpost.action?spaceKey=${key}`,
        `/pages/editpage.action?pageId=${homeId}`,
        '/pages/createpage.action',
        '/pages/createblogpost.action',
      ]
      for (const path of screens) {
        const { text } = await wiki().admin.get(path)
        const keys = [...text.matchAll(/create(?:page|blogpost)\.action\?spaceKey=(.*?)(?=&|["'<\s])(.?)/g)]
        expect(
          keys.map(([, , after]) => after),
          path,
        ).toEqual(keys.map(() => '&'))
        if (/pageId|spaceKey/.test(path)) expect(/createpage\.action\?spaceKey=(.+?)&/.exec(text)?.[1], path).toBe(key)
      }
    })

    it('opens a page with its text, or the draft of it, and carries both for the app', async () => {
      const { key } = await space()
      const id = await page(key, 'To edit', '<p>as published</p>')
      const published = await wiki().admin.get(`/pages/editpage.action?pageId=${id}`)
      expect(published.text).toContain('<p>as published</p>')
      expect(meta(published.text, 'ajs-page-id')).toBe(id)
      expect(meta(published.text, 'ajs-page-version')).toBe('1')
      await wiki().admin.put(`/rest/oxbow/1.0/content/${id}/draft`, {
        title: 'To edit 2',
        storage: '<p>as drafted</p>',
        baseVersion: 1,
      })
      const { json } = await wiki().admin.get(`/rest/oxbow/1.0/editor/${id}`)
      expect(json).toMatchObject({
        title: 'To edit 2',
        storage: '<p>as drafted</p>',
        baseVersion: 1,
        currentVersion: 1,
        isNew: false,
      })
      expect(json.draftAt).not.toBeNull()
      const drafted = await wiki().admin.get(`/pages/resumedraft.action?draftId=${id}&`)
      expect(drafted.text).toContain('<p>as drafted</p>')
      expect(meta(drafted.text, 'ajs-page-title')).toBe('To edit 2')
    })

    it('edits what pageId names, a page or a post [I2.7-01]', async () => {
      const { key } = await space()
      const body = { storage: { value: '<p>as published</p>', representation: 'storage' } }
      for (const [type, action] of [
        ['page', 'editpage'],
        ['blogpost', 'editblogpost'],
      ] as const) {
        const made = await wiki().admin.post('/rest/api/content', { type, title: `A ${type}`, space: { key }, body })
        const id = made.json.id as string
        const shown = await wiki().admin.get(`/pages/${action}.action?pageId=${id}`)
        expect([shown.status, meta(shown.text, 'ajs-page-id'), meta(shown.text, 'ajs-page-title')]).toEqual([
          200,
          id,
          `A ${type}`,
        ])
        expect(shown.text).toContain('<p>as published</p>')
        expect((await wiki().admin.get(`/pages/${action}.action?pageId=999999999`)).status).toBe(404)
      }
    })

    describe('the form save', () => {
      const save = (body: Record<string, string>, client = wiki().admin) =>
        client.send('POST', `/pages/doeditpage.action?pageId=${body['pageId']}`, new URLSearchParams(body), NO_CHECK)

      it('writes the next version and goes to the page', async () => {
        const { key } = await space()
        const id = await page(key, 'By form')
        const reply = await save({
          pageId: id,
          title: 'By form 2',
          wysiwygContent: '<p>two</p>',
          originalVersion: '1',
          versionComment: 'why',
          confirm: 'Save',
        })
        expect(reply.status).toBe(302)
        expect(reply.headers.get('location')).toBe(`/display/${key}/By+form+2`)
        expect(await pageOf(id)).toMatchObject({
          title: 'By form 2',
          version: { number: 2, message: 'why' },
          body: { storage: { value: '<p>two</p>' } },
        })
      })

      it('refuses a version that is not the current one', async () => {
        const { key } = await space()
        const id = await page(key, 'Behind')
        await save({ pageId: id, title: 'Behind', wysiwygContent: '<p>two</p>', originalVersion: '1' })
        expect(
          (await save({ pageId: id, title: 'Behind', wysiwygContent: '<p>mine</p>', originalVersion: '1' })).status,
        ).toBe(409)
        expect((await pageOf(id)).body.storage.value).toBe('<p>two</p>')
      })

      it('publishes a draft, and wants a token from a session', async () => {
        const { key } = await space()
        const id = meta((await wiki().admin.get(`/pages/createpage.action?spaceKey=${key}`)).text, 'ajs-draft-id') ?? ''
        expect((await save({ pageId: id, title: 'Fresh', wysiwygContent: '<p>new</p>' })).status).toBe(302)
        expect(await pageOf(id)).toMatchObject({ status: 'current', title: 'Fresh', version: { number: 1 } })
        const signIn = await wiki().anonymous.send(
          'POST',
          '/dologin.action',
          new URLSearchParams({ os_username: ADMIN.username, os_password: ADMIN.password }),
        )
        const session = wiki().anonymous.with({ cookie: signIn.headers.get('set-cookie')?.split(';')[0] ?? '' })
        const forged = await session.send(
          'POST',
          `/pages/doeditpage.action?pageId=${id}`,
          new URLSearchParams({ title: 'Forged' }),
        )
        expect(forged.status).toBe(403)
        expect((await pageOf(id)).title).toBe('Fresh')
      })
    })
  },
)
