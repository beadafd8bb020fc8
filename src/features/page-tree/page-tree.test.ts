import { beforeAll, describe, expect, it } from 'vitest'
import { onEachEngine, type HttpClient } from '#platform/server/testing/harness.ts'
import { openToAnonymous, person } from '#features/spaces/testing/people.ts'
import { features } from '../../server.ts'
import { LEVEL_SIZE } from './server/tree.ts'

const macro = (name: string, parameters: Record<string, string> = {}) =>
  `<ac:structured-macro ac:name="${name}">${Object.entries(parameters)
    .map(([key, value]) => `<ac:parameter ac:name="${key}">${value}</ac:parameter>`)
    .join('')}</ac:structured-macro>`
const pageLink = (title: string) => `<ac:link><ri:page ri:content-title="${title}" /></ac:link>`
const CHILDREN = '/plugins/pagetree/naturalchildren.action'

/** Titles of the pages that HTML lists, in order, each after as many dots as there are levels above it. */
function listed(html: string): string[] {
  let depth = 0
  const found: string[] = []
  for (const [, tag, title] of html.matchAll(
    /<(\/?ul)\b|<span class="plugin_pagetree_children_span[^>]*><a [^>]*>([^<]+)<\/a>/g,
  )) {
    if (tag === 'ul') depth++
    else if (tag === '/ul') depth--
    else found.push('.'.repeat(depth) + (title ?? ''))
  }
  const least = Math.min(...found.map(line => line.search(/[^.]/)))
  return found.map(line => line.slice(least))
}

onEachEngine(
  'page trees',
  () => features,
  wiki => {
    let reader: HttpClient
    let home = ''
    let version = 1
    const ids: Record<string, string> = {}
    const create = async (title: string, parent?: string, value = '') => {
      const made = await wiki().admin.post('/rest/api/content', {
        type: 'page',
        title,
        space: { key: 'TRE' },
        ...(parent ? { ancestors: [{ id: parent }] } : {}),
        body: { storage: { value, representation: 'storage' } },
      })
      expect(made.status, made.text).toBe(200)
      ids[title] = String(made.json.id)
      return ids[title]
    }
    /** The HTML of the page "Fruit" with this text, as the client sees it. */
    const view = async (value: string, client = wiki().admin) => {
      const stored = await wiki().admin.put(`/rest/api/content/${ids['Fruit']}`, {
        type: 'page',
        title: 'Fruit',
        version: { number: ++version },
        body: { storage: { value, representation: 'storage' } },
      })
      expect(stored.status, stored.text).toBe(200)
      return (await client.get(`/rest/api/content/${ids['Fruit']}?expand=body.view`)).json.body.view.value as string
    }
    const shown = async (parameters: Record<string, string>, client?: HttpClient) =>
      listed(await view(macro('pagetree', parameters), client))
    const children = async (query: string, client = wiki().admin) => {
      const answer = await client.get(`${CHILDREN}?${query}`)
      expect(answer.status, answer.text).toBe(200)
      expect(answer.headers.get('content-type')).toBe('text/html;charset=UTF-8')
      return answer.text
    }

    beforeAll(async () => {
      reader = (await person(wiki(), 'reader')).client
      await wiki().admin.post('/rest/api/space', { key: 'TRE', name: 'Trees' })
      home = String((await wiki().admin.get('/rest/api/space/TRE?expand=homepage')).json.homepage.id)
      await create('Fruit', home)
      await create('Apple 10', ids['Fruit'])
      await create(
        'Apple 9',
        ids['Fruit'],
        `<p>Long.</p>${macro('excerpt').replace(
          '</ac:structured-macro>',
          '<ac:rich-text-body><p>Nine &amp; <b>red</b></p></ac:rich-text-body></ac:structured-macro>',
        )}`,
      )
      await create('Pippin', ids['Apple 10'])
      await create('Small pippin', ids['Pippin'])
      await create('Vegetables', home)
      await create('Carrot', ids['Vegetables'])
      await create('Secret', ids['Fruit'])
      await create('Below secret', ids['Secret'])
      await create('Alone')
      await wiki().admin.put(`/rest/api/content/${ids['Secret']}/restriction`, [
        { operation: 'read', restrictions: { user: [{ type: 'known', username: 'admin' }] } },
      ])
    })

    describe('the macro', () => {
      it('shows the pages below the home page', async () => {
        expect(await shown({})).toEqual(['Fruit', 'Vegetables'])
      })

      it('is open down to the page that is read', async () => {
        const put = await wiki().admin.put(`/rest/api/content/${ids['Small pippin']}`, {
          type: 'page',
          title: 'Small pippin',
          version: { number: 2 },
          body: { storage: { value: macro('pagetree'), representation: 'storage' } },
        })
        expect(put.status, put.text).toBe(200)
        const { json } = await wiki().admin.get(`/rest/api/content/${ids['Small pippin']}?expand=body.view`)
        const html = json.body.view.value as string
        expect(listed(html).slice(0, 4)).toEqual(['Fruit', '.Apple 10', '..Pippin', '...Small pippin'])
        expect(
          [...(html.split('<fieldset')[2] ?? '').matchAll(/name="ancestorId" value="(\d+)"/g)].map(([, id]) => id),
        ).toEqual([home, 'Fruit', 'Apple 10', 'Pippin'].map(name => ids[name] ?? name))
      })

      it('opens so many levels', async () => {
        expect(await shown({ startDepth: '2' })).toEqual([
          'Fruit',
          '.Apple 10',
          '.Apple 9',
          '.Secret',
          'Vegetables',
          '.Carrot',
        ])
        expect(await shown({ root: pageLink('@self'), startDepth: '3' })).toEqual([
          'Apple 10',
          '.Pippin',
          '..Small pippin',
          'Apple 9',
          'Secret',
          '.Below secret',
        ])
        expect(await shown({ root: pageLink('@self'), startDepth: '0' })).toEqual(['Apple 10', 'Apple 9', 'Secret'])
      })

      it.each([
        ['@self', ['Apple 10', 'Apple 9', 'Secret']],
        ['@SELF', ['Apple 10', 'Apple 9', 'Secret']],
        ['@parent', ['Fruit', 'Vegetables']],
        ['@home', ['Fruit', 'Vegetables']],
        ['Vegetables', ['Carrot']],
        ['TRE:Vegetables', ['Carrot']],
        [' vegetables ', ['Carrot']],
      ])('takes the root %s, as a link and as a text', async (root, pages) => {
        expect(await shown({ root })).toEqual(pages)
        if (!root.includes(':')) expect(await shown({ root: pageLink(root) })).toEqual(pages)
      })

      it('takes a link without a target as the page itself, and @none as the top of the space', async () => {
        expect(await shown({ root: '<ac:link />' })).toEqual(['Apple 10', 'Apple 9', 'Secret'])
        const top = await shown({ root: pageLink('@none') })
        expect(top).toContain('Alone')
        expect(top.some(title => title === 'Fruit')).toBe(false)
      })

      it('shows the tree of another space', async () => {
        await wiki().admin.post('/rest/api/space', { key: 'OTH', name: 'Other' })
        const other = (await wiki().admin.get('/rest/api/space/OTH?expand=homepage')).json.homepage.id as string
        const made = await wiki().admin.post('/rest/api/content', {
          type: 'page',
          title: 'Elsewhere',
          space: { key: 'OTH' },
          ancestors: [{ id: other }],
        })
        expect(made.status, made.text).toBe(200)
        expect(await shown({ spaces: '<ri:space ri:space-key="OTH" />' })).toEqual(['Elsewhere'])
        expect(await shown({ spaces: 'OTH' })).toEqual(['Elsewhere'])
        expect(await shown({ spaces: '@self', root: '@self' })).toEqual(['Apple 10', 'Apple 9', 'Secret'])
      })

      it('sorts', async () => {
        const sorted = (sort: string, reverse = 'false') => shown({ root: '@self', sort, reverse })
        expect(await sorted('position')).toEqual(['Apple 10', 'Apple 9', 'Secret'])
        expect(await sorted('position', 'true')).toEqual(['Secret', 'Apple 9', 'Apple 10'])
        expect(await sorted('natural')).toEqual(['Apple 9', 'Apple 10', 'Secret'])
        expect(await sorted('bitwise')).toEqual(['Apple 10', 'Apple 9', 'Secret'])
        expect(await sorted('bitwise', 'true')).toEqual(['Secret', 'Apple 9', 'Apple 10'])
        expect(await sorted('creation', 'true')).toEqual(['Secret', 'Apple 9', 'Apple 10'])
        const edited = await wiki().admin.put(`/rest/api/content/${ids['Apple 10']}`, {
          type: 'page',
          title: 'Apple 10',
          version: { number: 2 },
          body: { storage: { value: '<p>ripe</p>', representation: 'storage' } },
        })
        expect(edited.status, edited.text).toBe(200)
        expect((await sorted('modified')).at(-1)).toBe('Apple 10')
        expect(await sorted('nonsense')).toEqual(['Apple 10', 'Apple 9', 'Secret'])
      })

      it('shows what the excerpt macro of a page says', async () => {
        const html = await view(macro('pagetree', { root: '@self', excerpt: 'true' }))
        expect([...html.matchAll(/<p class="plugin_pagetree_excerpt">([^<]+)</g)].map(([, text]) => text)).toEqual([
          'Nine &amp; red',
        ])
        expect(await view(macro('pagetree', { root: '@self' }))).not.toContain('plugin_pagetree_excerpt')
      })

      it('shows each reader what they may see, and says so of a root that they may not', async () => {
        expect(await shown({ root: '@self', startDepth: '9' }, reader)).not.toContain('Secret')
        expect((await shown({ root: '@self', startDepth: '9' })).join()).toContain('Below secret')
        expect(await view(macro('pagetree', { root: 'Secret' }), reader)).toMatch(/role="note"[^>]*>[^<]*“Secret”/)
        expect(await view(macro('pagetree', { root: 'Nowhere' }))).toMatch(/role="note"[^>]*>[^<]*“Nowhere”/)
        expect(await view(macro('pagetree', { spaces: 'NOWHERE' }))).toMatch(/role="note"[^>]*>[^<]*“NOWHERE”/)
      })

      it('tells the trees of a page apart', async () => {
        const html = await view(macro('pagetree', { root: '@self' }).repeat(2))
        const all = [...html.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id)
        expect(new Set(all).size).toBe(all.length)
        expect(all).toContain(`child_ul${ids['Fruit']}-1`)
        // Nor does one of a comment have the ids of the page's.
        const comment = await wiki().admin.post('/rest/api/content?expand=body.view', {
          type: 'comment',
          container: { type: 'page', id: ids['Fruit'] },
          body: { storage: { value: macro('pagetree', { root: '@self' }), representation: 'storage' } },
        })
        expect(comment.json.body.view.value).toContain(`id="child_ul${ids['Fruit']}-${comment.json.id}-0"`)
      })

      it('is a list of links in exports', async () => {
        await view(macro('pagetree', { root: '@self', searchBox: 'true', expandCollapseAll: 'true' }))
        const html = (await wiki().admin.get(`/rest/api/content/${ids['Fruit']}?expand=body.export_view`)).json.body
          .export_view.value as string
        expect(listed(html)).toEqual(['Apple 10', 'Apple 9', 'Secret'])
        expect(html).toMatch(/<a href="http[^"]+\/display\/TRE\/Apple\+10"/)
        expect(html).not.toMatch(/<form|<input/)
      })
    })

    describe('the children call', () => {
      it('gives the pages below a page as a list in HTML [P7.9-03]', async () => {
        const html = await children(`hasRoot=true&pageId=${ids['Fruit']}&treeId=3&startDepth=0`)
        expect(listed(html)).toEqual(['Apple 10', 'Apple 9', 'Secret'])
        expect(html).toMatch(
          new RegExp(`^<ul class="plugin_pagetree_children_list" id="child_ul${ids['Fruit']}-3"><li>`),
        )
        const [id, leaf] = [ids['Apple 10'], ids['Apple 9']]
        expect(html).toMatch(
          new RegExp(
            `<a id="plusminus${id}-3" class="plugin_pagetree_childtoggle icon icon-section-closed aui-iconfont-chevron-right"[^>]*aria-expanded="false"`,
          ),
        )
        expect(html).toContain(
          `<span class="plugin_pagetree_children_span" id="childrenspan${id}-3"><a href="/display/TRE/Apple+10">Apple 10</a></span>`,
        )
        expect(html).toContain(`<div class="plugin_pagetree_children_container" id="children${id}-3" hidden=""></div>`)
        expect(html).toMatch(
          new RegExp(`<span class="no-children icon"></span></div><div[^>]*><span[^>]*id="childrenspan${leaf}-3"`),
        )
      })

      it('takes what clients of the old product send', async () => {
        expect(listed(await children(`hasRoot=true&pageId=${ids['Fruit']}`))).toHaveLength(3)
        expect(listed(await children('hasRoot=false&spaceKey=TRE&treeId=0&startDepth=0'))).toContain('Alone')
        expect(
          listed(
            await children(
              `decorator=none&excerpt=false&sort=position&reverse=false&disableLinks=false&expandCurrent=true&placement=sidebar&hasRoot=true&pageId=${home}&treeId=0&startDepth=0&mobile=false&ancestors=${ids['Apple 10']}&ancestors=${ids['Fruit']}&ancestors=None&treePageId=${ids['Pippin']}&_=1`,
            ),
          ),
        ).toEqual(['Fruit', '.Apple 10', '..Pippin', '.Apple 9', '.Secret', 'Vegetables'])
        expect(listed(await children(`sort=position&treePageId=${home}`))).toContain('Alone')
        const whole = await children(`hasRoot=true&pageId=${home}&startDepth=999&treePageId=${ids['Pippin']}`)
        expect(listed(whole)).toContain('...Small pippin')
        expect(whole).toMatch(
          /plugin_pagetree_current" id="childrenspan\d+-0"><a href="[^"]*Pippin" aria-current="page"/,
        )
        expect(await children(`pageId=${ids['Fruit']}&treeId=%22%3E%3Cb%3E`)).not.toContain('<b>')
        expect(await children(`pageId=${ids['Carrot']}`)).toBe(
          `<ul class="plugin_pagetree_children_list" id="child_ul${ids['Carrot']}-0"></ul>`,
        )
      })

      it('refuses with 403 what the reader may not see, and what does not exist [P6-08]', async () => {
        const status = async (query: string, client = reader) => (await client.get(`${CHILDREN}?${query}`)).status
        expect(await status(`hasRoot=true&pageId=${ids['Secret']}`)).toBe(403)
        expect(await status(`hasRoot=true&pageId=${ids['Below secret']}`)).toBe(403)
        expect(await status('hasRoot=true&pageId=999999')).toBe(403)
        expect(await status('hasRoot=false&spaceKey=NOWHERE')).toBe(403)
        expect(await status('')).toBe(403)
        expect(await status(`hasRoot=true&pageId=${ids['Secret']}`, wiki().admin)).toBe(200)
        const html = await children(`hasRoot=true&pageId=${home}&startDepth=999`, reader)
        expect(listed(html)).toContain('.Apple 9')
        expect(html).not.toContain('ecret')
      })

      it('does not tell that a page has children which the reader may not see', async () => {
        await create('Keeper', ids['Vegetables'])
        await create('Kept', ids['Keeper'])
        await wiki().admin.put(`/rest/api/content/${ids['Kept']}/restriction`, [
          { operation: 'read', restrictions: { user: [{ type: 'known', username: 'admin' }] } },
        ])
        const toggle = `plusminus${ids['Keeper']}-0`
        expect(await children(`pageId=${ids['Vegetables']}`)).toContain(toggle)
        expect(await children(`pageId=${ids['Vegetables']}`, reader)).not.toContain(toggle)
        expect(await children(`pageId=${ids['Vegetables']}&startDepth=9`, reader)).not.toContain(toggle)
      })

      it('leads those who are not signed in to where they can', async () => {
        const answer = await wiki().anonymous.get(`${CHILDREN}?pageId=${ids['Fruit']}`)
        expect([answer.status, answer.headers.get('location')?.split('?')[0]]).toEqual([302, '/login.action'])
        await openToAnonymous(wiki())
        const granted = await wiki().admin.put('/rest/api/space/TRE/permissions/anonymous/grant', [
          { targetType: 'space', operationKey: 'read' },
        ])
        expect(granted.status, granted.text).toBeLessThan(300)
        expect(listed(await children(`pageId=${ids['Fruit']}`, wiki().anonymous))).toEqual(['Apple 10', 'Apple 9'])
        expect((await wiki().anonymous.get(`${CHILDREN}?pageId=${ids['Secret']}`)).status).toBe(403)
      })
    })

    describe('a level of many pages', () => {
      const title = (index: number) => `Number ${index}`

      it('has a link to the rest of it', async () => {
        const many = await create('Many', home)
        for (let index = 0; index <= LEVEL_SIZE; index++) await create(title(index), many)
        const first = await children(`pageId=${many}&treeId=2`)
        expect(listed(first)).toEqual(Array.from({ length: LEVEL_SIZE }, (_, index) => title(index)))
        const [, rest = ''] = /<li class="plugin_pagetree_more"><a href="([^"]+)">Show more pages</.exec(first) ?? []
        const last = await children((rest.split('?')[1] ?? '').replaceAll('&amp;', '&'))
        expect(listed(last)).toEqual([title(LEVEL_SIZE)])
        expect(last).toContain(`id="child_ul${many}-2"`)
        expect(last).not.toContain('plugin_pagetree_more')
        const whole = await children(`pageId=${home}&startDepth=999`)
        expect(listed(whole).filter(line => line.startsWith('.Number'))).toHaveLength(LEVEL_SIZE)
        expect(whole).toContain(`pageId=${many}&amp;`)
        const html = await view(macro('pagetree', { root: 'Many' }))
        expect(listed(html)).toHaveLength(LEVEL_SIZE)
        expect(html).toContain('Show more pages')
      })
    })

    describe('the search', () => {
      const search = async (form: Record<string, string>, client = wiki().admin) => {
        const answer = await client.send(
          'POST',
          '/plugins/pagetreesearch/pagetreesearch.action',
          new URLSearchParams(form),
        )
        expect(answer.status, answer.text).toBe(302)
        return new URL(answer.headers.get('location') ?? '', 'http://wiki')
      }

      it('leads to the search for words below a page', async () => {
        const found = await search({ ancestorId: ids['Fruit'] ?? '', spaceKey: 'TRE', queryString: ' red "apple\\ ' })
        expect(found.pathname).toBe('/dosearchsite.action')
        expect(found.searchParams.get('cql')).toBe(
          `siteSearch ~ "red \\"apple\\\\" and ancestor = ${ids['Fruit']} and space = "TRE"`,
        )
        const plain = await search({ ancestorId: '', spaceKey: 'TRE', queryString: 'apple' })
        expect(plain.searchParams.get('cql')).toBe('siteSearch ~ "apple" and space = "TRE"')
        expect((await search({ spaceKey: 'TRE' })).search).toBe('?where=TRE')
      })

      it('is a form in the tree that asks for it, and a macro of its own', async () => {
        const below = (html: string) =>
          /name="ancestorId" value="(\d*)"/.exec(/<form.*?<\/form>/s.exec(html)?.[0] ?? '')?.[1]
        const isOffered = (html: string) => !html.includes('plugin_pagetree_flyout_only')
        expect(isOffered(await view(macro('pagetree', { root: '@self' })))).toBe(false)
        expect(isOffered(await view(macro('pagetree', { root: '@self', searchBox: 'true' })))).toBe(true)
        expect(below(await view(macro('pagetree', { root: '@self', searchBox: 'true' })))).toBe(ids['Fruit'])
        expect(below(await view(macro('pagetree', { root: '@none', searchBox: 'true' })))).toBe('')
        expect(below(await view(macro('pagetreesearch')))).toBe(home)
        expect(below(await view(macro('pagetreesearch', { rootPage: 'Vegetables' })))).toBe(ids['Vegetables'])
        expect(below(await view(macro('pagetreesearch', { rootPage: pageLink('Vegetables') })))).toBe(ids['Vegetables'])
        expect(await view(macro('pagetreesearch', { rootPage: 'Secret' }), reader)).toMatch(/role="note"/)
      })
    })
  },
)
