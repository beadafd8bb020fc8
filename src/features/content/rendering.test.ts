import { parse, type DefaultTreeAdapterMap } from 'parse5'
import { beforeAll, expect, it } from 'vitest'
import { openToAnonymous } from '#features/spaces/testing/people.ts'
import { onEachEngine, storage } from '#platform/server/testing/harness.ts'
import { features } from '../../server.ts'

type Node = DefaultTreeAdapterMap['node']
/** Markup that once broke out of article, page and frame: tables in table rows, items without lists, nested links. */
const HOSTILE = `${'<table><tr>'.repeat(14)}<td>innermost</td>${'</tr></table>'.repeat(14)}<li>item</li><td>cell</td><p><p>a</p></p><a href="/x"><a href="/y">b</a></a>`

/** The elements that hold a text, from the innermost outwards, by their ids and names. */
function around(html: string, text: string): string[] {
  const found: string[][] = []
  const visit = (node: Node, path: readonly string[]): void => {
    if ('value' in node && node.value.includes(text)) found.push([...path].toReversed())
    if (!('childNodes' in node)) return
    const id = 'attrs' in node ? node.attrs.find(({ name }) => name === 'id')?.value : undefined
    for (const child of node.childNodes)
      visit(child, id === undefined ? [...path, node.nodeName] : [...path, node.nodeName, `#${id}`])
  }
  visit(parse(html), [])
  return found.find(path => !path.includes('script')) ?? []
}

onEachEngine(
  'what is rendered',
  () => features,
  wiki => {
    let id = ''
    const convert = (value: string, representation = 'wiki', client = wiki().admin) =>
      client.post('/rest/api/contentbody/convert/view', { value, representation })
    const create = async (title: string, value: string) => {
      const made = await wiki().admin.post('/rest/api/content', {
        type: 'page',
        title,
        space: { key: 'REN' },
        body: storage(value),
      })
      expect(made.status, made.text).toBe(200)
      return made.json.id as string
    }

    beforeAll(async () => {
      await wiki().admin.post('/rest/api/space', { key: 'REN', name: 'Rendered' })
      id = await create('Plain', '<p>plain words</p>')
    })

    it('stays where it belongs in the page and in its comments', async () => {
      const hostile = await create('Hostile', `${HOSTILE}<p>last words</p>`)
      const page = (await wiki().admin.get(`/pages/viewpage.action?pageId=${hostile}`)).text
      const place = around((await wiki().admin.get(`/pages/viewpage.action?pageId=${id}`)).text, 'plain words')
      expect(place).toContain('#main-content')
      expect(around(page, 'last words')).toEqual(place)
      expect(around(page, 'innermost')).toContain('#main-content')

      const comment = (value: string) =>
        wiki().admin.post('/rest/api/content', {
          type: 'comment',
          container: { id, type: 'page' },
          body: storage(value),
        })
      await comment('<p>kind words</p>')
      await comment(`${HOSTILE}<p>harsh words</p>`)
      await comment('<p>final words</p>')
      const commented = (await wiki().admin.get(`/pages/viewpage.action?pageId=${id}`)).text
      const withoutIds = (path: string[]) => path.filter(name => !/^#.*\d/.test(name))
      for (const words of ['harsh words', 'final words']) {
        expect(withoutIds(around(commented, words))).toEqual(withoutIds(around(commented, 'kind words')))
      }
      expect(around(commented, 'innermost')).toContain('#main')
    })

    it('serves others while a large text is rendered, and shows no more of it than a page may hold', async () => {
      const ended: string[] = []
      const large = convert('{toc}\nh1. x\n'.repeat(8000)).then(reply => {
        ended.push('large')
        return reply
      })
      await Promise.all(
        Array.from({ length: 5 }, async () => {
          await wiki().admin.get(`/rest/api/content/${id}`)
          ended.push('other')
        }),
      )
      const { status, text } = await large
      expect(status, text.slice(0, 500)).toBe(200)
      expect(ended).toEqual(['other', 'other', 'other', 'other', 'other', 'large'])
    })

    it.each([
      ['wiki markup of more characters', 'wiki', 'x'.repeat(5 * 1024 * 1024 + 1)],
      ['wiki markup that grows', 'wiki', '|a'.repeat(400_000)],
      ['blanks that are written as entities', 'storage', `<p>${'\u00a0'.repeat(900_000)}</p>`],
      ['macros that get an id each', 'storage', '<ac:structured-macro ac:name="x"/>'.repeat(60_000)],
    ])('refuses a text that is too long to be read again: %s', async (_, representation, value) => {
      // A conversion asks no database: one of the two wikis shows it.
      for (const to of wiki().engine === 'sqlite' ? ['storage', 'view'] : []) {
        const reply = await wiki().admin.post(`/rest/api/contentbody/convert/${to}`, { value, representation })
        expect(reply.status, reply.text.slice(0, 300)).toBe(400)
        expect(reply.text).toMatch(/longer than|more than/)
      }
      const made = await wiki().admin.post('/rest/api/content', {
        type: 'page',
        title: 'Long',
        space: { key: 'REN' },
        body: { storage: { value, representation } },
      })
      expect(made.status, made.text.slice(0, 300)).toBe(400)
    })

    it('takes no body for a conversion that no page could have', async () => {
      const reply = await convert('x'.repeat(6 * 1024 * 1024), 'storage')
      expect(reply.status, reply.text.slice(0, 300)).toBe(413)
    })

    it('is converted for visitors so often in a minute', async () => {
      await openToAnonymous(wiki())
      const statuses: number[] = []
      for (let call = 0; call < 62; call++) statuses.push((await convert('x', 'wiki', wiki().anonymous)).status)
      expect(new Set(statuses.slice(0, 60))).toEqual(new Set([200]))
      expect(statuses.slice(60)).toEqual([429, 429])
      expect((await convert('x')).status).toBe(200)
    })
  },
)
