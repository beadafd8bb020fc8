import { expect, it } from 'vitest'
import { onEachEngine } from '#platform/server/testing/harness.ts'
import { createContent, createSpace, FEATURES, titles } from './testing/wiki.ts'

const sorted = (values: string[]) => values.toSorted()

onEachEngine(
  'CQL',
  () => FEATURES,
  wiki => {
    const ids: Record<string, string> = {}
    const create = async (
      title: string,
      text: string,
      { space = 'DOC', ...more }: { space?: string; [more: string]: unknown } = {},
    ) => {
      ids[title] = (await createContent(wiki(), space, title, text, more)).id
    }
    const below = (title: string) => ({ ancestors: [{ id: ids[title] }] })

    it('finds pages as soon as they are there', async () => {
      await createSpace(wiki(), 'DOC', 'Documents of the team')
      await createSpace(wiki(), 'OPS', 'Operations')
      await create('Release plan', '<p>We ship the apricot release in spring. Apricot jam for all.</p>')
      await create('Apricot', '<p>A fruit.</p>')
      await create('Crème brûlée', '<p>Straße nach Zürich</p>', below('Release plan'))
      await create('東京都の計画', '<p>今日は東京都庁に行きました。</p>', below('Crème brûlée'))
      await create('getUserName', '<p>The method getUserName() of user-service v1.2.3 gives the full name</p>', {
        space: 'OPS',
      })
      await create('Daily news', '<p>plums and apricots</p>', { type: 'blogpost' })
      expect(await titles(wiki().admin, 'text ~ apricot')).toEqual(['Apricot', 'Release plan'])
    })

    it.each([
      ['title = "release PLAN"', ['Release plan']],
      ['title != apricot and space = ops and type = page', ['Operations Home', 'getUserName']],
      ['title ~ plan', ['Release plan']],
      ['title ~ fruit', []],
      ['text ~ fruit', ['Apricot']],
      ['text ~ "apricot*"', ['Apricot', 'Daily news', 'Release plan']],
      ['siteSearch ~ "apricot spring"', ['Release plan']],
      ['text ~ "\\"apricot release\\""', ['Release plan']],
      ['text ~ "\\"release apricot\\""', []],
      ['text ~ "\\"ship apricot\\"~2"', ['Release plan']],
      ['text ~ "apricot NOT fruit"', ['Release plan']],
      ['text ~ "-fruit" and title ~ apricot', []],
      ['text ~ "a?ric*t"', ['Apricot', 'Release plan']],
      ['text ~ "*ricots"', ['Daily news']],
      ['text ~ aprocit~', ['Apricot', 'Release plan']],
      ['text ~ "plums OR fruit"', ['Apricot', 'Daily news']],
      ['text ~ zebra', []],
      ['text !~ apricot and type = page and space = DOC and title !~ home', ['Crème brûlée', '東京都の計画']],
      ['text ~ "creme brulee"', ['Crème brûlée']],
      ['text ~ strasse and text ~ ZURICH', ['Crème brûlée']],
      ['text ~ 東京', ['東京都の計画']],
      ['text ~ 京都', ['東京都の計画']],
      ['text ~ 都庁', ['東京都の計画']],
      ['text ~ 大阪', []],
      ['text ~ "user name"', ['getUserName']],
      ['text ~ 1.2.3', ['getUserName']],
      ['text ~ userservice', ['getUserName']],
      ['type = blogpost', ['Daily news']],
      ['type in (blogpost, comment) and space in (DOC, OPS)', ['Daily news']],
      ['type not in (page, comment)', ['Daily news']],
      ['type = whiteboard', []],
      ['space = doc and type = page and title !~ home', ['Apricot', 'Crème brûlée', 'Release plan', '東京都の計画']],
      ['space.key = OPS and title ~ "get*"', ['getUserName']],
      ['space.title ~ team and type = blogpost', ['Daily news']],
      ['space.title = "documents of the team" and type = blogpost', ['Daily news']],
      ['space.type = personal', []],
      ['space.type = global and type = blogpost', ['Daily news']],
      ['space.type = favourite', []],
      ['creator = admin and type = blogpost', ['Daily news']],
      ['creator = currentUser() and type = blogpost', ['Daily news']],
      ['creator != currentUser() and type = blogpost', []],
      ['creator in (nobody, ADMIN) and type = blogpost', ['Daily news']],
      ['contributor = admin and type = blogpost', ['Daily news']],
      ['contributor = nobody', []],
      ['created > now("-1h") and type = blogpost', ['Daily news']],
      ['created < "2020-01-01"', []],
      ['lastmodified >= startOfDay("-1d") and lastModified <= now("+1m") and type = blogpost', ['Daily news']],
      ['label = anything', []],
      ['label != anything and type = blogpost', ['Daily news']],
      ['watcher = currentUser()', []],
      ['favourite = currentUser() or type = blogpost', ['Daily news']],
      ['macro = toc', []],
      ['mention = currentUser()', []],
      ['(text ~ fruit or type = blogpost) and not space = OPS', ['Apricot', 'Daily news']],
      ['type = space', []],
      ['user.fullname ~ admin', []],
    ])('finds by %s', async (cql, expected) => {
      expect(sorted(await titles(wiki().admin, cql))).toEqual(expected)
    })

    it('finds by place in the tree and by id', async () => {
      const release = ids['Release plan']
      expect(sorted(await titles(wiki().admin, `ancestor = ${release}`))).toEqual(['Crème brûlée', '東京都の計画'])
      expect(await titles(wiki().admin, `parent = ${release}`)).toEqual(['Crème brûlée'])
      expect(await titles(wiki().admin, `parent in (${release}, ${ids['Crème brûlée']}) and text ~ 東京`)).toEqual([
        '東京都の計画',
      ])
      expect(await titles(wiki().admin, `id = ${release}`)).toEqual(['Release plan'])
      expect(await titles(wiki().admin, `content in (${release}, 999999)`)).toEqual(['Release plan'])
      expect(await titles(wiki().admin, `id != ${ids['Daily news']} and type = blogpost`)).toEqual([])
      expect(
        await titles(
          wiki().admin,
          'parent = currentContent()',
          `&cqlcontext=${encodeURIComponent(JSON.stringify({ contentId: release }))}`,
        ),
      ).toEqual(['Crème brûlée'])
      expect(
        await titles(
          wiki().admin,
          'space = currentSpace() and type = blogpost',
          `&cqlcontext=${encodeURIComponent('{"spaceKey":"DOC"}')}`,
        ),
      ).toEqual(['Daily news'])
    })
  },
)
