import { beforeAll, describe, expect, it } from 'vitest'
import { accountsFeature } from '#features/accounts/server/index.ts'
import { attachmentsFeature } from '#features/attachments/server/index.ts'
import { contentCoreFeature } from '#features/content-core/server/index.ts'
import { contentFeature } from '#features/content/server/index.ts'
import { restrictionsFeature } from '#features/restrictions/server/index.ts'
import { spacesFeature } from '#features/spaces/server/index.ts'
import { Browser } from '#platform/server/testing/browser.ts'
import { ADMIN, onEachEngine } from '#platform/server/testing/harness.ts'
import { ADMIN_AREAS } from './areas.ts'
import { adminFeature } from './server/index.ts'

const features = () => [
  accountsFeature,
  spacesFeature,
  contentCoreFeature,
  contentFeature,
  attachmentsFeature,
  restrictionsFeature,
  adminFeature,
]
const PASSWORD = 'a long password'

onEachEngine('administration', features, wiki => {
  beforeAll(async () => {
    await wiki().addUser('reader', { password: PASSWORD })
  })

  describe('settings', () => {
    const path = '/rest/oxbow/1.0/admin/settings'

    it('are read and changed by administrators', async () => {
      const changed = await wiki().admin.put(path, {
        siteTitle: '  Team <wiki>  ',
        maxAttachmentSize: 25 * 1024 * 1024,
      })
      expect(changed.status).toBe(200)
      expect(changed.json).toMatchObject({
        siteTitle: 'Team <wiki>',
        maxAttachmentSize: 25 * 1024 * 1024,
        mail: { configured: false },
      })
      expect((await wiki().admin.get(path)).json).toEqual(changed.json)
    })

    it('name the field that is wrong and keep what was', async () => {
      const before = (await wiki().admin.get(path)).json
      const reply = await wiki().admin.put(path, { siteTitle: 'x', maxAttachmentSize: 5 })
      expect(reply.status).toBe(400)
      expect((reply.json as { message: string }).message).toBe('body.maxAttachmentSize: must be 1 MB or more')
      expect((await wiki().admin.get(path)).json).toEqual(before)
    })

    it('are nobody else’s', async () => {
      for (const [client, status] of [
        [wiki().as('reader', PASSWORD), 403],
        [wiki().anonymous, 401],
      ] as const) {
        for (const call of ['access', 'settings', 'system'])
          expect((await client.get(`/rest/oxbow/1.0/admin/${call}`)).status).toBe(status)
        expect((await client.put(path, { siteTitle: 'Mine' })).status).toBe(status)
        expect((await client.post('/rest/oxbow/1.0/admin/test-mail', { to: 'a@example.org' })).status).toBe(status)
      }
    })

    it('say that there is no mail server instead of pretending', async () => {
      const reply = await wiki().admin.post('/rest/oxbow/1.0/admin/test-mail', { to: 'a@example.org' })
      expect(reply.status).toBe(400)
      expect((reply.json as { message: string }).message).toContain('OXBOW_SMTP_URL')
    })
  })

  it('tells how the wiki is doing', async () => {
    const reply = await wiki().admin.get('/rest/oxbow/1.0/admin/system')
    expect(reply.json).toMatchObject({
      database: { engine: wiki().engine },
      counts: { users: 2, spaces: 0, contents: 0, attachmentBytes: 0 },
    })
    const info = reply.json as { database: { size: number; version: string }; events: { newest: number } }
    expect(info.database.size).toBeGreaterThan(0)
    expect(info.database.version).toMatch(/^\d+\.\d+/)
    expect(info.events.newest).toBeGreaterThan(0)
  })

  describe('its screens', () => {
    it('ask a browser for the password, and open after it', async () => {
      const browser = new Browser(wiki().url)
      await browser.login(ADMIN.username, ADMIN.password)
      const before = await browser.get('/admin/users?query=a')
      expect(before.status).toBe(302)
      expect(before.headers.get('location')).toBe('/authenticate.action?destination=%2Fadmin%2Fusers%3Fquery%3Da')
      expect((await browser.send('PUT', '/rest/oxbow/1.0/admin/settings', { siteTitle: 'Taken over' })).status).toBe(
        403,
      )
      const page = await browser.get('/authenticate.action?destination=/admin')
      const token = /name="ajs-atl-token" content="([^"]+)"/.exec(page.text)?.[1] ?? ''
      await browser.post('/doauthenticate.action', {
        password: ADMIN.password,
        destination: '/admin',
        atl_token: token,
      })
      for (const { path, title } of ADMIN_AREAS) {
        const reply = await browser.get(path)
        expect(reply.status, path).toBe(200)
        expect(reply.text).toContain(
          path === '/admin' ? '<span id="title-text">Administration</span>' : `<span id="title-text">${title}</span>`,
        )
        expect(reply.text).toContain('aria-label="Administration"')
      }
    })

    it('are titled in the language of their reader', async () => {
      const { text } = await wiki().admin.with({ 'accept-language': 'de' }).get('/admin/audit')
      expect(text).toContain('<title>Prüfprotokoll - Administration - ')
      for (const part of [
        '<span id="title-text">Prüfprotokoll</span>',
        '<a href="/admin/users">Personen</a>',
        '<a href="/admin/backups">Sicherungen</a>',
        'Diese Ansicht braucht Skripte.',
      ]) {
        expect(text).toContain(part)
      }
      expect((await wiki().admin.with({ 'accept-language': 'de' }).get('/admin/system')).text).toContain(
        '<dt>Datenbank</dt>',
      )
    })

    it('have beside them the parts that they are made of, for all who use the wiki', async () => {
      const reader = new Browser(wiki().url)
      await reader.login('reader', PASSWORD)
      for (const [path, title] of [
        ['/styleguide', 'Style guide'],
        ['/styleguide/page', 'Sample page'],
      ] as const) {
        const reply = await reader.get(path)
        expect([path, reply.status]).toEqual([path, 200])
        expect(reply.text).toContain(`<span id="title-text">${title}</span>`)
        const visitor = await new Browser(wiki().url).get(path)
        expect([visitor.status, visitor.headers.get('location')]).toEqual([
          302,
          `/login.action?os_destination=${encodeURIComponent(path)}&permissionViolation=true`,
        ])
      }
    })

    it('send visitors to sign in, and refuse others in the frame', async () => {
      const visitor = await new Browser(wiki().url).get('/admin')
      expect(visitor.status).toBe(302)
      expect(visitor.headers.get('location')).toBe('/login.action?os_destination=%2Fadmin&permissionViolation=true')
      const reader = new Browser(wiki().url)
      await reader.login('reader', PASSWORD)
      const refused = await reader.get('/admin')
      expect(refused.status).toBe(403)
      expect(refused.text).toContain('Only administrators may do this')
      expect(refused.text).toContain('id="oxbow-data"')
    })

    it('are found by the addresses of the old product', async () => {
      const reply = await wiki().admin.get('/admin/users/browseusers.action')
      expect([reply.status, reply.headers.get('location')]).toEqual([302, '/admin/users'])
    })
  })
})
