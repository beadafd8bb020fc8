import { beforeAll, expect, it } from 'vitest'
import { accountsFeature } from '#features/accounts/server/index.ts'
import { onEachEngine } from '#platform/server/testing/harness.ts'
import { spacesFeature } from './server/index.ts'
import { onlyTheyCreateSpaces, outsider, person, type TestPerson } from './testing/people.ts'

const PATH = '/rest/oxbow/1.0/spaces'
const names = (answer: { json: { results: { name: string }[] } }) => answer.json.results.map(space => space.name)

onEachEngine(
  'the space directory',
  () => [accountsFeature, spacesFeature],
  wiki => {
    let lead: TestPerson
    let member: TestPerson
    let guest: TestPerson
    beforeAll(async () => {
      lead = await person(wiki(), 'lead')
      member = await person(wiki(), 'member')
      guest = await outsider(wiki(), 'guest')
      await onlyTheyCreateSpaces(wiki(), lead)
      for (const [key, name] of [
        ['ZZ', 'apple pie'],
        ['BB', 'Zebra'],
        ['CC', 'Ärger'],
        ['DD', '100% done_now'],
        ['EE', 'Apple Tree'],
      ]) {
        await lead.client.post('/rest/api/space', { key, name, description: { plain: { value: `About ${name}` } } })
      }
      await lead.client.post('/rest/api/space/_private', { key: 'HUSH', name: 'Apple secrets' })
      await member.client.post('/rest/api/space/personal', {})
      await lead.client.put('/rest/api/space/BB/archive')
    })

    it('lists by name what the reader may see, with counts and rights', async () => {
      const mine = await lead.client.get(`${PATH}?type=global`)
      expect(names(mine)).toEqual(
        ['100% done_now', 'Apple secrets', 'Apple Tree', 'apple pie', 'Ärger'].toSorted((a, b) =>
          a.toLowerCase() < b.toLowerCase() ? -1 : 1,
        ),
      )
      expect(mine.json).toMatchObject({
        totalSize: 5,
        counts: { global: 5, personal: 1, archived: 1, favourite: 0 },
        permissions: { createSpace: true, createPersonalSpace: true },
      })
      const theirs = await member.client.get(PATH)
      expect(theirs.json).toMatchObject({
        totalSize: 5,
        counts: { global: 4, personal: 1, archived: 1, favourite: 0 },
        permissions: { createSpace: false, createPersonalSpace: false },
      })
      expect(names(theirs)).not.toContain('Apple secrets')
      const pie = theirs.json.results.find((space: { key: string }) => space.key === 'ZZ')
      expect(pie).toMatchObject({
        name: 'apple pie',
        summary: 'About apple pie',
        favourite: false,
        icon: { isDefault: true },
      })
      expect(pie.permissions).toContain('create:page')
      expect(pie.permissions).not.toContain('administer:space')
      expect((await guest.client.get(PATH)).json).toMatchObject({
        results: [],
        totalSize: 0,
        counts: { global: 0, personal: 0, archived: 0 },
      })
      expect((await wiki().anonymous.get(PATH)).json).toMatchObject({
        results: [],
        permissions: { createSpace: false, createPersonalSpace: false },
      })
    })

    it('finds by words of the name and by the beginning of the key', async () => {
      const find = async (text: string) => names(await lead.client.get(`${PATH}?query=${encodeURIComponent(text)}`))
      expect(await find('APPLE')).toEqual(['apple pie', 'Apple secrets', 'Apple Tree'])
      expect(await find('pie apple')).toEqual(['apple pie'])
      expect(await find('äRG')).toEqual(['Ärger'])
      expect(await find('zz')).toEqual(['apple pie'])
      // Characters that match anything in SQL are letters like others here.
      expect(await find('0% d')).toEqual(['100% done_now'])
      expect(await find('%')).toEqual(['100% done_now'])
      expect(await find('e_n')).toEqual(['100% done_now'])
      expect(await find('\\')).toEqual([])
      expect(await find("' or 1=1 --")).toEqual([])
    })

    it('filters by kind, status, star and permission', async () => {
      expect(names(await lead.client.get(`${PATH}?status=archived`))).toEqual(['Zebra'])
      expect(names(await lead.client.get(`${PATH}?type=personal`))).toEqual(['member Doe'])
      const star = '/rest/experimental/relation/user/current/favourite/toSpace'
      expect((await lead.client.put(`${star}/zz`, { spaceKey: 'zz' })).json).toEqual({ key: 'ZZ', favourite: true })
      expect((await lead.client.put(`${star}/ZZ`)).status).toBe(200)
      expect((await member.client.put(`${star}/HUSH`)).status).toBe(404)
      const starred = await lead.client.get(`${PATH}?favourite=true`)
      expect(names(starred)).toEqual(['apple pie'])
      expect(starred.json).toMatchObject({ counts: { favourite: 1 }, results: [{ favourite: true }] })
      expect((await member.client.get(`${PATH}?favourite=true`)).json.totalSize).toBe(0)
      expect(
        (await lead.client.get('/rest/api/space?favourite=true')).json.results.map(
          (space: { key: string }) => space.key,
        ),
      ).toEqual(['ZZ'])
      expect((await lead.client.get('/rest/api/space?favourite=false&type=global')).text).not.toContain('"ZZ"')
      expect((await lead.client.delete(`${star}/ZZ`)).status).toBe(204)
      expect((await lead.client.get(`${PATH}?favourite=true`)).json.totalSize).toBe(0)
      expect(names(await member.client.get(`${PATH}?permission=create:page`))).not.toContain('Zebra')
      expect(names(await member.client.get(`${PATH}?permission=administer:space`))).toEqual(['member Doe'])
      expect((await member.client.get(`${PATH}?permission=fly`)).status).toBe(400)
      expect((await member.client.get(`${PATH}?query=${'x'.repeat(201)}`)).status).toBe(400)
    })

    it('pages', async () => {
      const all = names(await lead.client.get(PATH))
      const seen: string[] = []
      let path: string | undefined = `${PATH}?limit=2`
      while (path) {
        const page = await lead.client.get(path)
        expect(page.json.totalSize).toBe(all.length)
        seen.push(...names(page))
        path = page.json._links.next
      }
      expect(seen).toEqual(all)
    })

    it('tells all that the screens of one space need', async () => {
      const details = await lead.client.get(`${PATH}/zz`)
      expect(details.json).toMatchObject({
        key: 'ZZ',
        summary: 'About apple pie',
        homePageId: null,
        owner: null,
        creator: { username: 'lead' },
        createdAt: expect.stringMatching(/\+00:00$/),
        administrators: [{ type: 'known', username: 'lead' }],
      })
      expect(details.json.permissions).toContain('administer:space')
      expect((await member.client.get(`${PATH}/HUSH`)).status).toBe(404)
      expect((await member.client.get(`${PATH}/~member`)).json).toMatchObject({
        owner: { username: 'member' },
        type: 'personal',
      })
    })
  },
)
