import { beforeAll, expect, it } from 'vitest'
import { onEachEngine } from '#platform/server/testing/harness.ts'
import { renderQueue } from '#features/content-core/server/render.ts'
import { person, type TestPerson } from '#features/spaces/testing/people.ts'
import { features } from '../../server.ts'

onEachEngine(
  'what a page says of people and days',
  () => features,
  wiki => {
    let ada: TestPerson
    let id: string
    let including: string

    const create = async (title: string, value: string) => String(await wiki().admin.createPage('MEN', title, value))
    const html = async (of = id, language = 'en') =>
      (
        await wiki().admin.send('GET', `/pages/viewpage.action?pageId=${of}`, undefined, {
          'accept-language': language,
        })
      ).text
    const mentions = (page: string) => page.match(/<(a|span) class="confluence-userlink user-mention[^>]*>[^<]*<\/\1>/g)
    const link = (name: string) =>
      `<a class="confluence-userlink user-mention" data-username="ada" href="/display/~ada" data-userkey="${ada.userKey}">${name}</a>`
    const stranger = (name: string) =>
      `<span class="confluence-userlink user-mention unknown-user" data-username="${name}">${name}</span>`
    const stored = async () => {
      await wiki().app.events.settled()
      await renderQueue(wiki().app).idle()
      const rows = await wiki()
        .app.database.read.selectFrom('content_render')
        .select(['mode', 'html'])
        .where('content_id', '=', Number(id))
        .orderBy('mode')
        .execute()
      return rows.map(row => row.html)
    }
    const rename = async (username: string, fullName: string) => {
      const answer = await wiki().admin.put(`/rest/api/admin/user/${username}`, { fullName })
      expect(answer.status, answer.text).toBe(204)
    }

    beforeAll(async () => {
      ada = await person(wiki(), 'ada')
      await wiki().admin.post('/rest/api/space', { key: 'MEN', name: 'Mentions' })
      id = await create(
        'Who',
        [
          '<p>By name <ac:link><ri:user ri:username="ADA" /></ac:link>,',
          `by key <ac:link><ri:user ri:userkey="${ada.userKey}" /></ac:link>,`,
          'nobody <ac:link><ri:user ri:username="grace" /></ac:link>, on <time datetime="2024-05-03" />.</p>',
        ].join(' '),
      )
      including = await create(
        'Including',
        '<ac:structured-macro ac:name="include"><ac:parameter ac:name=""><ac:link><ri:page ri:content-title="Who" /></ac:link></ac:parameter></ac:structured-macro>',
      )
    })

    it('shows mentions by the full name, linked to the profile', async () => {
      expect(mentions(await html())).toEqual([link('ada Doe'), link('ada Doe'), stranger('grace')])
      expect(mentions(await html(including))).toEqual([link('ada Doe'), link('ada Doe'), stranger('grace')])
      const { json } = await wiki().admin.get(`/rest/api/content/${id}?expand=body.view`)
      expect(json.body.view.value).toContain('>ada Doe</a>')
    })

    it('shows the new name of somebody who was renamed, on pages whose HTML is stored too', async () => {
      const [before] = await stored()
      expect(before).toContain('ada Doe')
      await rename('ada', 'Ada, Countess of Lovelace')
      expect(mentions(await html())).toEqual([
        link('Ada, Countess of Lovelace'),
        link('Ada, Countess of Lovelace'),
        stranger('grace'),
      ])
      expect(mentions(await html(including))?.[0]).toBe(link('Ada, Countess of Lovelace'))
      expect(await stored()).toEqual([expect.stringContaining('Countess')])
    })

    it('links somebody whose account comes later', async () => {
      const grace = await person(wiki(), 'grace')
      expect(mentions(await html())?.[2]).toBe(
        `<a class="confluence-userlink user-mention" data-username="grace" href="/display/~grace" data-userkey="${grace.userKey}">grace Doe</a>`,
      )
    })

    it('names somebody who was deleted without a link', async () => {
      const deleted = await wiki().admin.delete('/rest/api/admin/user/ada')
      expect(deleted.status, deleted.text).toBe(202)
      await expect
        .poll(async () => mentions(await html())?.slice(0, 2))
        .toEqual([
          stranger('ADA'),
          expect.stringMatching(/^<span class="confluence-userlink user-mention"[^>]*>Former user \(ada\)<\/span>$/),
        ])
    })

    it('names people to who may not view profiles by their names alone, in pages, comments and tasks [V6-20]', async () => {
      const users = '/rest/api/permissions/group/confluence-users'
      const right = [{ targetType: 'users', operationKey: 'read' }]
      const reader = await person(wiki(), 'reader')
      const bert = await person(wiki(), 'bert')
      const mention = `<ac:link><ri:user ri:userkey="${bert.userKey}" /></ac:link>`
      const task = `<ac:task-list><ac:task><ac:task-id>1</ac:task-id><ac:task-status>incomplete</ac:task-status><ac:task-body>Ask ${mention}</ac:task-body></ac:task></ac:task-list>`
      const page = await create('Named', `<p>${mention}</p>${task}`)
      const comment = await bert.client.post('/rest/api/content', {
        type: 'comment',
        container: { id: page, type: 'page' },
        body: { storage: { value: `<p>${mention}</p>${task}`, representation: 'storage' } },
      })
      expect(comment.status, comment.text).toBe(200)
      const report = await create(
        'Report',
        '<ac:structured-macro ac:name="tasks-report-macro"><ac:parameter ac:name="spaces">MEN</ac:parameter></ac:structured-macro>',
      )
      const shown = async () => {
        const pages = [
          await reader.client.get(`/pages/viewpage.action?pageId=${page}`),
          await reader.client.get(`/rest/api/content/${page}?expand=body.view,body.export_view`),
          await reader.client.get(`/rest/oxbow/1.0/content/${page}/comments`),
          await reader.client.get(`/rest/api/content/${report}?expand=body.view`),
        ]
        for (const { status, text } of pages) expect(status, text).toBe(200)
        return pages.map(({ text }) => text.replaceAll('\\"', '"'))
      }
      const named = (text: string) =>
        new RegExp(`data-(?:username|userkey|inline-task-assignee)="(?:bert|${bert.userKey})"`).test(text)
      for (const text of await shown()) {
        expect(text).toContain('bert Doe')
        expect(named(text), text).toBe(true)
      }
      expect((await wiki().admin.put(`${users}/revoke`, right)).status).toBeLessThan(300)
      for (const text of await shown()) {
        expect(text).toContain('bert Doe')
        expect(named(text), text).toBe(false)
      }
      expect((await wiki().admin.put(`${users}/grant`, right)).status).toBeLessThan(300)
    })

    it("writes dates and its own words in the reader's language, kept for each", async () => {
      expect(await html(id, 'en')).toContain('<time datetime="2024-05-03">May 3, 2024</time>')
      expect(await html(id, 'de')).toContain('<time datetime="2024-05-03">03.05.2024</time>')
      expect(await html(id, 'en')).toContain('<time datetime="2024-05-03">May 3, 2024</time>')
      const missing = await create('Missing', '<p><ac:link><ri:attachment ri:filename="none.txt" /></ac:link></p>')
      expect(await html(missing, 'de')).toContain('title="Unbekannter Anhang"')
      expect(await html(missing, 'en')).toContain('title="Unknown attachment"')
    })
  },
)
