import { expect, it } from 'vitest'
import { onEachEngine, type HttpClient } from '#platform/server/testing/harness.ts'
import { openToAnonymous } from '#features/spaces/testing/people.ts'
import { features } from '../../server.ts'

onEachEngine(
  'contributors over REST',
  () => features,
  wiki => {
    let ada: HttpClient
    let id = ''
    let child = ''
    const path = '/rest/com.atlassian.confluence.contributors/1.0/contributors'
    const ask = async (query: string, client = wiki().admin) => {
      const answer = await client.get(`${path}?pageId=${id}${query}`)
      expect(answer.status, answer.text).toBe(200)
      return answer.json as {
        errorMessage: string | null
        layoutStyle: string
        showCount: boolean
        showTime: boolean
        visibleContributors: {
          idString: string
          fullNameString: string
          totalCount: number
          relativeLastActiveTimeStr: string
        }[]
        hiddenContributors: { fullNameString: string }[]
      }
    }
    const names = (people: { fullNameString: string }[]) => people.map(person => person.fullNameString)
    const edit = (client: HttpClient, page: string, number: number, title: string) =>
      client.put(`/rest/api/content/${page}`, {
        type: 'page',
        title,
        version: { number },
        body: { storage: { value: `<p>${number}</p>`, representation: 'storage' } },
      })

    it('tells who wrote a page, with counts and times [V3-09] [V3-10] [V7-01]', async () => {
      ada = await wiki().addUser('ada', { fullName: 'Ada Lovelace' })
      await wiki().admin.post('/rest/api/space', { key: 'CON', name: 'Contributors' })
      id = await wiki().admin.createPage('CON', 'Written')
      expect((await edit(ada, id, 2, 'Written')).status).toBe(200)
      expect((await edit(ada, id, 3, 'Written')).status).toBe(200)
      const answer = await ask('&showCount=true&showLastTime=true&mode=list')
      expect(answer).toMatchObject({
        errorMessage: null,
        layoutStyle: 'LIST',
        showCount: true,
        showTime: true,
        hiddenContributors: [],
      })
      expect(answer.visibleContributors[0]).toEqual({
        idString: expect.stringMatching(/^\w+$/) as string,
        fullNameString: 'Ada Lovelace',
        totalCount: 2,
        relativeLastActiveTimeStr: 'now',
        url: '/display/~ada',
      })
      expect(answer.visibleContributors.map(person => person.totalCount)).toEqual([2, 1])
      expect(await ask('')).toMatchObject({ layoutStyle: 'FLAT', showCount: false, showTime: false })
    })

    it('orders, limits and reaches below the page', async () => {
      expect(names((await ask('&order=name')).visibleContributors)[0]).toBe('Ada Lovelace')
      expect(names((await ask('&order=name&reverse=true')).visibleContributors).at(-1)).toBe('Ada Lovelace')
      const limited = await ask('&limit=1')
      expect([names(limited.visibleContributors), limited.hiddenContributors.length]).toEqual([['Ada Lovelace'], 1])
      child = (
        await ada.post('/rest/api/content', {
          type: 'page',
          title: 'Below',
          space: { key: 'CON' },
          ancestors: [{ id }],
        })
      ).json.id
      expect(
        (await ask('')).visibleContributors.find(person => person.fullNameString === 'Ada Lovelace')?.totalCount,
      ).toBe(2)
      expect(
        (await ask('&scope=descendants')).visibleContributors.find(person => person.fullNameString === 'Ada Lovelace')
          ?.totalCount,
      ).toBe(3)
      expect(names((await ask('&page=Below')).visibleContributors)).toEqual(['Ada Lovelace'])
      expect(names((await ask('&page=CON:Below')).visibleContributors)).toEqual(['Ada Lovelace'])
      expect((await ask('&page=Nowhere')).errorMessage).toBe('The page “Nowhere” could not be found.')
      expect((await ask('&include=comments&noneFoundMessage=Nobody+yet')).errorMessage).toBe('Nobody yet')
    })

    it('counts nothing of pages that the reader may not see, and answers nobody about them', async () => {
      const restricted = await wiki().admin.put(`/rest/api/content/${child}/restriction`, [
        { operation: 'read', restrictions: { user: [{ type: 'known', username: 'admin' }] } },
      ])
      expect(restricted.status, restricted.text).toBe(200)
      expect(
        (await ask('&scope=descendants', ada)).visibleContributors.find(
          person => person.fullNameString === 'Ada Lovelace',
        )?.totalCount,
      ).toBe(2)
      expect((await ask('&page=Below', ada)).errorMessage).toBe('The page “Below” could not be found.')
      expect((await ada.get(`${path}?pageId=${child}`)).status).toBe(404)
      expect((await wiki().anonymous.get(`${path}?pageId=${id}`)).status).toBe(404)
    })

    it('counts those of pages with a label, and of whole spaces', async () => {
      const { admin } = wiki()
      await admin.post(`/rest/api/content/${id}/label`, [{ prefix: 'global', name: 'written' }])
      const ours = names((await ask('')).visibleContributors)
      expect(names((await ask('&labels=other+written')).visibleContributors)).toEqual(ours)
      expect((await ask('&labels=other')).errorMessage).toMatch(/^No contributors found/)
      await admin.post('/rest/api/space', { key: 'COB', name: 'Other contributors' })
      const far = await ada.createPage('COB', 'Far')
      await ada.post(`/rest/api/content/${far}/label`, [{ prefix: 'global', name: 'far' }])
      const post = await ada.post('/rest/api/content', { type: 'blogpost', title: 'Post', space: { key: 'COB' } })
      expect(post.status, post.text).toBe(200)
      const counts = async (query: string, client?: HttpClient) =>
        Object.fromEntries(
          (await ask(query, client)).visibleContributors.map(person => [person.fullNameString, person.totalCount]),
        )
      // The administrator made the space's home page.
      expect(await counts('&spaces=COB')).toEqual({ 'Ada Lovelace': 2, admin: 1 })
      expect(await counts('&spaces=COB&labels=far')).toEqual({ 'Ada Lovelace': 1 })
      expect(await counts('&spaces=@all&labels=far,written')).toMatchObject({ 'Ada Lovelace': 3 })
      expect((await counts('&spaces=@self%20COB'))['Ada Lovelace']).toBeGreaterThanOrEqual(4)
      await admin.put(`/rest/api/content/${far}/restriction`, [
        { operation: 'read', restrictions: { user: [{ type: 'known', username: 'admin' }] } },
      ])
      expect((await ask('&spaces=COB&labels=far', ada)).errorMessage).toMatch(/^No contributors found/)
      expect((await ask('&spaces=COB&labels=a;b')).errorMessage).toMatch(/label/)
      expect((await ask('&spaces=NOWHERE')).errorMessage).not.toBeNull()
    })

    it('takes the macro parameters alone: a page by title and space, or a space [V7-01]', async () => {
      const by = async (query: string, client = wiki().admin) => {
        const answer = await client.get(`${path}?${query}`)
        return { status: answer.status, names: names(answer.json.visibleContributors ?? []), json: answer.json }
      }
      const ours = names((await ask('')).visibleContributors)
      expect(await by('page=Written&spaceKey=CON')).toMatchObject({ status: 200, names: ours })
      expect(await by('page=CON:Written')).toMatchObject({ status: 200, names: ours })
      expect(await by('pageId=&page=Written&spaceKey=CON&limit=1')).toMatchObject({
        status: 200,
        names: ours.slice(0, 1),
      })
      // The space of the page comes before that of the page at hand.
      expect(names((await ask('&page=Far&spaceKey=COB')).visibleContributors)).toEqual(['Ada Lovelace'])
      expect((await ask('&page=Far')).errorMessage).toBe('The page “Far” could not be found.')
      expect((await by('spaceKey=COB')).names).toEqual(names((await ask('&spaces=COB')).visibleContributors))
      expect((await by('page=Nowhere&spaceKey=CON')).json.errorMessage).toBe('The page “Nowhere” could not be found.')
      // Neither pages nor spaces that the reader may not see.
      expect((await by('page=Far&spaceKey=COB', ada)).json.errorMessage).toBe('The page “Far” could not be found.')
      expect((await by('spaceKey=NOWHERE')).json.errorMessage).not.toBeNull()
      expect((await by('spaceKey=COB', wiki().anonymous)).names).toEqual([])
      for (const query of ['', 'page=Written', 'pageId=x&spaceKey=CON'])
        expect((await by(query)).status, query).toBe(400)
    })

    it('counts changes of visitors only where it is asked to', async () => {
      const { admin, anonymous } = wiki()
      const page = await admin.createPage('CON', 'Open')
      await openToAnonymous(wiki())
      const granted = await admin.put(
        '/rest/api/space/CON/permissions/anonymous/grant',
        ['space read', 'page create'].map(operation => {
          const [targetType, operationKey] = operation.split(' ')
          return { targetType, operationKey }
        }),
      )
      expect(granted.status, granted.text).toBeLessThan(300)
      const edited = await edit(anonymous, page, 2, 'Open')
      expect(edited.status, edited.text).toBe(200)
      const of = async (query: string) => names((await ask(`&page=Open${query}`)).visibleContributors)
      expect(await of('')).toEqual(['admin'])
      expect(await of('&showAnonymous=false')).toEqual(['admin'])
      expect((await of('&showAnonymous=true')).toSorted()).toEqual(['Anonymous', 'admin'])
    })

    it('stands whole in the page for readers without script [V1-06]', async () => {
      await edit(wiki().admin, id, 4, 'Written')
      await wiki().admin.put(`/rest/api/content/${id}`, {
        type: 'page',
        title: 'Written',
        version: { number: 5 },
        body: {
          storage: {
            value:
              '<ac:structured-macro ac:name="contributors"><ac:parameter ac:name="showCount">true</ac:parameter></ac:structured-macro>',
            representation: 'storage',
          },
        },
      })
      const view = (await wiki().admin.get(`/rest/api/content/${id}?expand=body.view`)).json.body.view.value as string
      expect(view).toContain('>Ada Lovelace</a>')
      expect(view.replaceAll(/<[^>]*>/g, '')).toMatch(/\(3\).*Ada Lovelace \(2\)/)
    })
  },
)
