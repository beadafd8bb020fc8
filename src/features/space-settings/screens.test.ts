import { beforeAll, expect, it } from 'vitest'
import { accountsFeature } from '#features/accounts/server/index.ts'
import { contentCoreFeature } from '#features/content-core/server/index.ts'
import { contentFeature } from '#features/content/server/index.ts'
import { restrictionsFeature } from '#features/restrictions/server/index.ts'
import { sidebarFeature } from '#features/sidebar/server/index.ts'
import { spacesFeature } from '#features/spaces/server/index.ts'
import { onEachEngine } from '#platform/server/testing/harness.ts'
import { SPACE_SETTINGS, SPACE_SETTINGS_ALIASES } from './areas.ts'
import { spaceSettingsFeature } from './server/index.ts'

const PASSWORD = 'a long enough one'
const features = () => [
  accountsFeature,
  spacesFeature,
  contentCoreFeature,
  contentFeature,
  restrictionsFeature,
  sidebarFeature,
  spaceSettingsFeature,
]

onEachEngine('screens of space settings', features, wiki => {
  beforeAll(async () => {
    await wiki().addUser('reader', { password: PASSWORD })
    await wiki().admin.post('/rest/api/space', { key: 'DOCS', name: 'Documents & more' })
    await wiki().admin.post('/rest/api/space/_private', { key: 'SECRET', name: 'Secret' })
  })

  it('open for who administers the space, with its sidebar', async () => {
    for (const { path } of SPACE_SETTINGS) {
      const reply = await wiki().admin.get(`${path}?key=DOCS`)
      expect(reply.status, path).toBe(200)
      expect(reply.text).toContain('<a href="/display/DOCS">Documents &amp; more</a>')
      expect(reply.text).toContain('id="ox-sidebar"')
    }
    for (const [path, target] of Object.entries(SPACE_SETTINGS_ALIASES)) {
      expect((await wiki().admin.get(`${path}?key=docs`)).headers.get('location')).toBe(`${target}?key=DOCS`)
    }
  })

  it('are titled in the language of their reader', async () => {
    const { text } = await wiki().admin.with({ 'accept-language': 'de' }).get('/spaces/lookandfeel.action?key=DOCS')
    expect(text).toContain('<title>Farben - Documents &amp; more - ')
    expect(text).toContain('<span id="title-text">Bereichseinstellungen</span>')
    expect(text).toContain('aria-current="page"><span>Farben</span></a>')
  })

  it('are refused to others, and tell nothing of spaces that they may not see', async () => {
    const reader = wiki().as('reader', PASSWORD)
    for (const { path } of SPACE_SETTINGS) {
      expect((await reader.get(`${path}?key=DOCS`)).status, path).toBe(403)
      expect((await reader.get(`${path}?key=SECRET`)).status, path).toBe(404)
      expect((await reader.get(`${path}?key=NONE`)).status, path).toBe(404)
      expect((await wiki().anonymous.get(`${path}?key=DOCS`)).headers.get('location'), path).toContain('/login.action')
    }
    expect((await wiki().admin.get('/spaces/spaceadmin.action')).status).toBe(404)
  })
})

onEachEngine('the address of a user', features, wiki => {
  it('leads to the profile, until the user has a personal space', async () => {
    await wiki().addUser('ada', { password: PASSWORD })
    const before = await wiki().admin.get('/display/~ada')
    expect([before.status, before.headers.get('location')]).toEqual([302, '/users/viewuserprofile.action?username=ada'])
    expect((await wiki().as('ada', PASSWORD).post('/rest/api/space/personal', {})).status).toBe(200)
    expect((await wiki().as('ada', PASSWORD).get('/display/~ada')).status).toBe(200)
  })
})
