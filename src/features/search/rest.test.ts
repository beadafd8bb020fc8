import { expect, it } from 'vitest'
import { onEachEngine } from '#platform/server/testing/harness.ts'
import {
  contentSearchPath,
  createContent,
  createSpace,
  createUser,
  FEATURES,
  insertContained,
  restrict,
  searchPath,
  titles,
  titlesOf,
} from './testing/wiki.ts'

onEachEngine(
  'search over REST',
  () => FEATURES,
  wiki => {
    let parent = ''

    it('answers results first, with all that clients read', async () => {
      await createSpace(wiki(), 'DOC', 'Documents')
      await createUser(wiki(), 'jane', 'Jane Doe')
      parent = (
        await createContent(wiki(), 'DOC', 'Cherry orchard', '<p>All about <b>cherry</b> trees &amp; their care.</p>')
      ).id
      const child = await createContent(wiki(), 'DOC', 'Pruning', '<p>When to prune a cherry</p>', {
        ancestors: [{ id: parent }],
      })
      const reply = await wiki().admin.get(searchPath('text ~ cherry and type = page'))
      expect(reply.status, reply.text).toBe(200)
      expect(reply.text.startsWith('{"results":[{"content":{"id":')).toBe(true)
      expect(Object.keys(reply.json)).toEqual([
        'results',
        'start',
        'limit',
        'size',
        'totalSize',
        'cqlQuery',
        'searchDuration',
        '_links',
      ])
      expect(reply.json).toMatchObject({
        start: 0,
        limit: 25,
        size: 2,
        totalSize: 2,
        cqlQuery: 'text ~ cherry and type = page',
        _links: { base: wiki().app.baseUrl, context: '' },
      })
      const [first, second] = reply.json.results
      expect(Object.keys(second)).toEqual([
        'content',
        'title',
        'excerpt',
        'url',
        'resultParentContainer',
        'resultGlobalContainer',
        'entityType',
        'iconCssClass',
        'lastModified',
        'friendlyLastModified',
        'timestamp',
      ])
      expect(first).toMatchObject({
        title: '@@@hl@@@Cherry@@@endhl@@@ orchard',
        excerpt: 'All about @@@hl@@@cherry@@@endhl@@@ trees & their care.',
      })
      expect(second).toMatchObject({
        content: {
          id: child.id,
          type: 'page',
          status: 'current',
          title: 'Pruning',
          _expandable: { space: '/rest/api/space/DOC' },
        },
        title: 'Pruning',
        excerpt: 'When to prune a @@@hl@@@cherry@@@endhl@@@',
        url: '/display/DOC/Pruning',
        resultParentContainer: { title: 'Cherry orchard', displayUrl: '/display/DOC/Cherry+orchard' },
        resultGlobalContainer: { title: 'Documents', displayUrl: '/display/DOC' },
        entityType: 'content',
        iconCssClass: 'aui-icon content-type-page',
        friendlyLastModified: 'now',
      })
      expect(second.lastModified).toBe(new Date(second.timestamp).toISOString().replace('Z', '+00:00'))
    })

    it('gives excerpts without marks, or none', async () => {
      const indexed = await wiki().admin.get(searchPath('title ~ cherry', '&excerpt=indexed'))
      expect(indexed.json.results[0]).toMatchObject({
        title: 'Cherry orchard',
        excerpt: 'All about cherry trees & their care.',
      })
      const none = await wiki().admin.get(searchPath('title ~ cherry', '&excerpt=none'))
      expect(none.json.results[0]).toMatchObject({ title: 'Cherry orchard', excerpt: '' })
    })

    it('expands below content', async () => {
      const reply = await wiki().admin.get(
        searchPath('title ~ cherry', '&expand=content.space,content.body.storage,content.version,content.history'),
      )
      expect(reply.json.results[0].content).toMatchObject({
        space: { key: 'DOC' },
        version: { number: 1 },
        history: { createdBy: { username: 'admin' } },
        body: { storage: { value: expect.stringContaining('<b>cherry</b>') } },
      })
      const content = await wiki().admin.get(
        contentSearchPath('title ~ cherry', '&expand=ancestors,body.storage,version'),
      )
      expect(content.text.startsWith('{"results":[{"id":')).toBe(true)
      expect(content.json).toMatchObject({
        size: 1,
        totalSize: 1,
        results: [{ ancestors: [], version: { number: 1 } }],
      })
    })

    it('finds spaces and users', async () => {
      const spaces = await wiki().admin.get(searchPath('type=space and space.type=global', '&expand=space.icon'))
      expect(spaces.json.results).toMatchObject([
        {
          space: { key: 'DOC', name: 'Documents', icon: { path: expect.any(String) } },
          title: 'Documents',
          entityType: 'space',
          url: '/display/DOC',
        },
      ])
      expect((await wiki().admin.get(searchPath('type = space and title ~ "docu*"'))).json.totalSize).toBe(1)
      for (const cql of [
        'user.fullname ~ "jane"',
        'user ~ jane',
        'user = JANE',
        'type = user and siteSearch ~ doe',
        'type=user and group = confluence-users and user.fullname ~ doe',
      ]) {
        const users = await wiki().admin.get(searchPath(cql))
        expect(users.json.results, cql).toMatchObject([
          { user: { username: 'jane', displayName: 'Jane Doe' }, entityType: 'user' },
        ])
      }
      expect((await wiki().admin.get(searchPath('group ~ "confluence users"'))).json.totalSize).toBeGreaterThan(0)
      expect((await wiki().admin.get(searchPath('user = nobody'))).json.totalSize).toBe(0)
      const all = await wiki().admin.get(searchPath('siteSearch ~ "docu* OR jane OR pruning"'))
      expect(all.json.results.map((result: { entityType: string }) => result.entityType).toSorted()).toEqual([
        'content',
        'content',
        'space',
        'user',
      ])
    })

    it('answers what the dashboard asks', async () => {
      const cql = 'type=space and space.type=favourite order by favourite desc'
      const path = `/rest/experimental/search?cql=${encodeURIComponent(cql)}&expand=space.icon&limit=100`
      expect((await wiki().admin.get(path)).json).toMatchObject({ results: [], totalSize: 0 })
      await wiki().app.database.transaction(async tx => {
        const space = await tx.db.selectFrom('space').select('id').where('key', '=', 'DOC').executeTakeFirstOrThrow()
        const admin = await tx.db
          .selectFrom('account')
          .select('id')
          .where('username', '=', 'admin')
          .executeTakeFirstOrThrow()
        await tx.db.insertInto('space_favourite').values({ account_id: admin.id, space_id: space.id, at: 1 }).execute()
      })
      expect((await wiki().admin.get(path)).json).toMatchObject({ results: [{ space: { key: 'DOC' } }], totalSize: 1 })
      expect(
        (await wiki().admin.get(searchPath('space in favouriteSpaces() and title ~ pruning'))).json.totalSize,
      ).toBe(1)
      expect((await wiki().as('jane', 'a long password').get(path)).json.totalSize).toBe(0)
    })

    it('pages with next and prev, and counts everything', async () => {
      for (let n = 1; n <= 5; n++) await createContent(wiki(), 'DOC', `Numbered ${n}`, '<p>quince</p>')
      const seen: string[] = []
      let path: string | undefined = contentSearchPath('text ~ quince order by title desc', '&limit=2')
      let pages = 0
      while (path) {
        const reply: {
          json: { totalSize: number; size: number; limit: number; _links: { next?: string; prev?: string } }
        } = await wiki().admin.get(path)
        expect(reply.json).toMatchObject({ totalSize: 5, limit: 2 })
        expect(reply.json._links.prev === undefined).toBe(pages === 0)
        seen.push(...titlesOf(reply as never))
        path = reply.json._links.next
        pages++
      }
      expect(pages).toBe(3)
      expect(seen).toEqual(['Numbered 5', 'Numbered 4', 'Numbered 3', 'Numbered 2', 'Numbered 1'])
      const marked = await wiki().admin.get('/rest/api/content/search?cql=text~"quin?e"&limit=4'.replaceAll('"', '%22'))
      expect(titlesOf(await wiki().admin.get(marked.json._links.next))).toHaveLength(1)
      expect((await wiki().admin.get(contentSearchPath('text ~ quince', '&start=50'))).json).toMatchObject({
        size: 0,
        totalSize: 5,
      })
      expect((await wiki().admin.get(contentSearchPath('text ~ quince', '&limit=0'))).json).toMatchObject({
        size: 0,
        totalSize: 5,
      })
      expect((await wiki().admin.get(contentSearchPath('text ~ quince', '&limit=99999'))).json).toMatchObject({
        limit: 1000,
        size: 5,
      })
    })

    it('orders', async () => {
      const order = (by: string) => titles(wiki().admin, `text ~ quince order by ${by}`)
      const upwards = ['Numbered 1', 'Numbered 2', 'Numbered 3', 'Numbered 4', 'Numbered 5']
      for (const by of [
        'title',
        'created',
        'lastmodified asc',
        'id',
        'space, title',
        'type, space.title, creator, id',
      ]) {
        expect(await order(by), by).toEqual(upwards)
      }
      for (const by of ['title desc', 'created desc', 'lastmodified desc', 'id desc', 'space.type, title desc']) {
        expect(await order(by), by).toEqual(upwards.toReversed())
      }
      // A title weighs more than a text that has the word more often.
      await createContent(wiki(), 'DOC', 'Full of medlar', '<p>medlar</p>')
      await createContent(wiki(), 'DOC', 'Else', '<p>medlar medlar medlar medlar and more words to read</p>')
      expect(await titles(wiki().admin, 'text ~ medlar')).toEqual(['Full of medlar', 'Else'])
      expect(await titles(wiki().admin, 'text ~ medlar or title ~ nothing')).toEqual(['Full of medlar', 'Else'])
    })

    it.each([
      ['type page', 'character 6', 'type page\n     ^'],
      ['foo = 1', 'There is no field "foo"', 'foo = 1\n^'],
      ['title = "abc', 'not closed', 'title = "abc\n        ^'],
      ['type = page and created > yesterday', 'is no date', `type = page and created > yesterday\n${' '.repeat(26)}^`],
      ['text = x', '"text" cannot be used with "="', 'text = x\n     ^'],
      ['order by text', 'cannot be sorted by', 'order by text\n         ^'],
      ['space in currentUser()', '', 'space in currentUser()\n         ^'],
    ])('points at the fault of %j', async (cql, problem, picture) => {
      for (const path of [contentSearchPath(cql), searchPath(cql)]) {
        const reply = await wiki().admin.get(path)
        expect(reply.status).toBe(400)
        expect(reply.json).toMatchObject({ statusCode: 400, reason: 'Bad Request', data: { valid: false } })
        expect(reply.json.message).toContain('Could not parse cql')
        expect(reply.json.message).toContain(problem)
        expect(reply.json.message).toContain(`\n${picture}`)
      }
    })

    it('refuses a query that is missing, or a context that is none', async () => {
      for (const path of [
        '/rest/api/content/search',
        '/rest/api/search',
        '/rest/api/search?cql=',
        '/rest/api/search?cql=%20',
      ]) {
        const reply = await wiki().admin.get(path)
        expect(reply.status, path).toBe(400)
        expect(reply.json.message).toContain('cql')
      }
      expect((await wiki().admin.get(searchPath('type=page', '&cqlcontext=nonsense'))).status).toBe(400)
      expect((await wiki().admin.get(searchPath('type=page', '&cqlcontext=[]'))).status).toBe(400)
      expect((await wiki().admin.get(searchPath(`title = "${'x'.repeat(10_001)}"`))).status).toBe(400)
      expect((await wiki().admin.get(searchPath(Array(90).fill('text ~ "a* b? *c d~"').join(' or ')))).status).toBe(200)
    })

    it.each([
      // Sent by clients on the wire; see REST-SURFACE §6 to §8.
      ['/rest/api/content/search/?cql=(type=page%20and%20title~%22pruning%22)', 1],
      ['/rest/api/content/search?cql=space%3D%22DOC%22+and+type%3Dpage+and+title~%22pruning%22', 1],
      [
        '/wiki/rest/api/content/search?cql=title%3DPruning&cqlcontext=%7B%22contentStatuses%22%3A%5B%22current%22%5D%7D',
        1,
      ],
      ['/rest/api/content/search?cql=title%3DPruning&cqlcontext=%7B%22contentStatuses%22%3A%5B%22draft%22%5D%7D', 0],
      [
        '/rest/api/content/search?cql=type=page%20and%20title%20!~%20JMeter%20and%20title%20~%20pruning&expand=space&cursor=abc&fields=id',
        1,
      ],
      ['/rest/api/search?cql=user~performance_', 0],
      ['/rest/api/search?cql=siteSearch%20~%20%22pruning%22&limit=10&excerpt=highlight&includeArchivedSpaces=true', 1],
      [
        '/rest/api/search?cql=text%20~%20%22pruning%22%20OR%20title%20~%20%22pruning*%22%20order%20by%20lastModified%20DESC',
        1,
      ],
      ["/rest/api/search?cql=type='page'%20AND%20creator%20in%20(currentUser())%20and%20title='Pruning'", 1],
    ])('answers %s', async (path, total) => {
      const reply = await wiki().admin.get(path)
      expect(reply.status, reply.text).toBe(200)
      expect(reply.json.totalSize).toBe(total)
    })

    it('finds comments and attachments, but not those of a page in the trash', async () => {
      const page = await createContent(wiki(), 'DOC', 'Carrier', '<p>x</p>')
      await insertContained(wiki(), 'comment', page.id, 'Re: Carrier', '<p>I like <i>persimmons</i></p>')
      await insertContained(wiki(), 'attachment', page.id, 'persimmon-price_list2024.pdf', '')
      expect(await titles(wiki().admin, 'text ~ persimmons')).toEqual(['Re: Carrier'])
      expect(await titles(wiki().admin, 'type = attachment and title ~ "price list"')).toEqual([
        'persimmon-price_list2024.pdf',
      ])
      expect(await titles(wiki().admin, `container = ${page.id} order by type`)).toEqual([
        'persimmon-price_list2024.pdf',
        'Re: Carrier',
      ])
      const found = await wiki().admin.get(searchPath('text ~ persimmons'))
      expect(found.json.results[0]).toMatchObject({
        resultParentContainer: { title: 'Carrier' },
        content: { type: 'comment' },
      })
      expect((await wiki().admin.delete(`/rest/api/content/${page.id}`)).status).toBe(204)
      expect(await titles(wiki().admin, 'text ~ "persimmon*"')).toEqual([])
      expect(await titles(wiki().admin, `container = ${page.id}`)).toEqual([])
    })

    it('finds what was commented on before its comments, whose title is not their own', async () => {
      await createContent(wiki(), 'DOC', 'Loganberry', '<p>How it is grown.</p>')
      const discussed = await createContent(
        wiki(),
        'DOC',
        'Hybrids',
        '<p>Of the berries that are crossed here, a loganberry is one of the oldest.</p>',
      )
      await insertContained(wiki(), 'comment', discussed.id, 'Re: Loganberry', '<p>Good.</p>')
      expect(await titles(wiki().admin, 'siteSearch ~ loganberry')).toEqual(['Loganberry', 'Hybrids', 'Re: Loganberry'])
    })

    it('asks who looks: nothing hidden is found, counted or quoted', async () => {
      const jane = await createUser(wiki(), 'mary', 'Mary Major')
      const other = await createUser(wiki(), 'mike', 'Mike Minor')
      const secret = await createContent(wiki(), 'DOC', 'Secret durian', '<p>hidden durian</p>')
      await createContent(wiki(), 'DOC', 'Below', '<p>durian below</p>', { ancestors: [{ id: secret.id }] })
      await insertContained(wiki(), 'comment', secret.id, 'Re: Secret durian', '<p>durian remark</p>')
      await createContent(wiki(), 'DOC', 'Open', '<p>open durian</p>')
      await createSpace(wiki(), 'PRIV', 'Private durian space')
      await createContent(wiki(), 'PRIV', 'In private', '<p>durian</p>')
      await wiki().app.database.transaction(async tx => {
        const space = await tx.db.selectFrom('space').select('id').where('key', '=', 'PRIV').executeTakeFirstOrThrow()
        await tx.db.deleteFrom('space_permission').where('space_id', '=', space.id).execute()
      })
      await restrict(wiki(), secret.id, jane.account.id)
      const asked = 'text ~ durian'
      expect((await titles(jane.client, asked)).toSorted()).toEqual([
        'Below',
        'Open',
        'Re: Secret durian',
        'Secret durian',
      ])
      const reply = await other.client.get(searchPath(asked))
      expect(reply.json).toMatchObject({ totalSize: 1, size: 1, results: [{ title: 'Open' }] })
      expect(reply.text).not.toMatch(/secret|hidden|remark|below|private/i)
      for (const cql of [
        `id = ${secret.id}`,
        `parent = ${secret.id}`,
        `ancestor = ${secret.id}`,
        `container = ${secret.id}`,
        'title = "secret durian"',
        'type = space and title ~ private',
        'space = PRIV',
      ]) {
        expect((await other.client.get(searchPath(cql))).json, cql).toMatchObject({ results: [], totalSize: 0 })
      }
      expect((await other.client.get('/rest/oxbow/1.0/search?query=durian&facets=true')).json).toMatchObject({
        totalSize: 1,
        facets: { types: [{ key: 'page', count: 1 }], spaces: [{ key: 'DOC', count: 1 }] },
      })
      expect((await other.client.get('/rest/oxbow/1.0/quick-search?query=secret')).json.results).toEqual([])
      expect((await jane.client.get('/rest/oxbow/1.0/quick-search?query=secret')).json.results).toHaveLength(1)
      expect((await wiki().admin.get(searchPath('type = space and title ~ private'))).json.totalSize).toBe(1)
      for (const path of [
        searchPath(asked),
        contentSearchPath(asked),
        '/rest/oxbow/1.0/search?query=durian',
        '/rest/oxbow/1.0/quick-search?query=durian',
      ]) {
        expect((await wiki().anonymous.get(path)).status, path).toBe(401)
      }
    })

    it('leaves archived spaces out unless asked', async () => {
      await createSpace(wiki(), 'OLD', 'Old things')
      await createContent(wiki(), 'OLD', 'Rhubarb', '<p>rhubarb</p>')
      await wiki().app.database.transaction(async tx => {
        await tx.db.updateTable('space').set({ status: 'archived' }).where('key', '=', 'OLD').execute()
      })
      expect((await wiki().admin.get(searchPath('siteSearch ~ "rhubarb OR old"'))).json.totalSize).toBe(0)
      expect(
        (await wiki().admin.get(searchPath('siteSearch ~ rhubarb', '&includeArchivedSpaces=true'))).json.totalSize,
      ).toBe(1)
      expect(
        (await wiki().admin.get(contentSearchPath('text ~ rhubarb', '&includeArchivedSpaces=true'))).json.totalSize,
      ).toBe(1)
    })
  },
)

onEachEngine(
  'search page',
  () => FEATURES,
  wiki => {
    it('finds by plain words, with marks, place and author', async () => {
      await createSpace(wiki(), 'DOC', 'Documents')
      const top = await createContent(wiki(), 'DOC', 'Gardening', '<p>soil</p>')
      const page = await createContent(wiki(), 'DOC', 'Walnut trees', '<p>A walnut needs "deep" soil</p>', {
        ancestors: [{ id: top.id }],
      })
      const reply = await wiki().admin.get(
        '/rest/oxbow/1.0/search?query=deep%20walnut&type=page,blogpost&space=DOC&contributor=admin&lastModified=-1d',
      )
      expect(reply.status, reply.text).toBe(200)
      expect(reply.json).toMatchObject({
        totalSize: 1,
        size: 1,
        cql: 'siteSearch ~ "deep walnut" and space in (DOC) and type in (page, blogpost) and contributor in (admin) and lastmodified >= "-1d"',
      })
      expect(reply.json.results[0]).toMatchObject({
        type: 'page',
        id: page.id,
        title: [
          { text: 'Walnut', hit: true },
          { text: ' trees', hit: false },
        ],
        excerpt: [
          { text: 'A ', hit: false },
          { text: 'walnut', hit: true },
          { text: ' needs "', hit: false },
          { text: 'deep', hit: true },
          { text: '" soil', hit: false },
        ],
        url: '/display/DOC/Walnut+trees',
        space: { key: 'DOC', name: 'Documents' },
        breadcrumbs: [{ title: 'Gardening', url: '/display/DOC/Gardening' }],
        author: { username: 'admin' },
        lastModified: expect.any(String),
      })
      expect((await wiki().admin.get(searchPath(reply.json.cql))).json.totalSize).toBe(1)
    })

    it('takes the last word as a beginning, and quotes and signs as they come', async () => {
      const total = async (query: string) =>
        (await wiki().admin.get(`/rest/oxbow/1.0/search?query=${encodeURIComponent(query)}`)).json.totalSize
      expect(await total('deep waln')).toBe(1)
      expect(await total('waln deep')).toBe(0)
      expect(await total('"deep soil"')).toBe(1)
      expect(await total('"soil deep"')).toBe(0)
      for (const odd of ['"', '\\', '\\"', '(((', 'AND', '* *', "') or 1=1", '"a\\'])
        expect(await total(odd), odd).toEqual(expect.any(Number))
      expect((await wiki().admin.get('/rest/oxbow/1.0/search')).json).toMatchObject({
        results: [],
        totalSize: 0,
        cql: '',
      })
      expect((await wiki().admin.get('/rest/oxbow/1.0/search?type=nonsense')).status).toBe(400)
      expect((await wiki().admin.get('/rest/oxbow/1.0/search?lastModified=soon')).status).toBe(400)
      expect((await wiki().admin.get(`/rest/oxbow/1.0/search?query=${'x'.repeat(1001)}`)).status).toBe(400)
    })

    it('suggests titles that begin with what is typed, then titles that hold it', async () => {
      await createContent(wiki(), 'DOC', 'The walnut harvest', '<p>x</p>')
      await createUser(wiki(), 'wally', 'Wallace Nut')
      const reply = await wiki().admin.get('/rest/oxbow/1.0/quick-search?query=wal')
      expect(reply.json.results).toMatchObject([
        {
          type: 'page',
          url: '/display/DOC/Walnut+trees',
          title: [
            { text: 'Walnut', hit: true },
            { text: ' trees', hit: false },
          ],
          space: { key: 'DOC' },
        },
        { type: 'page', url: '/display/DOC/The+walnut+harvest' },
        {
          type: 'user',
          title: [
            { text: 'Wallace', hit: true },
            { text: ' Nut', hit: false },
          ],
          space: null,
        },
      ])
      expect((await wiki().admin.get('/rest/oxbow/1.0/quick-search?query=docu')).json.results).toMatchObject([
        { type: 'page' },
        { type: 'space', url: '/display/DOC' },
      ])
      for (const nothing of ['', '%20', '%22', 'zzz']) {
        expect((await wiki().admin.get(`/rest/oxbow/1.0/quick-search?query=${nothing}`)).json.results).toEqual([])
      }
    })
  },
)
