import { expect, it } from 'vitest'
import { onEachEngine } from '#platform/server/testing/harness.ts'
import { openToAnonymous } from '#features/spaces/testing/people.ts'
import { contentSearchPath, createContent, createSpace, FEATURES, searchPath, titlesOf } from './testing/wiki.ts'

/** So many clauses with different words, e.g. `text ~ "a1*"`. */
const clauses = (count: number, clause: (word: string) => string) =>
  Array.from({ length: count }, (_, n) => clause(`a${n}`))

onEachEngine(
  'the budget of a query',
  () => FEATURES,
  wiki => {
    it('finds by many beginnings at once', async () => {
      await createSpace(wiki(), 'BUD', 'Budget')
      await createContent(wiki(), 'BUD', 'First', '<p>a17b</p>')
      await createContent(wiki(), 'BUD', 'Second', '<p>a3c</p>')
      await createContent(wiki(), 'BUD', 'Third', '<p>b</p>')
      const beginnings = clauses(20, word => `text ~ "${word}*"`).join(' or ')
      const answer = await wiki().admin.get(searchPath(`type = page and (${beginnings})`))
      expect(answer.status, answer.text).toBe(200)
      expect(titlesOf(answer).toSorted()).toEqual(['First', 'Second'])
    })

    it.each([
      ['beginnings', clauses(21, word => `text ~ "${word}*"`).join(' or '), 'at most 20'],
      ['beginnings that must all occur', clauses(250, word => `title ~ "${word}*"`).join(' and '), 'at most 20'],
      ['beginnings under a negation', clauses(250, word => `text !~ "${word}*"`).join(' and '), 'at most 20'],
      ['beginnings in one text', `text ~ "${clauses(21, word => `${word}*`).join(' OR ')}"`, 'at most 20'],
      ['patterns', clauses(21, word => `text ~ "${word}?x"`).join(' or '), 'at most 20'],
      ['similar words', clauses(21, word => `text ~ "word${word}~"`).join(' or '), 'at most 20'],
      ['words', clauses(101, word => `text ~ ${word}`).join(' or '), 'at most 100'],
      ['conditions', clauses(201, word => `label = ${word}`).join(' or '), 'at most 200'],
      [
        'conditions within each other',
        `not (${clauses(400, word => `id = ${word.slice(1)}`).join(' and ')})`,
        'at most 200',
      ],
    ])('refuses too many %s before it looks for any', async (_, cql, most) => {
      for (const path of [searchPath(cql), contentSearchPath(cql)]) {
        const answer = await wiki().admin.get(path)
        expect(answer.status, answer.text).toBe(400)
        expect(answer.json.message).toContain(most)
      }
    })

    it('is counted for visitors, all calls together', async () => {
      await openToAnonymous(wiki())
      const visitor = wiki().anonymous
      const paths = [
        (word: string) => searchPath(`text ~ "${word}"`),
        (word: string) => contentSearchPath(`text ~ "${word}"`),
        (word: string) => `/rest/quicknav/1/search?query=${word}`,
        (word: string) => `/rest/oxbow/1.0/search?query=${word}`,
        (word: string) => `/dosearchsite.action?queryString=${word}`,
      ]
      let calls = 0
      const statusOf = async (word: string) => (await visitor.get(paths[calls++ % paths.length]!(word))).status
      for (let search = 0; search < 300; search++) expect(await statusOf(`word${search}`)).toBe(200)
      for (const path of paths) expect((await visitor.get(path('another'))).status, path('')).toBe(429)
      expect((await wiki().admin.get(paths[0]!('another'))).status).toBe(200)
    })

    it('takes as many conditions as it says', async () => {
      const cql = `type = page and not (${clauses(199, word => `label = ${word}`).join(' or ')})`
      const answer = await wiki().admin.get(searchPath(cql))
      expect(answer.status, answer.text).toBe(200)
      expect(titlesOf(answer)).toContain('Third')
    })
  },
)
