import { beforeAll, expect, it } from 'vitest'
import { onEachEngine, type HttpClient } from '#platform/server/testing/harness.ts'
import { person } from '#features/spaces/testing/people.ts'
import { addedEmojiSource } from '#language/editor/index.ts'
import { features } from '../../server.ts'
import { addSiteEmoji, listSiteEmoji } from './contract.ts'
import { MAX_EMOJI_BYTES, MOST_SITE_EMOJI } from './shared.ts'

const DOT = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAoAAAAKCAYAAACNMs+9AAAAFUlEQVR42mP8z8BQz0AEYBxVSF+FABJADveWkH6oAAAAAElFTkSuQmCC',
  'base64',
)

onEachEngine(
  'emoji of the wiki',
  () => features,
  wiki => {
    let user: HttpClient
    beforeAll(async () => {
      user = (await person(wiki(), 'emoji-user')).client
      await wiki().admin.post('/rest/api/space', { key: 'EMO', name: 'Emoji' })
    })
    const add = (name: string, client = wiki().admin, bytes: Uint8Array<ArrayBuffer> = new Uint8Array(DOT)) => {
      const form = new FormData()
      form.append('file', new Blob([bytes], { type: 'image/png' }), 'a.png')
      return client.send('POST', `${addSiteEmoji.path}?${new URLSearchParams({ name })}`, form, {
        'x-atlassian-token': 'no-check',
      })
    }
    const remove = (id: number, client = wiki().admin) => client.delete(`${listSiteEmoji.path}/${id}`)
    const names = async (client = user) =>
      ((await client.get(listSiteEmoji.path)).json.emoji as { name: string }[]).map(({ name }) => name)
    const bodyOf = async (id: string, view: string) =>
      (await user.get(`/rest/api/content/${id}?expand=body.${view}`)).json.body[view].value as string

    it('are added by administrators, and shown to all who may use the wiki', async () => {
      const added = await add(' Ship_it ')
      expect(added.status, added.text).toBe(200)
      expect(added.json).toEqual({
        id: expect.any(Number),
        name: 'ship_it',
        emojiId: expect.stringMatching(/^[0-9a-f-]{36}$/),
        url: expect.stringMatching(/^\/images\/emoji\/ship_it\?v=[0-9a-f]{16}$/),
      })
      expect((await user.get(listSiteEmoji.path)).json).toEqual({ emoji: [added.json] })
      const picture = await user.get(added.json.url as string)
      expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/webp'])
      expect(picture.headers.get('cache-control')).toContain('immutable')
      expect((await user.get('/images/emoji/ship_it')).headers.get('cache-control')).toBe('private, no-cache')
      expect((await user.get('/images/emoji/other')).status).toBe(404)
      expect((await wiki().anonymous.get('/images/emoji/ship_it')).status).toBe(401)
      expect((await add('mine', user)).status).toBe(403)
      expect((await remove(added.json.id as number, user)).status).toBe(403)
      const audit = await wiki().admin.get('/rest/api/audit?limit=5')
      expect(audit.text).toContain('Emoji added')
      expect((await remove(added.json.id as number)).status).toBe(204)
      expect((await remove(added.json.id as number)).status).toBe(404)
      expect(await names()).toEqual([])
    })

    it('are shown in pages by their names, as long as they are there', async () => {
      const { json } = await add('party-cat')
      const source = addedEmojiSource('party-cat', json.emojiId as string)
      expect(source).toBe(
        `<ac:emoticon ac:name="blue-star" ac:emoji-shortname=":party-cat:" ac:emoji-id="${json.emojiId}" ac:emoji-fallback=":party-cat:" />`,
      )
      // As Confluence Cloud writes it, with an id that the wiki does not know.
      const imported = source.replace(json.emojiId as string, 'atlassian-party').replace(':party-cat:', ':Party-Cat:')
      const id = await wiki().admin.createPage('EMO', 'Party', `<p>${source} ${imported}</p>`)
      const large = await wiki().admin.createPage('EMO', 'Large', `<p>${'word '.repeat(14_000)}${source}</p>`)
      const picture = `<img class="emoticon emoticon-blue-star" data-emoji-short-name=":party-cat:" src="${json.url}" alt=":party-cat:" title=":party-cat:" width="22" height="22">`
      const shown = await bodyOf(id, 'view')
      expect(shown).toContain(picture)
      expect(shown).toContain(`data-emoji-short-name=":Party-Cat:" src="${json.url}"`)
      expect(await bodyOf(large, 'view')).toContain(picture)
      expect(await bodyOf(id, 'export_view')).toContain(`src="http`)
      expect(await bodyOf(id, 'storage')).toBe(`<p>${source} ${imported}</p>`)

      await remove(json.id as number)
      for (const pageId of [id, large]) {
        const html = await bodyOf(pageId, 'view')
        expect(html).not.toContain('/images/emoji/')
        expect(html).toContain('>:party-cat:</span>')
      }
      const again = await add('party-cat')
      expect(await bodyOf(id, 'view')).toContain(again.json.url as string)
      await remove(again.json.id as number)
    })

    it('leave emoji of Unicode as they are', async () => {
      await add('blue_star')
      await add('grinning')
      const id = await wiki().admin.createPage(
        'EMO',
        'Characters',
        '<p><ac:emoticon ac:name="blue-star" ac:emoji-shortname=":blue_star:" /><ac:emoticon ac:name="blue-star" ac:emoji-shortname=":grinning:" ac:emoji-id="1f600" /><ac:emoticon ac:name="smile" /></p>',
      )
      const html = await bodyOf(id, 'view')
      expect(html).not.toContain('<img')
      expect(html).toContain('😀')
      for (const { id: emoji } of (await user.get(listSiteEmoji.path)).json.emoji as { id: number }[])
        await remove(emoji)
    })

    it('have rules and limits', async () => {
      for (const name of ['a', 'x'.repeat(51), 'two words', '-dash', 'ümlaut', ':colon:', '<b>'])
        expect([name, (await add(name)).status]).toEqual([name, 400])
      expect((await add('no-picture', wiki().admin, new TextEncoder().encode('<svg onload="x"/>'))).status).toBe(400)
      expect((await add('large', wiki().admin, new Uint8Array(MAX_EMOJI_BYTES + 1))).status).toBe(413)
      const none = await wiki().admin.send('POST', `${addSiteEmoji.path}?name=none`, new FormData(), {
        'x-atlassian-token': 'no-check',
      })
      expect(none.status).toBe(400)
      expect((await add('taken')).status).toBe(200)
      const taken = await add('TAKEN')
      expect([taken.status, taken.json.message]).toEqual([
        400,
        expect.stringContaining('There is an emoji with the name taken already'),
      ])
      const atOnce = await Promise.all([add('race'), add('race'), add('race')])
      expect(atOnce.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 400, 400])
      const { sha256 } = await wiki()
        .app.database.read.selectFrom('site_emoji')
        .select('sha256')
        .limit(1)
        .executeTakeFirstOrThrow()
      await wiki().app.database.transaction(({ db }) =>
        db
          .insertInto('site_emoji')
          .values(
            Array.from({ length: MOST_SITE_EMOJI - 2 }, (_, at) => ({
              name: `many${at}`,
              emoji_id: `id${at}`,
              sha256,
              created_at: 0,
            })),
          )
          .execute(),
      )
      expect(await names()).toHaveLength(MOST_SITE_EMOJI)
      expect((await add('one-more')).status).toBe(400)
    })
  },
)
