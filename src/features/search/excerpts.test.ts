import { beforeAll, expect, it } from 'vitest'
import { onEachEngine } from '#platform/server/testing/harness.ts'
import { statementsOf } from '#platform/server/testing/statements.ts'
import { createContent, createSpace, FEATURES, searchPath } from './testing/wiki.ts'

const FILLER_WORDS = 8000
/** Characters of a passage and what is repeated of it. */
const LONGEST = 2400

/** Words of which no test searches one; each is in every passage. */
const filler = (words = FILLER_WORDS) => Array.from({ length: words }, (_, index) => `filler${index % 50}`).join(' ')
const hl = (word: string) => `@@@hl@@@${word}@@@endhl@@@`

onEachEngine(
  'excerpts of long texts',
  () => FEATURES,
  wiki => {
    const page = (title: string, ...parts: string[]) =>
      createContent(wiki(), 'LONG', title, parts.map(part => `<p>${part}</p>`).join(''))
    const excerpt = async (cql: string): Promise<string> => {
      const reply = await wiki().admin.get(searchPath(cql))
      expect(reply.status, reply.text).toBe(200)
      expect(reply.json.totalSize, cql).toBe(1)
      return reply.json.results[0].excerpt
    }

    beforeAll(async () => createSpace(wiki(), 'LONG', 'Long'))

    it('are cut around a word, however far down it is', async () => {
      await page('Grains', filler(), 'Cooking quinoa with almonds takes a while', filler())
      for (const query of ['quinoa', 'quin*', 'qu?noa', 'quinoe~'])
        expect(await excerpt(`text ~ "${query}"`), query).toContain(`Cooking ${hl('quinoa')} with almonds`)
      const found = await excerpt('text ~ "quinoa"')
      expect(found.length).toBeGreaterThan(150)
      expect(found.length).toBeLessThan(350)
      const plain = await wiki().admin.get('/rest/oxbow/1.0/search?query=quin')
      expect(plain.json.results[0].excerpt).toContainEqual({ text: 'quinoa', hit: true })
    })

    it('are cut around a phrase, and not around its words elsewhere', async () => {
      await page('Colours', `A red house and a green door. ${filler()}`, 'She took the green house at last', filler())
      expect(await excerpt('text ~ "\\"green house\\""')).toContain(`took the ${hl('green')} ${hl('house')} at last`)
    })

    it('are cut where more of the words are together', async () => {
      await page('Fruit', `Here is a pomelo. ${filler()}`, 'A pomelo beside a lychee', filler())
      expect(await excerpt('text ~ "pomelo lychee"')).toContain(`A ${hl('pomelo')} beside a ${hl('lychee')}`)
      // All words are at the beginning.
      expect(await excerpt('text ~ "pomelo"')).toMatch(/^Here is a @@@hl@@@pomelo/)
    })

    it('mark words with diacritics, and Chinese, Japanese and Korean ones', async () => {
      await page('Dessert', filler(), 'Voilà une Crème Brûlée française', filler())
      expect(await excerpt('text ~ "creme brulee"')).toContain(`une ${hl('Crème')} ${hl('Brûlée')} française`)
      await page('Town hall', filler(), '昨日は東京都庁へ行った', '東'.repeat(9000), '京都市')
      expect(await excerpt('text ~ "東京都庁"')).toContain(`昨日は${hl('東京都庁')}へ行った`)
    })

    it('are the beginning where only the title matches', async () => {
      await page('Rhubarb', `Once upon a time. ${filler()}`, filler())
      expect(await excerpt('text ~ "rhubarb"')).toMatch(/^Once upon a time\. filler0/)
      expect(await excerpt('title ~ "rhubarb"')).toMatch(/^Once upon a time\. filler0/)
    })

    it('are those of the newest text, of which nothing is left when it goes', async () => {
      const { id } = await page('Herbs', filler(), 'A bunch of chervil', filler())
      const passages = async () => {
        await wiki().app.events.settled('search')
        const rows = await wiki()
          .app.database.read.selectFrom('search_passage')
          .select('text')
          .where('document_id', '=', Number(id))
          .execute()
        return rows.length
      }
      const update = (number: number, text: string) =>
        wiki().admin.put(`/rest/api/content/${id}`, {
          type: 'page',
          title: 'Herbs',
          version: { number },
          body: { storage: { value: `<p>${text}</p>`, representation: 'storage' } },
        })
      expect(await passages()).toBeGreaterThan(30)
      await update(2, 'Only chervil')
      expect(await excerpt('text ~ "chervil"')).toBe(`Only ${hl('chervil')}`)
      expect(await passages()).toBe(0)
      await update(3, `${filler()} more chervil`)
      expect(await excerpt('text ~ "chervil"')).toContain(`more ${hl('chervil')}`)
      expect(await passages()).toBeGreaterThan(10)
      await wiki().admin.delete(`/rest/api/content/${id}`)
      expect(await passages()).toBe(0)
    })

    it('are made without reading whole texts', async () => {
      const { read } = wiki().app.database
      const titles = ['First', 'Second', 'Third']
      for (const title of titles) await page(title, filler(), `Here is asparagus`, filler())
      const reply = await wiki().admin.get(searchPath('text ~ "asparagus"'))
      expect(reply.json.totalSize).toBe(titles.length)
      wiki().app.database.invalidate()
      const statements = await statementsOf(wiki(), () => wiki().admin.get(searchPath('text ~ "asparagus"')))
      const texts = statements.filter(({ sql }) => /"text"[^()]*\bfrom "search_/.test(sql))
      let length = 0
      for (const statement of texts) {
        const { rows } = await read.executeQuery<{ text: string }>(statement)
        for (const { text } of rows) {
          expect(text.length).toBeLessThanOrEqual(LONGEST)
          length += text.length
        }
      }
      expect(texts).toHaveLength(2)
      expect(length).toBeGreaterThan(LONGEST)
      expect(length).toBeLessThan(titles.length * 3 * LONGEST)
    })
  },
)
