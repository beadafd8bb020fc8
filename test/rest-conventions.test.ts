import { expect, it } from 'vitest'
import { onEachEngine, type HttpReply, storage } from '#platform/server/testing/harness.ts'
import { features } from '../src/server.ts'

/** Cases in which programs would lose something without a word, or follow an address to the wrong place. */
onEachEngine(
  'conventions of the REST interface',
  () => features,
  wiki => {
    const admin = () => wiki().admin
    let id = ''
    const page = (title: string, body: object) => ({ type: 'page', title, space: { key: 'RULES' }, body })
    const read = async (path: string) => {
      const reply = await admin().get(path)
      expect(reply.status, reply.text).toBe(200)
      return reply.json
    }
    const refusal = async (reply: Promise<HttpReply>) => {
      const { status, json } = await reply
      return `${status} ${json.message as string}`
    }

    it('takes no page whose text is in a format that it does not keep', async () => {
      await admin().post('/rest/api/space', { key: 'RULES', name: 'Rules' })
      for (const name of ['atlas_doc_format', 'view', 'export_view']) {
        expect(
          await refusal(
            admin().post('/rest/api/content', page(`As ${name}`, { [name]: { value: '{}', representation: name } })),
          ),
        ).toBe(`400 body: the representation "${name}" cannot be written; use storage, wiki or markdown`)
      }
      expect((await read('/rest/api/content?spaceKey=RULES&title=As view')).size).toBe(0)
      const made = await admin().post('/rest/api/content', page('First', storage('<p>kept</p>')))
      id = made.json.id
      // A fetched object contains other formats beside the one that is stored.
      const whole = await read(`/rest/api/content/${id}?expand=body.view,body.storage,version`)
      const again = await admin().put(`/rest/api/content/${id}`, { ...whole, version: { number: 2 } })
      expect([again.status, again.json.body.storage.value]).toEqual([200, '<p>kept</p>'])
      const refused = await admin().put(`/rest/api/content/${id}`, {
        ...whole,
        body: { view: whole.body.view, _expandable: {} },
        version: { number: 3 },
      })
      expect(refused.status).toBe(400)
      expect(await read(`/rest/api/content/${id}?expand=body.storage,version`)).toMatchObject({
        version: { number: 2 },
        body: storage('<p>kept</p>'),
      })
    })

    it('takes no form where it reads JSON, even where no field is required', async () => {
      const form = { 'content-type': 'application/x-www-form-urlencoded', 'x-atlassian-token': 'no-check' }
      // The header that curl sends for `-d '{…}'` without one.
      const reply = await admin().send('POST', '/rest/api/content', JSON.stringify(page('By form', storage(''))), form)
      expect([reply.status, reply.json.message]).toEqual([
        415,
        'The body is application/x-www-form-urlencoded; send JSON, with Content-Type: application/json',
      ])
      const moved = await admin().send(
        'POST',
        `/pages/movepage.action?pageId=${id}&spaceKey=RULES&position=topLevel`,
        '',
        form,
      )
      expect(moved.status, moved.text).toBe(200)
    })

    it('says which field is missing, and of what may be one thing or another the nearest', async () => {
      const post = (path: string, body: unknown) => refusal(admin().send('POST', path, body))
      expect(await post('/rest/api/space', { name: 'No key' })).toBe('400 body.key: is required')
      expect(await post(`/rest/api/content/${id}/property`, { key: 'k' })).toBe('400 body.value: is required')
      expect(await post(`/rest/api/content/${id}/label`, [{ name: 'fine' }, {}])).toBe('400 body.1.name: is required')
      expect(await post(`/rest/api/content/${id}/label`, { prefix: 'global' })).toBe('400 body.name: is required')
      expect(await refusal(admin().delete(`/rest/api/content/${id}/version/x`))).toBe(
        '400 path.number: must be a number',
      )
      expect(await refusal(admin().get('/rest/api/content?type=blogpost&postingDay=yesterday'))).toBe(
        '400 postingDay: write the day as YYYY-MM-DD',
      )
    })

    it('takes no blog post of a day that does not exist', async () => {
      const post = (postingDay: string) =>
        admin().post('/rest/api/content', {
          type: 'blogpost',
          title: `On ${postingDay}`,
          space: { key: 'RULES' },
          extensions: { postingDay },
        })
      for (const day of ['2024-13-01', '2023-02-29', '2024-00-10', '2024-04-31']) {
        expect(await refusal(post(day))).toBe(`400 postingDay: there is no day ${day}`)
        expect(await refusal(admin().get(`/rest/api/content?type=blogpost&postingDay=${day}`))).toBe(
          `400 postingDay: there is no day ${day}`,
        )
      }
      const made = await post('2024-02-29')
      expect([made.status, made.json._links.webui]).toEqual([200, '/display/RULES/2024/02/29/On+2024-02-29'])
      expect(
        (await read('/rest/api/content?type=blogpost&spaceKey=RULES&postingDay=2024-02-29')).results,
      ).toMatchObject([{ id: made.json.id }])
      expect((await admin().delete(`/rest/api/content/${made.json.id}`)).status).toBe(204)
    })

    it('deletes a version once, and not the current one', async () => {
      const gone = (number: number) => refusal(admin().delete(`/rest/api/content/${id}/version/${number}`))
      expect((await admin().delete(`/rest/api/content/${id}/version/1`)).status).toBe(204)
      for (const number of [1, 99]) expect(await gone(number)).toMatch(/^400 There is no version/)
      expect(await gone(2)).toBe('400 The current version cannot be deleted')
    })

    it('names in _expandable only what was not expanded', async () => {
      const {
        results: [head],
      } = await read(`/rest/experimental/content/${id}/version?expand=content`)
      expect(head).toMatchObject({ number: 2, content: { id, status: 'current' }, _expandable: {} })
      expect(head._expandable).toEqual({})
      await admin().put(`/rest/api/content/${id}`, { title: 'Second', version: { number: 3 } })
      const old = await read(`/rest/experimental/content/${id}/version/2?expand=content`)
      expect([old.content.status, old.content.title, old._expandable]).toEqual(['historical', 'First', {}])
      await admin().post(`/rest/api/content/${id}/property`, { key: 'k', value: 1 })
      expect((await read(`/rest/api/content/${id}/property/k?expand=content`))._expandable).toEqual({})
      expect((await read(`/rest/api/content/${id}/property/k`))._expandable).toEqual({
        content: `/rest/api/content/${id}`,
      })
    })

    it('leads from a map of lists to the one list', async () => {
      for (const title of ['a', 'b', 'c']) await admin().post('/rest/api/content', page(title, storage('')))
      const seen: string[] = []
      let list = (await read('/rest/api/space/RULES/content?limit=2&expand=version')).page
      for (;;) {
        seen.push(
          ...(list.results as { title: string; version: object }[]).map(result => result.version && result.title),
        )
        if (!list._links.next) break
        list = await read(list._links.next)
      }
      expect(seen).toEqual(['Rules Home', 'Second', 'a', 'b', 'c'])
    })

    it('tells of a user whether the account is in use, when asked', async () => {
      const account = {
        userName: 'status',
        fullName: 'Status',
        email: 'status@example.org',
        password: 'Correct horse 9',
      }
      expect((await admin().post('/rest/api/admin/user', account)).status).toBeLessThan(300)
      const user = '/rest/api/user?username=status'
      expect((await read(user))._expandable).toEqual({ status: '' })
      expect(await read(`${user}&expand=status`)).toMatchObject({ status: 'current', _expandable: {} })
      expect((await admin().put('/rest/api/admin/user/status/disable')).status).toBe(204)
      expect((await read(`${user}&expand=status`)).status).toBe('deactivated')
      const { results } = await read('/rest/api/group/confluence-administrators/member?expand=status')
      expect(results).toMatchObject([{ username: 'admin', status: 'current' }])
    })

    it('has no label that nobody uses', async () => {
      await admin().post(`/rest/api/content/${id}/label`, { name: 'used' })
      expect((await read('/rest/api/label/labels?labelName=used')).results).toMatchObject([{ name: 'used' }])
      expect(await refusal(admin().get('/rest/api/label/labels?labelName=unused'))).toBe(
        '404 No label found with name: unused',
      )
    })

    it('takes of a repeated limit the first, clamps whatever it is, and starts at the beginning for what is no number', async () => {
      const window = async (query: string) => {
        const { start, limit } = await read(`/rest/api/content?spaceKey=RULES&${query}`)
        return [start, limit]
      }
      expect(await window('limit=2&limit=5&start=1&start=3')).toEqual([1, 2])
      expect(await window('limit=1000')).toEqual([0, 1000])
      for (const most of ['1001', '99999999999999999999', '1e30'])
        expect(await window(`limit=${most}`)).toEqual([0, 1000])
      for (const least of ['0', '-1', '-99999999999999999999'])
        expect(await window(`limit=${least}&start=${least}`)).toEqual([0, 0])
      for (const odd of ['', 'abc', '1.5', 'NaN', 'Infinity'])
        expect(await window(`limit=${odd}&start=${odd}`)).toEqual([0, 25])
    })

    it('reads a parameter that is empty as though it were not there', async () => {
      expect(await read(`/rest/api/content/${id}?version=&status=`)).toMatchObject({ id, title: 'Second' })
      expect((await read(`/rest/api/content/${id}/label?prefix=`)).results).toMatchObject([{ name: 'used' }])
      expect((await read(`/rest/api/content/${id}/label?prefix=my`)).results).toEqual([])
      expect((await read('/rest/api/space?spaceKey=RULES&contentLabel=')).size).toBe(1)
    })

    it('deletes the draft of a page that is published, and not the page', async () => {
      const write = { title: 'Second', storage: '<p>unfinished</p>', baseVersion: 3 }
      expect((await admin().put(`/rest/oxbow/1.0/content/${id}/draft`, write)).status).toBe(200)
      expect((await admin().delete(`/rest/api/content/${id}?status=draft`)).status).toBe(204)
      expect((await read(`/rest/oxbow/1.0/content/${id}/draft`)).draft).toBeNull()
      expect(await read(`/rest/api/content/${id}?expand=body.storage`)).toMatchObject({
        status: 'current',
        body: storage('<p>kept</p>'),
      })
      const draft = await admin().post('/rest/api/content', {
        ...page('Never published', storage('')),
        status: 'draft',
      })
      expect((await admin().delete(`/rest/api/content/${draft.json.id}?status=draft`)).status).toBe(204)
      expect((await admin().get(`/rest/api/content/${draft.json.id}?status=any`)).status).toBe(404)
    })

    it('filters spaces by the labels of what is in them, as far as the reader sees it, and by retention policies, which none has', async () => {
      await admin().post('/rest/api/space', { key: 'OTHER', name: 'Other' })
      const keys = async (query: string, client = admin()) =>
        ((await client.get(`/rest/api/space?${query}`)).json.results as { key: string }[]).map(space => space.key)
      expect(await keys('contentLabel=used')).toEqual(['RULES'])
      expect(await keys('contentLabel=unused&contentLabel=used')).toEqual(['RULES'])
      expect(await keys('contentLabel=unused')).toEqual([])
      expect(await keys('hasRetentionPolicy=true')).toEqual([])
      expect(await keys('hasRetentionPolicy=false')).toEqual(['OTHER', 'RULES'])
      await wiki().addUser('outside', { password: 'Correct horse 9' })
      await admin().put(`/rest/api/content/${id}/restriction`, [
        { operation: 'read', restrictions: { user: [{ type: 'known', username: 'admin' }], group: [] } },
      ])
      const outside = wiki().as('outside', 'Correct horse 9')
      expect(await keys('spaceKey=RULES', outside)).toEqual(['RULES'])
      expect(await keys('contentLabel=used', outside)).toEqual([])
    })

    it('knows nothing related to a label that nobody uses', async () => {
      await admin().post(`/rest/api/content/${id}/label`, { name: 'beside' })
      expect((await read('/rest/api/label/used/related')).results).toMatchObject([{ name: 'beside' }])
      expect(await refusal(admin().get('/rest/api/label/unused/related'))).toBe('404 No label found with name: unused')
    })

    it('expands what hangs on a page and below it as the lists of it are', async () => {
      const above = (await admin().post('/rest/api/content', page('Above', storage('')))).json.id
      const below = (
        await admin().post('/rest/api/content', { ...page('Below', storage('')), ancestors: [{ id: above }] })
      ).json.id
      const comment = async (on: string, text: string, ancestors: object[] = []) =>
        (
          await admin().post('/rest/api/content', {
            type: 'comment',
            container: { id: on, type: 'page' },
            ancestors,
            body: storage(`<p>${text}</p>`),
          })
        ).json.id as string
      const first = await comment(above, 'first')
      const answer = await comment(above, 'answer', [{ id: first }])
      const second = await comment(above, 'second')
      const deep = await comment(below, 'deep')
      const form = new FormData()
      form.append('file', new Blob(['x']), 'x.txt')
      const file = (
        await admin().send('POST', `/rest/api/content/${below}/child/attachment`, form, {
          'x-atlassian-token': 'no-check',
        })
      ).json.results[0].id
      const ids = (list: { results: { id: string }[] }) => list.results.map(one => one.id)
      const types = ['page', 'comment', 'attachment'] as const
      const expanded = await read(
        `/rest/api/content/${above}?expand=${types.flatMap(type => [`children.${type}`, `descendants.${type}`]).join(',')}`,
      )
      expect(types.map(type => ids(expanded.children[type]))).toEqual([[below], [first, second], []])
      expect(types.map(type => ids(expanded.descendants[type]))).toEqual([
        [below],
        [first, answer, second, deep],
        [file],
      ])
      for (const [group, call] of [
        ['children', 'child'],
        ['descendants', 'descendant'],
      ] as const) {
        const map = await read(`/rest/api/content/${above}/${call}?expand=page,comment,attachment`)
        expect(map._expandable).toEqual({})
        for (const type of types) {
          expect(ids(map[type])).toEqual(ids(expanded[group][type]))
          expect(ids(await read(`/rest/api/content/${above}/${call}/${type}`))).toEqual(ids(map[type]))
        }
      }
      // Of several at once, each has its own; and a comment has those that answer it.
      await wiki().app.events.settled()
      const { results } = await read(
        `/rest/api/content/search?cql=${encodeURIComponent(`id in (${above}, ${first})`)}&expand=children.comment`,
      )
      const listed = new Map(
        (results as { id: string; children: { comment: { results: { id: string }[] } } }[]).map(one => [
          one.id,
          ids(one.children.comment),
        ]),
      )
      expect([listed.get(above), listed.get(first)]).toEqual([[first, second], [answer]])
      expect(ids(await read(`/rest/api/content/${first}/child/comment`))).toEqual([answer])
    })
  },
)
