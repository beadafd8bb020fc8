import { beforeAll, expect, it } from 'vitest'
import { onEachEngine, type HttpClient } from '#platform/server/testing/harness.ts'
import { openToAnonymous, person } from '#features/spaces/testing/people.ts'
import { features } from '../../server.ts'
import type { SpaceAttachment } from './space-contract.ts'
import { attach, makePage, makeSpace } from './testing/forms.ts'

/** More than one part of the list. */
const MANY = 55

onEachEngine(
  'the files of a space',
  () => features,
  wiki => {
    let reader: HttpClient
    const pages = {} as Record<'Open' | 'Locked' | 'Below' | 'Trashed', string>
    const path = '/rest/oxbow/1.0/spaces/FILES/attachments'
    const screen = '/spaces/listattachmentsforspace.action?key=FILES'
    const list = async (client: HttpClient, query = '') => {
      const files: SpaceAttachment[] = []
      let cursor: string | null = null
      do {
        const more: string = cursor === null ? '' : `&cursor=${encodeURIComponent(cursor)}`
        const { status, text, json } = await client.get(`${path}?${query}${more}`)
        expect(status, text).toBe(200)
        expect(json.results.length).toBeLessThanOrEqual(50)
        files.push(...json.results)
        cursor = json.nextCursor
      } while (cursor !== null)
      return files
    }
    const names = async (client: HttpClient, query = '') => (await list(client, query)).map(file => file.name)
    const many = Array.from({ length: MANY }, (_, n) => `part ${String(n).padStart(2, '0')}.log`)

    beforeAll(async () => {
      await makeSpace(wiki())
      reader = (await person(wiki(), 'reader')).client
      for (const title of ['Open', 'Locked', 'Trashed'] as const) pages[title] = await makePage(wiki(), title)
      const below = await wiki().admin.post('/rest/api/content', {
        type: 'page',
        title: 'Below',
        space: { key: 'FILES' },
        ancestors: [{ id: pages.Locked }],
        body: { storage: { value: '', representation: 'storage' } },
      })
      pages.Below = String(below.json.id)
      const files: [keyof typeof pages, string][] = [
        ['Open', 'Übersicht.PDF'],
        ['Open', 'plan.pdf'],
        ['Open', 'archive.tar.gz'],
        ['Open', '100%_done.p_f'],
        ['Open', 'noextension'],
        ['Locked', 'secret.pdf'],
        ['Below', 'deep.pdf'],
        ['Trashed', 'gone.pdf'],
      ]
      for (const [page, name] of files) await attach(wiki().admin, pages[page], name, name)
      for (const name of many) await attach(wiki().admin, pages.Open, name, name)
      await wiki().admin.put(`/rest/api/content/${pages.Locked}/restriction`, [
        { operation: 'read', restrictions: { user: [{ type: 'known', username: 'admin' }] } },
      ])
      await wiki().admin.delete(`/rest/api/content/${pages.Trashed}`)
      await wiki().admin.post('/rest/api/space', { key: 'OTHER', name: 'Other' })
    })

    it('lists them by name in parts, with where they hang, and nothing of the trash', async () => {
      const all = await list(wiki().admin)
      expect(all.map(file => file.name)).toEqual([
        '100%_done.p_f',
        'archive.tar.gz',
        'deep.pdf',
        'noextension',
        ...many,
        'plan.pdf',
        'secret.pdf',
        'Übersicht.PDF',
      ])
      expect(all.find(file => file.name === 'plan.pdf')).toMatchObject({
        version: 1,
        size: 8,
        labels: [],
        author: { username: 'admin' },
        page: { id: pages.Open, title: 'Open', url: expect.stringContaining('/display/FILES/Open') },
        downloadUrl: expect.stringContaining(`/download/attachments/${pages.Open}/plan.pdf`),
      })
    })

    it('tells nobody of files on pages that they may not see', async () => {
      expect(await names(reader, 'fileExtension=pdf')).toEqual(['plan.pdf', 'Übersicht.PDF'])
      expect(await names(wiki().admin, 'fileExtension=pdf')).toEqual([
        'deep.pdf',
        'plan.pdf',
        'secret.pdf',
        'Übersicht.PDF',
      ])
      const document = await reader.get(screen)
      expect(document.status).toBe(200)
      expect(document.text).not.toContain('secret.pdf')
      expect((await reader.get(`${path}?cursor=nonsense`)).status).toBe(400)
      await openToAnonymous(wiki())
      expect((await wiki().anonymous.get(path)).status).toBe(404)
      expect((await wiki().anonymous.get(screen)).headers.get('location')).toContain('/login.action')
      expect((await reader.get(path.replace('FILES', 'NONE'))).status).toBe(404)
      expect((await reader.get(path.replace('FILES', 'OTHER'))).json).toMatchObject({
        space: { key: 'OTHER', name: 'Other' },
        results: [],
        nextCursor: null,
      })
    })

    it('filters by extension in any spelling, and by label', async () => {
      for (const spelt of ['pdf', '.PDF', '*.pdf', ' pdf '])
        expect(await names(reader, `fileExtension=${encodeURIComponent(spelt)}`)).toEqual(['plan.pdf', 'Übersicht.PDF'])
      expect(await names(reader, 'fileExtension=tar.gz')).toEqual(['archive.tar.gz'])
      // Wildcards of SQL patterns are taken literally.
      expect(await names(reader, 'fileExtension=p_f')).toEqual(['100%_done.p_f'])
      expect(await names(reader, `fileExtension=${encodeURIComponent('%')}`)).toEqual([])
      expect((await list(reader, 'fileExtension=log')).length).toBe(MANY)
      for (const name of ['plan.pdf', many[50]]) {
        const file = (await list(wiki().admin)).find(one => one.name === name)
        const put = await wiki().admin.post(`/rest/api/content/att${file?.id}/label`, [
          { prefix: 'global', name: 'final' },
        ])
        expect(put.status, put.text).toBe(200)
      }
      expect(await names(reader, 'label=FINAL')).toEqual([many[50], 'plan.pdf'])
      expect(await list(reader, 'label=final&fileExtension=pdf')).toMatchObject([
        { name: 'plan.pdf', labels: ['final'] },
      ])
      expect(await names(reader, 'label=none')).toEqual([])
      expect((await reader.get(`${path}?label=${encodeURIComponent('not a label')}`)).status).toBe(400)
    })

    it('is read without script too, part after part, with the filter kept', async () => {
      const first = (await reader.get(`${screen}&fileExtension=log`)).text
      expect(first).toContain('name="fileExtension" value="log"')
      expect(first.match(/data-attachment-filename="part/g)).toHaveLength(50)
      const next = /<a href="([^"]+)">Next<\/a>/.exec(first)?.[1]?.replaceAll('&amp;', '&') ?? ''
      const second = (await reader.get(next)).text
      expect([...second.matchAll(/data-attachment-filename="([^"]+)"/g)].map(match => match[1])).toEqual(many.slice(50))
      expect(second).not.toContain('>Next</a>')
      expect((await reader.get(`${screen}&label=none`)).text).toContain('No file is like that.')
    })
  },
)
