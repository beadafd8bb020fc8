import { describe, expect, it } from 'vitest'
import { Browser } from '#platform/server/testing/browser.ts'
import { ADMIN, onEachEngine } from '#platform/server/testing/harness.ts'
import { person } from '#features/spaces/testing/people.ts'
import { features } from '../../server.ts'

const START = '/json/startheartbeatactivity.action'
const NO_CHECK = { 'x-atlassian-token': 'no-check' }

onEachEngine(
  'calls of the old editor',
  () => features,
  wiki => {
    let id = ''
    const editor = () => wiki().as('editor', 'editor password').with(NO_CHECK)
    const admin = () => wiki().admin.with(NO_CHECK)
    const beat = (client: ReturnType<typeof admin>, contentId: string) =>
      client.send(
        'POST',
        START,
        new URLSearchParams({ dataType: 'json', contentId, draftType: 'page', spaceKey: 'OLD' }),
      )

    it('says who else edits, with a hash that is never empty', async () => {
      await wiki().addUser('editor', { fullName: 'Ed Itor' })
      await wiki().admin.post('/rest/api/space', { key: 'OLD', name: 'Old' })
      id = await wiki().admin.createPage('OLD', 'Page', '<p>text</p>')
      const alone = (await beat(admin(), id)).json
      expect(alone).toMatchObject({ activityResponses: [], editMode: 'collaborative' })
      expect(alone.contributorsHash).toMatch(/^[0-9a-f]{40}$/)
      const second = (await beat(editor(), id)).json
      expect(second.activityResponses).toEqual([{ userName: 'admin', fullName: expect.any(String) as string }])
      const first = (await beat(admin(), id)).json
      expect(first.activityResponses).toEqual([{ userName: 'editor', fullName: 'Ed Itor' }])
      expect(first.contributorsHash).not.toBe(alone.contributorsHash)
      const stopped = await editor().send(
        'POST',
        '/json/stopheartbeatactivity.action',
        new URLSearchParams({ contentId: id }),
      )
      expect(stopped.status).toBe(200)
      expect((await beat(admin(), id)).json).toEqual(alone)
    })

    it('takes the fields in the query with an empty JSON body, and answers the token of the session', async () => {
      const browser = new Browser(wiki().url)
      await browser.login(ADMIN.username, ADMIN.password)
      const home = await browser.get(`/pages/viewpage.action?pageId=${id}&noRedirect=true`)
      const [, token = ''] = /<meta name="ajs-atl-token" content="([^"]+)"/.exec(home.text) ?? []
      expect(token).not.toBe('')
      const reply = await browser.send(
        'POST',
        `${START}?dataType=json&contentId=${id}&space_key=OLD&draftType=page&atl_token=${token}`,
        '',
        { 'content-type': 'application/json' },
      )
      expect([reply.status, reply.json.atlToken], reply.text).toEqual([200, token])
      const forged = await browser.send('POST', `${START}?contentId=${id}`, '', { 'content-type': 'application/json' })
      expect([forged.status, forged.json.message]).toEqual([403, 'XSRF check failed'])
    })

    it('tells an editor that lost the permission, without an error', async () => {
      await wiki().admin.put(`/rest/api/content/${id}/restriction`, [
        { operation: 'update', restrictions: { user: [{ type: 'known', username: 'admin' }], group: [] } },
      ])
      const reply = await beat(editor(), id)
      expect([reply.status, reply.json.status]).toEqual([200, 'unauthorised'])
      expect((await beat(editor(), '999999999')).json.status).toBe('unauthorised')
      expect((await editor().get(`/rest/tinymce/1/content/${id}.json`)).status).toBe(403)
      const loaded = (await wiki().admin.get(`/rest/tinymce/1/content/${id}.json?_=1`)).json
      expect(loaded.permissions).toEqual({
        viewPermissionsUsers: '',
        viewPermissionsGroups: '',
        editPermissionsUsers: 'admin',
        editPermissionsGroups: '',
      })
      await wiki().admin.delete(`/rest/api/content/${id}/restriction`)
    })

    it('loads a page, keeps what is typed, and forgets it [I3-13] [I7.5-01]', async () => {
      const loaded = (await editor().get(`/rest/tinymce/1/content/${id}.json`)).json
      expect(loaded).toMatchObject({
        title: 'Page',
        editorContent: '<p>text</p>',
        pageVersion: 1,
        syncRev: expect.stringMatching(/./) as string,
        confRev: `confluence$content$${id}.1`,
        atlToken: expect.any(String) as string,
        permissions: { viewPermissionsUsers: '', editPermissionsUsers: '' },
        editMode: 'legacy',
      })
      const saved = await editor().post('/rest/tinymce/1/drafts', {
        draftId: '0',
        pageId: id,
        type: 'page',
        title: 'Page',
        spaceKey: 'OLD',
        content: '<p>typed</p>',
        syncRev: '0.mcPCPtDvwoayMR7zvuQSbf8.27',
        pageVersion: '1',
      })
      expect([saved.status, saved.json.draftId], saved.text).toEqual([200, id])
      const draft = async () => (await editor().get(`/rest/oxbow/1.0/content/${id}/draft`)).json.draft
      expect(await draft()).toMatchObject({ storage: '<p>typed</p>', baseVersion: 1 })
      const dropped = await editor().delete('/rest/tinymce/1/drafts/discard', {
        draftId: 0,
        pageId: Number(id),
        type: 'page',
        spaceKey: 'OLD',
      })
      expect(dropped.status).toBe(204)
      expect(await draft()).toBeNull()
      expect((await editor().post('/rest/tinymce/1/drafts', { pageId: id, content: '<p>' })).status).toBe(400)
      expect((await wiki().anonymous.post('/rest/tinymce/1/drafts', { pageId: id, content: 'x' })).status).toBe(404)
    })

    it('begins a draft, publishes it under its id, and drops one for good', async () => {
      const begun = await editor().post('/rest/tinymce/1/drafts', {
        draftId: 0,
        pageId: 0,
        type: 'page',
        title: 'Begun',
        spaceKey: 'OLD',
        content: 'bare text',
      })
      expect(begun.status, begun.text).toBe(200)
      const { draftId } = begun.json as { draftId: string }
      await editor().post('/rest/tinymce/1/drafts', { draftId, pageId: '0', title: 'Begun', content: '<p>more</p>' })
      const published = await editor().put(`/rest/api/content/blueprint/instance/${draftId}?status=draft`, {
        type: 'page',
        title: 'Begun',
        space: { key: 'OLD' },
        version: { number: 1 },
        status: 'current',
      })
      expect(published.json, published.text).toMatchObject({
        id: draftId,
        status: 'current',
        title: 'Begun',
        body: { storage: { value: '<p>more</p>' } },
      })
      const other = (await editor().post('/rest/tinymce/1/drafts', { title: 'Other', spaceKey: 'OLD' })).json
        .draftId as string
      expect((await editor().delete('/rest/tinymce/1/drafts/discard', { draftId: other, pageId: 0 })).status).toBe(204)
      expect((await editor().get(`/rest/api/content/${other}?status=draft`)).status).toBe(404)
    })

    describe('its form', () => {
      const load = (query: string) =>
        wiki().admin.get(`/plugins/editor-loader/editor.action?${query}&atl_after_login_redirect=%2F&timeout=12000&_=1`)

      it('holds a page with its title, text, ids and token [V2-01] [V7-05]', async () => {
        const reply = await load(`pageId=${id}&spaceKey=OLD`)
        expect([reply.status, reply.headers.get('content-type')]).toEqual([200, 'text/html;charset=UTF-8'])
        for (const marker of [
          'id="quickedit-breadcrumbs"',
          'id="content-title"',
          'id="wysiwygTextarea" name="wysiwygContent"',
          'id="rte-button-publish" name="confirm"',
          'title="dynamic-editor-metadata"',
          `<meta name="ajs-content-id" content="${id}">`,
          'name="draftId"',
          'name="originalVersion"',
          'name="atl_token"',
        ]) {
          expect(reply.text).toContain(marker)
        }
        const { title } = (await wiki().admin.get(`/rest/api/content/${id}`)).json
        expect(reply.text).toContain(`value="${title as string}"`)
        expect(reply.text).not.toContain('<p>text</p>')
      })

      it('begins nothing for what is new, and names no draft then', async () => {
        const before = (await wiki().admin.get('/rest/oxbow/1.0/drafts')).json.size as number
        const reply = await load('spaceKey=OLD&pageId=0&parentparentPageId=7')
        expect([reply.status, reply.text.includes('<input type="hidden" name="draftId" value="0">')]).toEqual([
          200,
          true,
        ])
        expect((await wiki().admin.get('/rest/oxbow/1.0/drafts')).json.size).toBe(before)
      })

      it('holds the text of a draft, and lets none of it out of its fields', async () => {
        const title = '"><script>alert(1)</script>'
        const made = (
          await wiki().admin.post('/rest/api/content', {
            type: 'blogpost',
            status: 'draft',
            title,
            space: { key: 'OLD' },
            body: { storage: { value: '<p>&lt;/textarea&gt;</p>', representation: 'storage' } },
          })
        ).json.id as string
        const { text } = await load(`pageId=${made}`)
        expect(text).toContain(`<input type="hidden" name="draftId" value="${made}">`)
        expect(text.match(/<script/g)).toHaveLength(1)
        expect(text.match(/<\/textarea>/g)).toHaveLength(1)
      })

      it('is for who may edit', async () => {
        await wiki().admin.post('/rest/api/space/_private', { key: 'CLOSED', name: 'Closed' })
        const closed = await wiki().admin.createPage('CLOSED', 'Closed')
        const path = `/plugins/editor-loader/editor.action?pageId=${closed}`
        const { client: reader } = await person(wiki(), 'form-reader')
        expect((await reader.get(path)).status).toBe(404)
        expect((await reader.get('/plugins/editor-loader/editor.action?spaceKey=CLOSED')).status).toBe(404)
        await wiki().admin.put(
          `/rest/api/space/CLOSED/permissions/user/${(await reader.get('/rest/api/user/current')).json.userKey as string}/grant`,
          [{ targetType: 'space', operationKey: 'read' }],
        )
        expect((await reader.get(path)).status).toBe(403)
        expect((await reader.get('/plugins/editor-loader/editor.action?spaceKey=CLOSED')).status).toBe(403)
        expect((await wiki().anonymous.get(path)).status).toBe(404)
        expect((await load('pageId=')).status).toBe(400)
        expect((await load('pageId=99999999')).status).toBe(404)
      })
    })

    it('tells users how drafts are kept, and which emojis were added', async () => {
      const { client: user } = await person(wiki(), 'asks')
      expect((await user.get('/rest/synchrony-interop/status')).json).toEqual({ sharedDraftsEnabled: true })
      expect((await user.get('/rest/synchrony-interop/configuration')).json).toEqual({
        mode: 'enabled',
        sharedDraftsEnabled: true,
        synchronyEnabled: true,
      })
      expect((await user.get('/rest/synchrony-interop/synchrony-status')).json).toEqual({ status: 'running' })
      for (const query of ['', '?shortcut=%3Asmile%3A'])
        expect((await user.get(`/rest/emoticons/1.0/custom${query}`)).json).toEqual({ emojis: [] })
      for (const body of [{ shortcuts: [':smile:'] }, [':smile:'], {}, undefined]) {
        const found = await user.post('/rest/emoticons/1.0/custom', body)
        expect([found.status, found.json], JSON.stringify(body)).toEqual([200, { emojis: [] }])
      }
      const form = new FormData()
      const dot =
        'iVBORw0KGgoAAAANSUhEUgAAAAoAAAAKCAYAAACNMs+9AAAAFUlEQVR42mP8z8BQz0AEYBxVSF+FABJADveWkH6oAAAAAElFTkSuQmCC'
      form.append('file', new Blob([Buffer.from(dot, 'base64')], { type: 'image/png' }), 'a.png')
      const added = await wiki().admin.send('POST', '/rest/oxbow/1.0/emoji?name=boat', form, {
        'x-atlassian-token': 'no-check',
      })
      expect(added.status, added.text).toBe(200)
      for (const [query, emojis] of [
        ['', [{ shortName: ':boat:' }]],
        ['?shortcut=%3ABoat%3A', [{ shortName: ':boat:' }]],
        ['?shortcut=%3Asmile%3A', []],
      ] as const)
        expect((await user.get(`/rest/emoticons/1.0/custom${query}`)).json).toEqual({ emojis })
      const synchrony = ['status', 'configuration', 'synchrony-status'].map(name => `/rest/synchrony-interop/${name}`)
      for (const path of [...synchrony, '/rest/emoticons/1.0/custom'])
        expect((await wiki().anonymous.get(path)).status).toBe(401)
      expect((await wiki().anonymous.post('/rest/emoticons/1.0/custom', {})).status).toBe(401)
    })
  },
)
