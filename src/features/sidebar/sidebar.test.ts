import { beforeAll, expect, it } from 'vitest'
import { accountsFeature } from '#features/accounts/server/index.ts'
import { contentCoreFeature } from '#features/content-core/server/index.ts'
import { contentFeature } from '#features/content/server/index.ts'
import { liveEditingFeature } from '#features/live-editing/server/index.ts'
import { editorFeature } from '#features/editor/server/index.ts'
import { restrictionsFeature } from '#features/restrictions/server/index.ts'
import { spaceSettingsFeature } from '#features/space-settings/server/index.ts'
import { spacesFeature } from '#features/spaces/server/index.ts'
import { person, type TestPerson } from '#features/spaces/testing/people.ts'
import { onEachEngine, type HttpReply } from '#platform/server/testing/harness.ts'
import type { ChildPages, PageTreeItem, SidebarLink } from './contract.ts'
import { INITIAL_CHILD_PAGES } from './shared.ts'
import { sidebarFeature } from './server/index.ts'

const features = [
  accountsFeature,
  spacesFeature,
  contentCoreFeature,
  contentFeature,
  liveEditingFeature,
  editorFeature,
  restrictionsFeature,
  spaceSettingsFeature,
  sidebarFeature,
]

const ROOT = '/rest/ia/1.0'

onEachEngine(
  'the sidebar of a space',
  () => features,
  wiki => {
    let lead: TestPerson
    let member: TestPerson
    const ids: Record<string, string> = {}

    const create = async (title: string, more: object = {}, key = 'DOCS') => {
      const reply = await lead.client.post('/rest/api/content', {
        type: 'page',
        title,
        space: { key },
        body: { storage: { value: `<p>${title}</p>`, representation: 'storage' } },
        ...more,
      })
      expect(reply.status, reply.text).toBe(200)
      ids[title] = reply.json.id
      return reply.json as { id: string; _links: { webui: string } }
    }
    const links = async (group: string, client = lead.client, more = '') => {
      const reply = await client.get(`${ROOT}/link/${group}?spaceKey=DOCS${more}`)
      expect(reply.status, reply.text).toBe(200)
      return reply.json as SidebarLink[]
    }
    const add = async (body: object) => {
      const reply = await lead.client.post(`${ROOT}/link`, { spaceKey: 'DOCS', ...body })
      expect(reply.status, reply.text).toBe(200)
      return reply.json as SidebarLink
    }
    const titles = (list: readonly { title: string }[]) => list.map(item => item.title)

    beforeAll(async () => {
      lead = await person(wiki(), 'lead')
      member = await person(wiki(), 'member')
      await lead.client.post('/rest/api/space', { key: 'DOCS', name: 'Documentation' })
      await lead.client.post('/rest/api/space', { key: 'OTHER', name: 'Other space' })
      await lead.client.post('/rest/api/space/_private', { key: 'HUSH', name: 'Secrets' })
      await create('Parent')
      await create('Hidden plans', { ancestors: [{ id: ids['Parent'] }] })
      const closed = await lead.client.put(`/rest/api/content/${ids['Hidden plans']}/restriction`, [
        { operation: 'read', restrictions: { user: [{ type: 'known', username: 'lead' }] } },
      ])
      if (closed.status !== 200) throw new Error(closed.text)
    })

    it('has main links with all their fields [V3-02]', async () => {
      const main = await links('main')
      expect(main).toEqual([
        {
          id: expect.stringMatching(/^\d+$/),
          title: 'Pages',
          url: '/collector/pages.action?key=DOCS',
          tooltip: 'Pages',
          styleClass: 'pages',
          collectorKey: 'pages',
          canHide: true,
          hidden: false,
        },
        {
          id: expect.stringMatching(/^\d+$/),
          title: 'Blog',
          url: '/pages/viewrecentblogposts.action?key=DOCS',
          tooltip: 'Blog',
          styleClass: 'blogs',
          collectorKey: 'blogs',
          canHide: true,
          hidden: false,
        },
      ])
      for (const link of main) expect((await member.client.get(link.url)).status, link.url).toBe(200)
    })

    it('hides and shows main links; who configures sees the hidden ones [V7-08] [V7-12] [V7-13]', async () => {
      const blog = (await links('main')).find(link => link.collectorKey === 'blogs')
      expect((await lead.client.post(`${ROOT}/link/${blog?.id}/hide`, { spaceKey: 'DOCS' })).json).toMatchObject({
        id: blog?.id,
        hidden: true,
      })
      expect(titles(await links('main', lead.client, '&includeHidden=false'))).toEqual(['Pages'])
      expect(await links('main', lead.client, '&includeHidden=true')).toMatchObject([
        { title: 'Pages', hidden: false },
        { title: 'Blog', hidden: true },
      ])
      expect((await member.client.get(`${ROOT}/link/main?spaceKey=DOCS&includeHidden=true`)).status).toBe(403)
      expect((await lead.client.post(`${ROOT}/link/${blog?.id}/show`, { spaceKey: 'DOCS' })).status).toBe(200)
      expect(titles(await links('main'))).toEqual(['Pages', 'Blog'])
      expect((await lead.client.delete(`${ROOT}/link/${blog?.id}?spaceKey=DOCS`)).status).toBe(400)
    })

    it('takes shortcuts to pages, spaces and addresses, and lists them [V7-09] [V3-04]', async () => {
      const page = await add({ resourceId: ids['Parent'], resourceType: 'page', customTitle: '' })
      expect(page).toMatchObject({
        title: 'Parent',
        url: '/display/DOCS/Parent',
        styleClass: 'pinned_page',
        canHide: false,
        hidden: false,
      })
      await add({ resourceId: Number(ids['Parent']), resourceType: 'page', customTitle: 'Start here' })
      await add({ resourceId: 'OTHER', resourceType: 'space' })
      const outside = await add({ url: 'https://example.org/a b', customTitle: 'Example' })
      expect(outside).toMatchObject({ title: 'Example', url: 'https://example.org/a%20b', styleClass: 'external_link' })
      expect(titles(await links('quick', member.client))).toEqual(['Parent', 'Start here', 'Other space', 'Example'])
      expect(titles(await links('advanced'))).toEqual([
        'Details',
        'Permissions',
        'Colours',
        'Content Templates',
        'Chat',
        'Trash',
        'Entity links',
        'Sidebar content',
      ])
      for (const link of await links('advanced')) expect((await lead.client.get(link.url)).status, link.url).toBe(200)
    })

    it('lists the settings for who may open them alone [V7-10]', async () => {
      expect((await links('advanced')).map(link => link.url)).toContain('/spaces/spacepermissions.action?key=DOCS')
      expect(await links('advanced', member.client)).toEqual([])
    })

    it('moves links to the first place and after another one [V4.5-03] [V7-11]', async () => {
      const move = async (link: SidebarLink | undefined, body: object) => {
        const reply = await lead.client.post(`${ROOT}/link/${link?.id}/move`, { spaceKey: 'DOCS', ...body })
        expect(reply.status, reply.text).toBe(200)
      }
      const [parent, start, other, example] = await links('quick')
      await move(example, { position: 'First' })
      expect(titles(await links('quick'))).toEqual(['Example', 'Parent', 'Start here', 'Other space'])
      await move(example, { after: `${wiki().url}${ROOT}/link/${start?.id}` })
      expect(titles(await links('quick'))).toEqual(['Parent', 'Start here', 'Example', 'Other space'])
      await move(parent, { after: other?.url })
      expect(titles(await links('quick'))).toEqual(['Start here', 'Example', 'Other space', 'Parent'])
      const [pages, blog] = await links('main')
      await move(blog, { position: 'First' })
      expect(titles(await links('main'))).toEqual(['Blog', 'Pages'])
      await move(blog, { after: `${ROOT}/link/${pages?.id}` })
      expect(titles(await links('main'))).toEqual(['Pages', 'Blog'])
      for (const body of [
        {},
        { position: 'Last' },
        { after: `${ROOT}/link/${blog?.id}` },
        { after: '/display/NONE' },
      ]) {
        expect((await lead.client.post(`${ROOT}/link/${parent?.id}/move`, { spaceKey: 'DOCS', ...body })).status).toBe(
          400,
        )
      }
    })

    it('removes shortcuts, the key in the query or the body [V7-14]', async () => {
      const [first, second] = await links('quick')
      expect((await lead.client.post(`${ROOT}/link/${first?.id}/hide`, { spaceKey: 'DOCS' })).status).toBe(400)
      expect((await lead.client.delete(`${ROOT}/link/${first?.id}`)).status).toBe(400)
      expect((await lead.client.delete(`${ROOT}/link/${first?.id}?spaceKey=DOCS`)).status).toBe(204)
      expect((await lead.client.delete(`${ROOT}/link/${second?.id}`, { spaceKey: 'docs' })).status).toBe(204)
      expect(titles(await links('quick'))).toEqual(['Other space', 'Parent'])
      expect((await lead.client.delete(`${ROOT}/link/${first?.id}?spaceKey=DOCS`)).status).toBe(404)
    })

    it('shows no shortcut to what the reader may not see', async () => {
      await add({ resourceId: ids['Hidden plans'], resourceType: 'page' })
      await add({ resourceId: 'HUSH', resourceType: 'space' })
      expect(titles(await links('quick'))).toEqual(['Other space', 'Parent', 'Hidden plans', 'Secrets'])
      expect(titles(await links('quick', member.client))).toEqual(['Other space', 'Parent'])
      const passing = await create('Passing')
      await add({ resourceId: passing.id, resourceType: 'page' })
      expect(titles(await links('quick', member.client))).toEqual(['Other space', 'Parent', 'Passing'])
      expect((await lead.client.delete(`/rest/api/content/${passing.id}`)).status).toBe(204)
      expect(titles(await links('quick', member.client))).toEqual(['Other space', 'Parent'])
    })

    it('lets only who administers the space change its links [V6-05]', async () => {
      const [link] = await links('quick')
      const all: [string, string, object?][] = [
        ['POST', `${ROOT}/link`, { spaceKey: 'DOCS', url: '/x' }],
        ['POST', `${ROOT}/link/${link?.id}/move`, { spaceKey: 'DOCS', position: 'First' }],
        ['POST', `${ROOT}/link/${link?.id}/hide`, { spaceKey: 'DOCS' }],
        ['POST', `${ROOT}/link/${link?.id}/show`, { spaceKey: 'DOCS' }],
        ['DELETE', `${ROOT}/link/${link?.id}?spaceKey=DOCS`],
        ['POST', `${ROOT}/space/option`, { spaceKey: 'DOCS', option: 'nav-type', value: 'pages' }],
        ['GET', '/rest/oxbow/1.0/spaces/DOCS/sidebar-content'],
        ['PUT', '/rest/oxbow/1.0/spaces/DOCS/sidebar-content', { storage: '' }],
      ]
      for (const [method, path, body] of all) {
        expect((await member.client.send(method, path, body)).status, path).toBe(403)
        expect((await wiki().anonymous.send(method, path, body)).status, path).toBe(401)
      }
      expect((await member.client.get(`${ROOT}/link/quick?spaceKey=HUSH`)).status).toBe(404)
      expect((await wiki().anonymous.get(`${ROOT}/link/main?spaceKey=DOCS`)).status).toBe(404)
      // A link is changed by who administers its own space, whatever space the call names.
      expect((await lead.client.delete(`${ROOT}/link/${link?.id}?spaceKey=OTHER`)).status).toBe(404)
    })

    it('refuses addresses that could run, and targets that are none', async () => {
      for (const url of [
        'javascript:alert(1)',
        'data:text/html,x',
        '//evil.example',
        '/\\evil.example',
        'file:///etc/passwd',
        'nonsense',
        '',
      ]) {
        expect((await lead.client.post(`${ROOT}/link`, { spaceKey: 'DOCS', url })).status, url).toBe(400)
      }
      for (const [body, status] of [
        [{ resourceId: '999999', resourceType: 'page' }, 404],
        [{ resourceId: 'x', resourceType: 'page' }, 400],
        [{ resourceId: 'NONE', resourceType: 'space' }, 404],
        [{ url: `https://x.example/${'a'.repeat(2000)}` }, 400],
        [{ url: '/x', customTitle: 'a'.repeat(256) }, 400],
        [{}, 400],
      ] as const)
        expect(
          (await lead.client.post(`${ROOT}/link`, { spaceKey: 'DOCS', ...body })).status,
          JSON.stringify(body).slice(0, 60),
        ).toBe(status)
    })

    it('keeps each option [V3-07] [V3-08] [V7-15]', async () => {
      const set = (option: string, value: string) =>
        lead.client.post(`${ROOT}/space/option`, { spaceKey: 'DOCS', option, value })
      const view = async () => {
        const reply: HttpReply = await member.client.get(`/rest/oxbow/1.0/spaces/DOCS/tree?page=${ids['Parent']}`)
        return reply.json.parts.sidebar
      }
      expect(await view()).toMatchObject({
        navType: 'page-tree',
        quickLinksState: 'show',
        pageTreeState: 'show',
        childPages: null,
      })
      expect((await set('nav-type', 'pages')).status).toBe(200)
      expect(await view()).toMatchObject({ navType: 'pages', childPages: { currentPage: { title: 'Parent' } } })
      await set('quick-links-state', 'hide')
      await set('page-tree-state', 'hide')
      expect(await view()).toMatchObject({
        quickLinksState: 'hide',
        quickLinks: [],
        pageTreeState: 'hide',
        childPages: null,
      })
      for (const [option, value] of [
        ['nav-type', 'page-tree'],
        ['quick-links-state', 'show'],
        ['page-tree-state', 'show'],
      ] as const) {
        expect((await set(option, value)).status).toBe(200)
      }
      expect(await view()).toMatchObject({ navType: 'page-tree', quickLinksState: 'show', pageTreeState: 'show' })
      for (const [option, value] of [
        ['nav-type', 'blogs'],
        ['quick-links-state', 'pages'],
        ['page-tree-state', ''],
        ['else', 'show'],
      ] as const) {
        expect((await set(option, value)).status, option).toBe(400)
      }
    })

    it('tells the pages around a page [V7-07] [V3-06]', async () => {
      const parent = ids['Parent']
      for (let n = 1; n <= INITIAL_CHILD_PAGES + 2; n++) await create(`Child ${n}`, { ancestors: [{ id: parent }] })
      await create('Grandchild', { ancestors: [{ id: ids['Child 1'] }] })
      const nav = async (id: string | undefined, client = lead.client) =>
        (await client.get(`${ROOT}/space/childPagesContextualNav?pageId=${id}`)).json as ChildPages
      const around = await nav(parent, member.client)
      expect(around).toMatchObject({
        currentPage: { title: 'Parent', url: '/display/DOCS/Parent', active: true },
        remainingCount: 2,
        createLink: `/pages/createpage.action?spaceKey=DOCS&fromPageId=${parent}&src=quick-create`,
      })
      expect(around.initialChildPages).toHaveLength(INITIAL_CHILD_PAGES)
      expect(around.initialChildPages[0]).toEqual({
        pageId: ids['Child 1'],
        title: 'Child 1',
        url: '/display/DOCS/Child+1',
      })
      expect(titles(around.remainingChildPages)).toEqual(['Child 11', 'Child 12'])
      // The restricted child counts for who may see it.
      expect((await nav(parent)).remainingCount).toBe(3)
      expect(await nav(ids['Grandchild'])).toMatchObject({
        parentPage: { pageId: ids['Child 1'], title: 'Child 1' },
        initialChildPages: [],
      })
      expect(
        (await member.client.get(`${ROOT}/space/childPagesContextualNav?pageId=${ids['Hidden plans']}`)).status,
      ).toBe(404)
      expect((await member.client.get(`${ROOT}/space/childPagesContextualNav`)).status).toBe(400)
    })

    it('offers no creating to who may not', async () => {
      await lead.client.post('/rest/api/space/OTHER/permissions', [
        { groupName: 'confluence-users', operations: [{ targetType: 'space', operationKey: 'read' }] },
      ])
      const page = await create('Read me', {}, 'OTHER')
      const path = `${ROOT}/space/childPagesContextualNav?pageId=${page.id}`
      expect((await member.client.get(path)).json.createLink).toBe('')
      expect((await lead.client.get(path)).json.createLink).not.toBe('')
    })

    it('tells the blog by years, months and posts [V7-06] [V3-05]', async () => {
      const post = await create('News', { type: 'blogpost' })
      await create('More news', { type: 'blogpost' })
      const day = post._links.webui.split('/').slice(3, 6)
      const [year = '', month = ''] = day
      const subtree = async (query = '', client = lead.client) => {
        const reply = await client.get(`${ROOT}/pagetree/blog/subtree?spaceKey=DOCS${query}`)
        expect(reply.status, reply.text).toBe(200)
        return reply.json as PageTreeItem[]
      }
      const group = { pageId: '', url: '', hasChildren: true, children: [], active: false }
      expect(await subtree()).toEqual([{ ...group, title: year, groupType: '1', groupValue: year }])
      const months = await subtree(`&groupType=1&groupValue=${year}`)
      const name = new Intl.DateTimeFormat('en-US', { month: 'long', timeZone: 'UTC' }).format(
        new Date(`${year}-${month}-01`),
      )
      expect(months).toEqual([{ ...group, title: name, groupType: '2', groupValue: `${Number(month)}/${year}` }])
      const posts = await subtree(`&groupType=2&groupValue=${Number(month)}/${year}`)
      expect(posts).toEqual([
        expect.objectContaining({ title: 'More news' }),
        {
          pageId: post.id,
          title: 'News',
          url: post._links.webui,
          hasChildren: false,
          children: [],
          active: false,
          groupType: '',
          groupValue: '',
        },
      ])
      expect(titles(await subtree(`&groupType=2&groupValue=${month}/${year}&start=1&limit=1`))).toEqual(['News'])
      expect(await subtree('&groupType=2&groupValue=1/1999')).toEqual([])
      for (const query of [
        '&groupType=2&groupValue=x',
        '&groupType=1&groupValue=99',
        '&groupType=7&groupValue=1/2026',
      ]) {
        expect((await lead.client.get(`${ROOT}/pagetree/blog/subtree?spaceKey=DOCS${query}`)).status, query).toBe(400)
      }
      const tree = (await lead.client.get(`/rest/oxbow/1.0/spaces/DOCS/tree?page=${post.id}`)).json.parts.sidebar
        .blog as PageTreeItem[]
      expect(tree[0]).toMatchObject({
        active: true,
        children: [
          {
            active: true,
            children: [
              { title: 'More news', active: false },
              { title: 'News', active: true },
            ],
          },
        ],
      })
    })

    it('stars a space and takes the star off, the key in the body too [V7-17]', async () => {
      const path = '/rest/experimental/relation/user/current/favourite/toSpace/DOCS'
      const starred = async () =>
        (await member.client.get('/rest/oxbow/1.0/spaces/DOCS/tree')).json.space.favourite as boolean
      expect((await member.client.put(path, { spaceKey: 'DOCS' })).status).toBe(200)
      expect(await starred()).toBe(true)
      expect((await member.client.delete(path, { spaceKey: 'DOCS' })).status).toBe(204)
      expect(await starred()).toBe(false)
      expect((await wiki().anonymous.put(path, { spaceKey: 'DOCS' })).status).not.toBe(200)
    })

    it('gives the spaces menu as HTML [P7.4-01]', async () => {
      const menu = async (client = lead.client) => (await client.get(`${ROOT}/spacesmenu`)).json.template as string
      expect(await menu()).toContain('<a class="ox-panel-item" href="/display/DOCS">')
      expect(await menu()).toContain('id="create-space-header"')
      expect(await menu()).toContain('Secrets')
      expect(await menu(member.client)).not.toContain('Secrets')
      expect((await wiki().anonymous.get(`${ROOT}/spacesmenu`)).status).toBe(401)
    })

    it('has the custom content that its administrators write [V2-03]', async () => {
      const path = '/rest/oxbow/1.0/spaces/DOCS/sidebar-content'
      expect((await lead.client.get('/spaces/custompagecontent.action?key=DOCS')).text).toContain('Sidebar content')
      expect((await member.client.get('/spaces/custompagecontent.action?key=DOCS')).status).toBe(403)
      expect((await member.client.get('/spaces/custompagecontent.action?key=HUSH')).status).toBe(404)
      const storage = '<p>Ask in <strong>#docs</strong></p>'
      expect((await lead.client.put(path, { storage })).json).toEqual({ storage, html: storage })
      expect((await lead.client.get(path)).json.storage).toBe(storage)
      expect((await member.client.get('/display/DOCS')).text).toContain('<strong>#docs</strong>')
      const bad = await lead.client.put(path, { storage: '<p>unclosed' })
      expect([bad.status, bad.json.message]).toEqual([400, expect.stringContaining('line 1')])
      expect((await lead.client.put(path, { storage: 'x'.repeat(50_001) })).status).toBe(400)
      expect(
        (await lead.client.put(path, { storage: '<p onclick="x()">a<script>alert(1)</script></p>' })).json.html,
      ).not.toMatch(/onclick|<script/)
    })

    it('answers the addresses of the space that its links lead to [V2-04] [V2-14]', async () => {
      const form = await lead.client.get('/pages/createpage.action?spaceKey=DOCS')
      expect([form.status, form.text]).toEqual([
        200,
        expect.stringContaining('name="confluence-space-key" content="DOCS"'),
      ])
      const summary = await member.client.get('/spaces/viewspacesummary.action?key=DOCS')
      expect([summary.status, summary.text]).toEqual([200, expect.stringContaining('Documentation Home')])
    })

    it('opens the lists of a space without any page', async () => {
      await lead.client.post('/rest/api/space', { key: 'BARE', name: 'Bare' })
      const home = (await lead.client.get('/rest/api/space/BARE?expand=homepage')).json.homepage.id as string
      expect((await lead.client.delete(`/rest/api/content/${home}`)).status).toBe(204)
      for (const path of ['/collector/pages.action', '/pages/viewrecentblogposts.action']) {
        const reply = await member.client.get(`${path}?key=BARE`)
        expect([reply.status, reply.text], path).toEqual([200, expect.stringContaining('yet.')])
      }
    })

    it('lists the pages and posts of a space page by page', async () => {
      const list = async (of: string, cursor = '') =>
        (await member.client.get(`/rest/oxbow/1.0/spaces/DOCS/collection?of=${of}${cursor}`)).json as {
          results: { title: string }[]
          nextCursor: string | null
        }
      expect(titles((await list('blogs')).results)).toEqual(['More news', 'News'])
      for (let n = 0; n < 15; n++) await create(`Filler ${n}`)
      const first = await list('pages')
      const second = await list('pages', `&cursor=${first.nextCursor}`)
      const all = titles([...first.results, ...second.results])
      expect(first.results).toHaveLength(25)
      expect(new Set(all).size).toBe(all.length)
      expect(all).toContain('Grandchild')
      expect(all).not.toContain('Hidden plans')
      expect(all[0]).toBe('Filler 14')
      expect((await member.client.get('/rest/oxbow/1.0/spaces/DOCS/collection?of=pages&cursor=x')).status).toBe(400)
      expect((await member.client.get('/rest/oxbow/1.0/spaces/HUSH/collection?of=pages')).status).toBe(404)
    })
  },
)
