import { beforeAll, expect, it } from 'vitest'
import { Browser } from '#platform/server/testing/browser.ts'
import { ADMIN, onEachEngine, type HttpClient } from '#platform/server/testing/harness.ts'
import { features } from '../../server.ts'

const SETTINGS = '/rest/oxbow/1.0/admin/settings'

onEachEngine(
  'the language of the wiki',
  () => features,
  wiki => {
    let page = ''
    const asks = (client: HttpClient, header: string) => client.with({ 'accept-language': header })
    const htmlOf = async (client: HttpClient) => (await client.get(`/pages/viewpage.action?pageId=${page}`)).text
    const languageOf = async (client: HttpClient) => /<html lang="([^"]+)"/.exec(await htmlOf(client))?.[1]
    const dateOf = async (client: HttpClient) =>
      /<time[^>]*>([^<]+)<\/time>/.exec(
        (await client.get(`/rest/api/content/${page}?expand=body.view`)).json.body.view.value,
      )?.[1]

    beforeAll(async () => {
      const { admin } = wiki()
      await admin.put('/rest/api/permissions/anonymous/grant', [{ targetType: 'application', operationKey: 'use' }])
      await admin.post('/rest/api/space', { key: 'LANG', name: 'Language' })
      await admin.put('/rest/api/space/LANG/permissions/anonymous/grant', [
        { targetType: 'space', operationKey: 'read' },
      ])
      const made = await admin.post('/rest/api/content', {
        type: 'page',
        title: 'Day',
        space: { key: 'LANG' },
        body: { storage: { value: '<p><time datetime="2026-05-04" /></p>', representation: 'storage' } },
      })
      page = made.json.id
    })

    it('is English at first, unless a browser asks for another', async () => {
      expect((await wiki().admin.get(SETTINGS)).json).toMatchObject({ language: 'en', browserLanguage: true })
      expect(await languageOf(wiki().anonymous)).toBe('en-US')
      expect(await languageOf(asks(wiki().anonymous, 'fr-CH, de-AT;q=0.9, en;q=0.8'))).toBe('de-DE')
      expect(await languageOf(asks(wiki().anonymous, 'de;q=0.2, en;q=0.7'))).toBe('en-US')
      expect(await languageOf(asks(wiki().anonymous, 'de;q=0, fr'))).toBe('en-US')
      expect(await languageOf(asks(wiki().anonymous, `${'x,'.repeat(5000)}de`))).toBe('en-US')
    })

    it('is the administrator’s for everybody who has chosen none, and pages are rendered in it', async () => {
      const { admin, anonymous } = wiki()
      const english = await dateOf(anonymous)
      expect((await admin.put(SETTINGS, { language: 'de' })).json).toMatchObject({
        language: 'de',
        browserLanguage: true,
      })
      expect(await languageOf(anonymous)).toBe('de-DE')
      expect(await dateOf(anonymous)).not.toBe(english)
      expect(await dateOf(asks(anonymous, 'en'))).toBe(english)
      expect(await languageOf(asks(anonymous, 'fr'))).toBe('de-DE')
      // Texts that are read before the app has started, or without it.
      const frame = await htmlOf(anonymous)
      for (const text of [
        'Zum Inhalt springen',
        'aria-label="Navigationspfad"',
        '>Bereiche<',
        'placeholder="Suchen"',
        'aria-label="Hilfe"',
        '>Anmelden<',
        'Läuft mit Oxbow',
      ]) {
        expect(frame).toContain(text)
      }
      expect((await admin.get('/users/viewuserprofile.action?username=nobody')).text).toContain(
        '<h1>Seite nicht gefunden</h1>',
      )
      const signIn = await anonymous.get('/login.action')
      expect(signIn.text).toContain('<html lang="de"')
    })

    it('goes before what browsers ask for where the administrator says so, and behind what readers chose', async () => {
      const { admin, anonymous } = wiki()
      expect((await admin.put(SETTINGS, { browserLanguage: false })).status).toBe(200)
      expect(await languageOf(asks(anonymous, 'en'))).toBe('de-DE')
      expect((await admin.put('/rest/oxbow/1.0/profile', { locale: 'en' })).status).toBe(200)
      const browser = new Browser(wiki().url)
      await browser.login(ADMIN.username, ADMIN.password)
      expect((await browser.get('/')).text).toContain('<html lang="en-US"')
      expect(await languageOf(admin)).toBe('en-US')
    })

    it('is one that the wiki speaks, and set by administrators', async () => {
      const refused = await wiki().admin.put(SETTINGS, { language: 'tlh' })
      expect([refused.status, refused.json.message]).toEqual([400, 'body.language: must be one of en, de'])
      expect((await wiki().anonymous.put(SETTINGS, { language: 'en' })).status).toBe(401)
    })
  },
)
