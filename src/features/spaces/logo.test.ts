import sharp from 'sharp'
import { expect, it } from 'vitest'
import { accountsFeature } from '#features/accounts/server/index.ts'
import { contentCoreFeature } from '#features/content-core/server/index.ts'
import { contentFeature } from '#features/content/server/index.ts'
import { onEachEngine } from '#platform/server/testing/harness.ts'
import { spacesFeature } from './server/index.ts'
import { outsider, person, spaceEvents } from './testing/people.ts'

const SET_LOGO = '/rest/ia/1.0/space/setLogo'
const DEFAULT_ICON = '/images/logo/default-space-logo.svg'

const png = (colour: string, width = 60, height = 30) =>
  sharp({ create: { width, height, channels: 3, background: colour } })
    .png()
    .toBuffer()
const uri = (bytes: Buffer | string, type = 'image/png') =>
  `data:${type};base64,${Buffer.from(bytes).toString('base64')}`

onEachEngine(
  'logos of spaces',
  () => [accountsFeature, spacesFeature, contentCoreFeature, contentFeature],
  wiki => {
    const iconOf = async (key: string) => (await wiki().admin.get(`/rest/api/space/${key}?expand=icon`)).json.icon
    const bytesOf = async (path: string) => {
      const { authorization = '' } = wiki().admin.headers
      const answer = await fetch(wiki().url + path, { headers: { authorization } })
      return { answer, bytes: Buffer.from(await answer.arrayBuffer()) }
    }

    it('change together with the name, in one call [V3-16] [V5-01] [V7-16]', async () => {
      const { admin } = wiki()
      const { id } = (await admin.post('/rest/api/space', { key: 'LOGO', name: 'Before' })).json
      expect(await iconOf('LOGO')).toEqual({ path: DEFAULT_ICON, width: 48, height: 48, isDefault: true })
      const answer = await admin.post(SET_LOGO, {
        spaceKey: 'LOGO',
        spaceName: 'After',
        logoDataURI: uri(await png('#c00')),
      })
      expect(answer.status).toBe(200)
      const { logoDownloadPath, name } = answer.json
      expect(name).toBe('After')
      expect(logoDownloadPath).toMatch(new RegExp(`^/images/logo/space/${id}/[0-9a-f]{16}\\.webp$`))
      // One change, so one event.
      expect((await spaceEvents(wiki(), id)).filter(event => event.kind === 'space.updated')).toEqual([
        {
          kind: 'space.updated',
          data: expect.objectContaining({ changed: ['name', 'logo_sha256'], oldName: 'Before', name: 'After' }),
        },
      ])
      const { answer: got, bytes } = await bytesOf(logoDownloadPath)
      expect([got.status, got.headers.get('content-type'), got.headers.get('cache-control')]).toEqual([
        200,
        'image/webp',
        'private, max-age=31536000, immutable',
      ])
      // A wide picture is not cropped, with transparent bands above and below.
      const { data } = await sharp(bytes).ensureAlpha().raw().toBuffer({ resolveWithObject: true })
      const at = (x: number, y: number) => [...data.subarray((y * 128 + x) * 4, (y * 128 + x) * 4 + 4)]
      expect(await sharp(bytes).metadata()).toMatchObject({ format: 'webp', width: 128, height: 128 })
      expect(at(64, 5)[3]).toBe(0)
      expect(at(64, 64)[0]).toBeGreaterThan(180)
      const etag = got.headers.get('etag') ?? ''
      expect((await admin.send('GET', logoDownloadPath, undefined, { 'if-none-match': etag })).status).toBe(304)
      // Every answer that shows the space shows it.
      expect(await iconOf('LOGO')).toEqual({ path: logoDownloadPath, width: 48, height: 48, isDefault: false })
      expect((await admin.get('/rest/api/space?spaceKey=LOGO&expand=icon')).json.results[0].icon.path).toBe(
        logoDownloadPath,
      )
      expect((await admin.get('/rest/oxbow/1.0/spaces?query=After')).json.results[0].icon.path).toBe(logoDownloadPath)

      // Without a picture the logo stays; another one has another address.
      expect((await admin.post(SET_LOGO, { spaceKey: 'logo', spaceName: 'Renamed', logoDataURI: '' })).json).toEqual({
        logoDownloadPath,
        name: 'Renamed',
      })
      const next = (await admin.post(SET_LOGO, { spaceKey: 'LOGO', logoDataURI: uri(await png('#00c')) })).json
      expect(next.name).toBe('Renamed')
      expect(next.logoDownloadPath).not.toBe(logoDownloadPath)
      expect((await bytesOf(logoDownloadPath)).answer.status).toBe(404)
      expect((await admin.delete('/rest/oxbow/1.0/spaces/LOGO/logo')).status).toBe(204)
      expect((await iconOf('LOGO')).isDefault).toBe(true)
      expect((await bytesOf(next.logoDownloadPath)).answer.status).toBe(404)
    })

    it('are taken only when they are pictures, and then nothing else changes either', async () => {
      const { admin } = wiki()
      await admin.post('/rest/api/space', { key: 'BADLOGO', name: 'Stays' })
      const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script></svg>'
      const bomb = await png('#fff', 9000, 9000)
      for (const logoDataURI of [
        uri(svg, 'image/svg+xml'),
        uri('GIF89a but not really', 'image/gif'),
        'data:text/html;base64,PGI+',
        'http://127.0.0.1/x.png',
        uri(bomb),
      ]) {
        const answer = await admin.post(SET_LOGO, { spaceKey: 'BADLOGO', spaceName: 'Changed', logoDataURI })
        expect([answer.status, answer.json.message]).toEqual([400, expect.stringMatching(/^logoDataURI: must be/)])
      }
      expect(
        (await admin.post(SET_LOGO, { spaceKey: 'BADLOGO', logoDataURI: uri(Buffer.alloc(8 * 1024 * 1024)) })).status,
      ).toBe(413)
      expect(
        (await admin.post(SET_LOGO, { spaceKey: 'BADLOGO', spaceName: '  ', logoDataURI: uri(await png('#0f0')) }))
          .status,
      ).toBe(400)
      expect((await admin.get('/rest/api/space/BADLOGO?expand=icon')).json).toMatchObject({
        name: 'Stays',
        icon: { isDefault: true },
      })
    })

    it('are changed by who administers the space, and seen by who sees it', async () => {
      const { admin, anonymous } = wiki()
      await admin.post('/rest/api/space', { key: 'SEEN', name: 'Seen' })
      const logoDataURI = uri(await png('#0c0'))
      const member = await person(wiki(), 'logomember')
      const stranger = await outsider(wiki(), 'logostranger')
      const set = (client: typeof admin) => client.post(SET_LOGO, { spaceKey: 'SEEN', logoDataURI })
      expect((await set(anonymous)).status).toBe(401)
      expect((await set(stranger.client)).status).toBe(404)
      expect((await set(member.client)).status).toBe(403)
      expect((await member.client.delete('/rest/oxbow/1.0/spaces/SEEN/logo')).status).toBe(403)
      const { logoDownloadPath } = (await set(admin)).json
      expect((await member.client.get(logoDownloadPath)).status).toBe(200)
      expect((await stranger.client.get(logoDownloadPath)).status).toBe(404)
      expect((await anonymous.get(logoDownloadPath)).status).toBe(404)
      expect((await admin.delete('/rest/api/space/SEEN')).status).toBe(202)
      expect((await admin.get(logoDownloadPath)).status).toBe(404)
    })

    it('of personal spaces are the pictures of their owners', async () => {
      const owner = await person(wiki(), 'logoowner')
      await owner.client.post('/rest/api/space/personal', {})
      const own = async () => (await owner.client.get('/rest/api/space/~logoowner?expand=icon')).json.icon
      expect(await own()).toMatchObject({ path: `/avatars/${owner.userKey}/initials.svg`, isDefault: true })
      expect(
        (await owner.client.post(SET_LOGO, { spaceKey: '~logoowner', logoDataURI: uri(await png('#333')) })).json
          .message,
      ).toMatch(/^logoDataURI: a personal space shows the picture of its owner/)
      expect((await owner.client.post(SET_LOGO, { spaceKey: '~logoowner', spaceName: 'My corner' })).json).toEqual({
        logoDownloadPath: `/avatars/${owner.userKey}/initials.svg`,
        name: 'My corner',
      })
      const form = new FormData()
      form.append('file', new Blob([new Uint8Array(await png('#639'))]), 'me.png')
      await owner.client.send('POST', '/rest/oxbow/1.0/profile/avatar', form, { 'x-atlassian-token': 'no-check' })
      const { profilePicture } = (await owner.client.get('/rest/api/user/current')).json
      expect(await own()).toEqual({ path: profilePicture.path, width: 48, height: 48, isDefault: false })
    })
  },
)
