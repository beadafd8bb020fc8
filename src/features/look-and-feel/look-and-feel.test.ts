import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { onEachEngine } from '#platform/server/testing/harness.ts'
import { person } from '#features/spaces/testing/people.ts'
import { features } from '../../server.ts'
import { DEFAULT_SCHEME } from './server/schemes.ts'

it('takes its default colours from the tokens of the front end', () => {
  const tokens = readFileSync(join(import.meta.dirname, '../../platform/web/tokens.css'), 'utf8')
  const { lightTheme, darkTheme } = DEFAULT_SCHEME
  for (const [name, token] of [
    ['topBar', 'bg'],
    ['topBarMenuSelectedBackground', 'surface-hover'],
    ['topBarMenuItemText', 'text-muted'],
    ['headerButtonBaseBg', 'accent'],
    ['headerButtonBaseText', 'on-accent'],
    ['headingText', 'text'],
    ['links', 'accent'],
    ['borderColor', 'border'],
    ['navBackground', 'surface-sunken'],
  ] as const)
    expect(tokens, name).toContain(`--ox-${token}: light-dark(${lightTheme[name]}, ${darkTheme[name]})`)
})

onEachEngine(
  'colour schemes',
  () => features,
  wiki => {
    const sheetOf = async (path: string) => {
      const { text } = await wiki().admin.send('GET', path, undefined, { accept: 'text/html' })
      const href = /href="(\/rest\/oxbow\/1\.0\/colour-scheme\.css[^"]*)"/.exec(text)?.[1]?.replaceAll('&amp;', '&')
      return href === undefined ? undefined : wiki().admin.get(href)
    }

    it('are set for the wiki, loaded by every document, and reset', async () => {
      const { admin } = wiki()
      expect((await admin.get('/rest/api/color-scheme')).json).toEqual(DEFAULT_SCHEME)
      expect(await sheetOf('/spacedirectory/view.action')).toBeUndefined()
      const set = await admin.put('/rest/api/color-scheme', { lightTheme: { topBar: '#0747A6', links: '#abc' } })
      expect(set.json).toEqual({
        lightTheme: { ...DEFAULT_SCHEME.lightTheme, topBar: '#0747a6', links: '#abc' },
        darkTheme: DEFAULT_SCHEME.darkTheme,
      })
      expect((await admin.get('/rest/api/color-scheme')).json).toEqual(set.json)
      expect((await admin.get('/rest/api/color-scheme/default')).json).toEqual(DEFAULT_SCHEME)
      const sheet = await sheetOf('/spacedirectory/view.action')
      expect(sheet?.text).toBe(
        '.ox-topbar{background:light-dark(#0747a6,#1b1a18)}\n:root{--ox-link:light-dark(#abc,#5bbdb8)}\n',
      )
      expect(sheet?.headers.get('content-type')).toContain('text/css')
      expect(sheet?.headers.get('cache-control')).toContain('immutable')
      expect((await admin.put('/rest/api/color-scheme/reset')).json).toEqual(DEFAULT_SCHEME)
      expect(await sheetOf('/spacedirectory/view.action')).toBeUndefined()
    })

    it("are a space's own upon those of the wiki, and can be switched off and on", async () => {
      const { admin } = wiki()
      await admin.post('/rest/api/space', { key: 'RED', name: 'Red' })
      await admin.post('/rest/api/space', { key: 'PLAIN', name: 'Plain' })
      await admin.put('/rest/api/color-scheme', { lightTheme: { links: '#00f' } })
      const path = '/rest/api/space/RED/color-scheme'
      expect((await admin.get(`${path}/type`)).json).toEqual({ type: 'global' })
      expect((await admin.put(path, { lightTheme: { topBar: '#f00' } })).json.lightTheme).toMatchObject({
        topBar: '#f00',
        links: '#00f',
      })
      expect((await admin.get(`${path}/type`)).json).toEqual({ type: 'custom' })
      expect((await sheetOf('/display/RED/Red+Home'))?.text).toContain('.ox-topbar{background:light-dark(#f00,')
      expect((await sheetOf('/display/PLAIN/Plain+Home'))?.text).not.toContain('ox-topbar')
      expect((await admin.put(`${path}/type`, { type: 'GLOBAL' })).json).toEqual({ type: 'global' })
      expect((await sheetOf('/display/RED/Red+Home'))?.text).not.toContain('ox-topbar')
      await admin.put(`${path}/type`, { type: 'custom' })
      expect((await admin.get(path)).json.lightTheme.topBar).toBe('#f00')
      expect((await admin.put(`${path}/reset`)).json.lightTheme).toMatchObject({ topBar: '#ffffff', links: '#00f' })
      await admin.put(`${path}/type`, { type: 'custom' })
      expect((await admin.get(path)).json.lightTheme.topBar).toBe('#ffffff')
      await admin.put('/rest/api/color-scheme/reset')
      // If some space has its own, an empty sheet signals the browser to change it between spaces.
      expect((await sheetOf('/spacedirectory/view.action'))?.text).toBe('')
      await admin.put(`${path}/reset`)
      expect(await sheetOf('/spacedirectory/view.action')).toBeUndefined()
    })

    it('are colours and nothing else, and for administrators to change', async () => {
      const { admin, anonymous } = wiki()
      for (const topBar of ['red', '#12', '#fff}body{display:none', 'url(//x)', '#ffffffff', 7]) {
        expect((await admin.put('/rest/api/color-scheme', { lightTheme: { topBar } })).status).toBe(400)
      }
      expect((await admin.put('/rest/api/space/RED/color-scheme/type', { type: 'own' })).status).toBe(400)
      expect((await admin.get('/rest/api/space/NONE/color-scheme')).status).toBe(404)
      const { client } = await person(wiki(), 'reader')
      expect((await client.get('/rest/api/color-scheme')).status).toBe(200)
      for (const [method, path] of [
        ['PUT', 'color-scheme'],
        ['PUT', 'color-scheme/reset'],
        ['GET', 'space/RED/color-scheme'],
        ['PUT', 'space/RED/color-scheme'],
        ['PUT', 'space/RED/color-scheme/reset'],
        ['GET', 'space/RED/color-scheme/type'],
        ['PUT', 'space/RED/color-scheme/type'],
      ] as const) {
        const body = path.endsWith('type') ? { type: 'custom' } : {}
        expect(
          (await client.send(method, `/rest/api/${path}`, method === 'GET' ? undefined : body)).status,
          `${method} ${path}`,
        ).toBe(403)
        expect(
          (await anonymous.send(method, `/rest/api/${path}`, method === 'GET' ? undefined : body)).status,
          `${method} ${path}`,
        ).toBe(401)
      }
      for (const path of [
        '/rest/api/color-scheme',
        '/rest/api/color-scheme/default',
        '/rest/oxbow/1.0/colour-scheme.css',
      ])
        expect((await anonymous.get(path)).status).toBe(401)
    })
  },
)
