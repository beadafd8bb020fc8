import { beforeAll, describe, expect, it, vi } from 'vitest'
import { onEachEngine, type HttpClient, type HttpReply } from '#platform/server/testing/harness.ts'
import { makePage, makeSpace } from '#features/attachments/testing/forms.ts'
import { boxes, gliffy, save, saved, viewOf } from '#features/diagrams/testing/wiki.ts'
import { features } from '../../server.ts'
import { migrations } from './server/migrations.ts'

const CALL = '/rest/gliffy/1.0/embeddedDiagrams'
const OWN = '/rest/oxbow/1.0/diagrams/embedding'
const UNKNOWN = 'A'.repeat(43)

onEachEngine(
  'links that show a diagram elsewhere',
  () => features,
  wiki => {
    let ada: HttpClient
    let rita: HttpClient
    let count = 0
    let visits = 0

    beforeAll(async () => {
      await makeSpace(wiki())
      ada = await wiki().addUser('ada')
      rita = await wiki().addUser('rita')
      await enable(true)
    })

    const enable = async (enabled: boolean, origins?: string[]) => {
      const reply = await wiki().admin.put(`${OWN}/settings`, { enabled, ...(origins && { origins }) })
      expect(reply.status, reply.text).toBe(200)
    }
    /** A page with a diagram, which its author and administrators may edit. */
    const drawn = async (document = boxes('Order', 'Ship'), more: object = {}) => {
      const pageId = await makePage(wiki(), `Drawn ${++count}`, more)
      await restrict(pageId, 'update', 'ada')
      const { attachmentId } = await saved(ada, pageId, `Flow ${count}`, document)
      return { pageId, attachmentId, name: `Flow ${count}` }
    }
    const restrict = async (page: string, operation: string, ...usernames: string[]) => {
      const people = ['admin', ...usernames].map(username => ({ type: 'known', username }))
      const reply = await wiki().admin.put(`/rest/api/content/${page}/restriction`, [
        { operation, restrictions: { user: people } },
      ])
      expect(reply.status, reply.text).toBe(200)
    }
    /** The path of a new link. */
    const linked = async ({ pageId, attachmentId }: { pageId: string; attachmentId: string }, more: object = {}) => {
      const reply = await ada.post(CALL, { pageId, attachmentId, ...more })
      expect(reply.status, reply.text).toBe(200)
      const { embedUrl } = reply.json as { embedUrl: string }
      const { origin, pathname } = new URL(embedUrl)
      expect(origin).toBe(wiki().app.baseUrl)
      return pathname
    }
    const open = (path: string, headers: Record<string, string> = {}) =>
      wiki().anonymous.send('GET', path, undefined, headers)
    const statuses = async (...paths: string[]) => Promise.all(paths.map(async path => (await open(path)).status))

    it('is a page, an SVG and a PNG for whoever has it, and shows nothing else of the wiki [D1-11] [D3-15] [D7-24]', async () => {
      const page = await makePage(wiki(), 'Secret neighbour')
      const { pageId, attachmentId, name } = await drawn(
        boxes(
          'Order',
          { text: 'Out', link: { kind: 'url', href: 'https://example.org/' } },
          { text: 'In', link: { kind: 'page', contentId: page } },
        ),
      )
      const path = await linked({ pageId, attachmentId })
      expect(path).toMatch(/^\/embed\/[\w-]{43}$/)
      const shown = await open(path, { accept: 'text/html' })
      expect([shown.status, shown.headers.get('content-type')]).toEqual([200, 'text/html;charset=UTF-8'])
      expect(shown.text).toContain(`<title>${name}</title>`)
      expect(shown.text).toContain(`<img src="${path}/diagram.svg?within=page"`)
      expect(shown.text).toContain(`alt="${name}: Order Out In"`)
      // Of its links those that lead out of the wiki.
      expect(shown.text).toContain('href="https://example.org/"')
      for (const told of [page, pageId, 'Secret', 'ajs-', 'Oxbow', '<script'])
        expect(shown.text.includes(told), told).toBe(false)
      expect(shown.headers.get('set-cookie')).toBeNull()

      const svg = await open(`${path}/diagram.svg`)
      expect([svg.status, svg.headers.get('content-type')]).toEqual([200, 'image/svg+xml'])
      expect(svg.text).toMatch(/^<svg .*@font-face/s)
      const png = await open(`${path}/diagram.png`)
      expect([png.status, png.headers.get('content-type')]).toEqual([200, 'image/png'])
      // As Jira's `!URL!` and other tools ask: the address of the page in an `<img>`.
      const asPicture: Record<string, string>[] = [
        { accept: 'image/avif,image/webp,*/*;q=0.8' },
        { 'sec-fetch-dest': 'image' },
      ]
      for (const headers of asPicture) {
        const picture = await open(path, headers)
        expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/png'])
      }
      for (const reply of [shown, svg, png]) {
        const policy = reply.headers.get('content-security-policy') ?? ''
        expect(policy).toContain("default-src 'none'")
        expect(policy).toContain("frame-ancestors 'self'")
        expect(reply.headers.get('x-robots-tag')).toBe('noindex')
        expect(reply.headers.get('cross-origin-resource-policy')).toBe('cross-origin')
      }
      // Not one character of it may be guessed.
      expect(await statuses(`/embed/${UNKNOWN}`, `${path.slice(0, -1)}`, `${path}x`, '/embed/x/diagram.png')).toEqual([
        404, 404, 404, 404,
      ])
    })

    it('is framed by the sites that an administrator allows, and by no others', async () => {
      const path = await linked(await drawn())
      await enable(true, ['https://*.atlassian.net', 'https://example.org:8443'])
      const { headers } = await open(path)
      expect(headers.get('content-security-policy')).toMatch(
        /frame-ancestors 'self' https:\/\/\*\.atlassian\.net https:\/\/example\.org:8443$/,
      )
      expect(headers.get('x-frame-options')).toBeNull()
      for (const origin of ['example.org', 'javascript:alert(1)', "https://a.org; script-src 'unsafe-inline'", ''])
        expect((await wiki().admin.put(`${OWN}/settings`, { origins: [origin] })).status, origin).toBe(400)
      expect((await ada.put(`${OWN}/settings`, { origins: ['*'] })).status).toBe(403)
      expect((await ada.get(`${OWN}/settings`)).status).toBe(403)
      await enable(true, [])
      // The rest of the wiki is as closed as before.
      expect((await open('/login.action')).headers.get('x-frame-options')).toBe('SAMEORIGIN')
    })

    it('is read by what makes previews: meta tags and oEmbed', async () => {
      const path = await linked(await drawn())
      const { text } = await open(path)
      const url = wiki().app.baseUrl + path
      const metas = new Map(
        [...text.matchAll(/<meta (?:property|name)="([^"]+)" content="([^"]*)">/g)].map(
          ([, name = '', content = '']) => [name, content],
        ),
      )
      expect(Object.fromEntries(metas)).toMatchObject({
        'og:title': `Flow ${count}`,
        'og:url': url,
        'og:image': `${url}/diagram.png`,
        'og:image:type': 'image/png',
        'twitter:card': 'summary_large_image',
        robots: 'noindex',
      })
      const found = /<link rel="alternate" type="application\/json\+oembed" href="([^"]+)"/.exec(text)?.[1] ?? ''
      const discovered = found.replaceAll('&amp;', '&').slice(wiki().app.baseUrl.length)
      const whole = (await open(discovered)).json
      expect(whole).toMatchObject({
        version: '1.0',
        type: 'rich',
        title: `Flow ${count}`,
        provider_url: wiki().app.baseUrl,
        thumbnail_url: `${url}/diagram.png`,
      })
      expect([whole.width, whole.height]).toEqual([
        Number(metas.get('og:image:width')),
        Number(metas.get('og:image:height')),
      ])
      expect(whole.html).toMatch(
        new RegExp(`^<iframe src="${url}" title="Flow ${count}" width="${whole.width}" height="${whole.height}"`),
      )
      const small = (await open(`${discovered}&maxwidth=100&maxheight=1000`)).json
      expect(small.width).toBe(100)
      expect(small.height).toBe(Math.ceil((whole.height * 100) / whole.width))
      expect(await statuses(`${discovered}&format=xml`.replace('format=json&', ''))).toEqual([501])
      const of = (address: string) => `/rest/oxbow/1.0/oembed?url=${encodeURIComponent(address)}`
      expect(
        await statuses(
          of(`https://elsewhere.example${path}`),
          of(`${wiki().app.baseUrl}/embed/${UNKNOWN}`),
          of('nothing'),
        ),
      ).toEqual([404, 404, 404])
    })

    it('shows always the newest version, or the one it was made for, and each page of the diagram', async () => {
      const diagram = await drawn()
      const newest = await linked(diagram)
      const first = await linked(diagram, { version: 1 })
      const two = boxes('Third')
      const second = { ...boxes('On the second').pages[0]!, id: 'p2', name: 'Second page' }
      await saved(ada, diagram.pageId, diagram.name, { ...two, pages: [...two.pages, second] }, 1)
      expect((await open(newest)).text).toContain('Third')
      expect((await open(first)).text).toContain('Order Ship')
      const other = (await open(`${newest}?page=2`)).text
      expect(other).toContain('On the second')
      expect(other).toContain(`${newest}/diagram.svg?page=2&amp;within=page`)
      expect(other).toContain('Page 2 of 2: Second page')
      expect((await open(`${newest}?page=7`)).text).toContain('Third')
      expect((await ada.post(CALL, { ...diagram, version: 9 })).status).toBe(404)
    })

    it('is made by who may edit the diagram alone, where links are switched on [D6-02]', async () => {
      const { pageId, attachmentId, name } = await drawn()
      const body = { pageId, attachmentId }
      const created = (client: HttpClient, sent: object = body) => client.post(CALL, sent)
      const links = async () => (await wiki().admin.get(`${OWN}/links?limit=1000`)).json.results.length as number
      const before = await links()
      const refused = async (reply: HttpReply, status: number) => {
        expect(reply.status, reply.text).toBe(status)
        expect(reply.json).toMatchObject({ statusCode: status, data: { successful: false } })
        expect(reply.json).not.toHaveProperty('embedUrl')
      }
      await refused(await created(rita), 403)
      expect((await created(wiki().anonymous)).status).toBe(401)
      await wiki().app.jobs.idle()
      const file = await wiki().admin.get(`/rest/api/content/${pageId}/child/attachment`)
      const picture = file.json.results.find((row: { title: string }) => row.title === `${name}.png`).id as string
      await refused(await created(ada, { pageId, attachmentId: picture }), 404)
      await refused(await created(ada, { pageId: await makePage(wiki(), `Other ${count}`), attachmentId }), 404)
      await refused(await created(ada, { pageId }), 400)
      const offered = async () => {
        const here = await makePage(wiki(), `Showing ${++count}`, {
          body: { storage: { value: gliffy({ name, pageid: pageId }), representation: 'storage' } },
        })
        return [await viewOf(ada, here), await viewOf(rita, here)].map(
          html => /data-embed-link-enabled="(\w+)"/.exec(html)?.[1],
        )
      }
      expect(await offered()).toEqual(['true', 'false'])
      // Off for the space; off for the wiki, as it is from the beginning.
      const inSpace = `${OWN}/space/FILES`
      expect((await rita.put(inSpace, { enabled: false })).status).toBe(403)
      expect((await wiki().admin.put(inSpace, { enabled: false })).json).toEqual({ allowed: true, enabled: false })
      await refused(await created(ada), 403)
      expect(await offered()).toEqual(['false', 'false'])
      await wiki().admin.put(inSpace, { enabled: true })
      await enable(false)
      await refused(await created(ada), 403)
      expect(await offered()).toEqual(['false', 'false'])
      await enable(true)
      // A diagram that only some may view is not for everybody who has a link.
      await restrict(pageId, 'read', 'ada')
      await refused(await created(ada), 403)
      expect(await links()).toBe(before)
    })

    it('stops working at once, and for everybody, when all links of the diagram are deactivated [D1-12] [D7-25]', async () => {
      const diagram = await drawn()
      const other = await linked(await drawn())
      const paths = [await linked(diagram), await linked(diagram, { version: 1 })]
      const all = paths.flatMap(path => [path, `${path}/diagram.svg`, `${path}/diagram.png`])
      const tags = await Promise.all(all.map(async path => (await open(path)).headers.get('etag') ?? ''))
      const asked = () =>
        Promise.all(all.map(async (path, index) => (await open(path, { 'if-none-match': tags[index] ?? '' })).status))
      // A cached answer must be revalidated, and is then confirmed.
      expect(await asked()).toEqual(all.map(() => 304))
      for (const path of all) expect((await open(path)).headers.get('cache-control')).toBe('private, no-cache')
      expect((await rita.post(`${CALL}/deactivate`, diagram)).status).toBe(403)
      expect(await asked()).toEqual(all.map(() => 304))
      const reply = await ada.post(`${CALL}/deactivate`, diagram)
      expect([reply.status, reply.json]).toEqual([200, { deactivated: 2 }])
      expect(await asked()).toEqual(all.map(() => 404))
      const gone = await open(paths[0] ?? '', { accept: 'text/html' })
      expect(gone.text).toContain('This diagram is no longer shown here.')
      expect([gone.headers.get('cache-control'), gone.headers.get('x-frame-options')]).toEqual(['no-store', null])
      expect(await statuses(other)).toEqual([200])
      // A new link is another one.
      const fresh = await linked(diagram)
      expect(paths).not.toContain(fresh)
      expect(await statuses(fresh, ...paths)).toEqual([200, 404, 404])
    })

    /**
     * Requests all addresses of a link like a client with a cache: while the link works, twice each, so that drawings
     * are cached and stored answers confirmed; afterwards neither is answered.
     */
    const watched = (path: string) => {
      const oembed = `/rest/oxbow/1.0/oembed?url=${encodeURIComponent(wiki().app.baseUrl + path)}`
      const stored = [path, `${path}?page=1`, `${path}/diagram.svg`, `${path}/diagram.svg?within=page`]
      const all = [...stored, `${path}/diagram.png`, oembed]
      let tags: string[] = []
      // Each time from another address: failed requests are limited by address.
      const ask = (headers: (index: number) => Record<string, string>, method = 'GET') => {
        const from = { 'x-forwarded-for': `203.0.113.${++visits}` }
        const sent = async (one: string, index: number) =>
          wiki().anonymous.send(method, one, undefined, { ...from, ...headers(index) })
        return Promise.all(all.map(sent))
      }
      const statusesOf = (replies: HttpReply[]) => replies.map(({ status }) => status)
      const withTags = (index: number): Record<string, string> => (tags[index] ? { 'if-none-match': tags[index] } : {})
      return async (is: boolean, what: string) => {
        if (is) {
          await ask(() => ({}))
          const replies = await ask(() => ({}))
          expect(statusesOf(replies), what).toEqual(all.map(() => 200))
          tags = replies.map(({ headers }) => headers.get('etag') ?? '')
          expect(tags.slice(0, -1).every(Boolean), 'all but oEmbed are stored with a tag').toBe(true)
          expect(statusesOf(await ask(withTags)).slice(0, -1), what).toEqual(all.slice(0, -1).map(() => 304))
          return
        }
        for (const [how, replies] of Object.entries({
          stored: await ask(withTags),
          'stored, whatever it is': await ask(() => ({ 'if-none-match': '*' })),
          plain: await ask(() => ({})),
          head: await ask(() => ({}), 'HEAD'),
        })) {
          expect(statusesOf(replies), `${what}, ${how}`).toEqual(all.map(() => 404))
          for (const { headers, text } of replies) {
            expect(headers.get('cache-control'), what).toBe('no-store')
            expect(headers.get('etag'), what).toBeNull()
            expect(text, what).not.toContain('Order')
          }
        }
      }
    }

    it('stops working when the page, or one above it, is restricted, and when it, its file or its space goes', async () => {
      const above = await makePage(wiki(), 'Above')
      const diagram = await drawn(undefined, { ancestors: [{ id: above }] })
      const works = watched(await linked(diagram))
      const { admin } = wiki()
      const unrestrict = (page: string) => admin.delete(`/rest/api/content/${page}/restriction`)
      await works(true, 'at first')
      await restrict(diagram.pageId, 'read', 'ada')
      await works(false, 'restricted')
      await unrestrict(diagram.pageId)
      await works(true, 'open again')
      await restrict(above, 'read', 'ada')
      await works(false, 'restricted above')
      await unrestrict(above)
      await works(true, 'open again above')
      await admin.put('/rest/api/space/FILES/archive', {})
      await works(false, 'archived')
      await admin.put('/rest/api/space/FILES/restore', {})
      await works(true, 'out of the archive')
      await admin.put(`${OWN}/space/FILES`, { enabled: false })
      await works(false, 'switched off in the space')
      await admin.put(`${OWN}/space/FILES`, { enabled: true })
      await enable(false)
      await works(false, 'switched off in the wiki')
      await enable(true)
      await works(true, 'switched on')
      expect((await ada.post(`${CALL}/deactivate`, diagram)).json).toEqual({ deactivated: 1 })
      await works(false, 'deactivated')

      const trashed = await drawn()
      const ofTrashed = watched(await linked(trashed))
      await ofTrashed(true, 'before the trash')
      await admin.delete(`/rest/api/content/${trashed.pageId}`)
      await ofTrashed(false, 'page in the trash')
      const other = await drawn()
      const second = watched(await linked(other))
      await second(true, 'with its file')
      await admin.delete(`/rest/api/content/${other.attachmentId}`)
      await second(false, 'file in the trash')
    })

    it('stops working when its space is deleted, from the archive too, and does not work again afterwards', async () => {
      const { admin } = wiki()
      for (const key of ['GONE', 'OLD']) {
        await admin.post('/rest/api/space', { key, name: key })
        const works = watched(await linked(await drawn(undefined, { space: { key } })))
        await works(true, key)
        if (key === 'OLD') {
          expect((await admin.put('/rest/api/space/OLD/archive', {})).status).toBe(204)
          await works(false, 'archived')
        }
        const deleted = await admin.delete(`/rest/api/space/${key}`)
        expect(deleted.status).toBe(202)
        await works(false, `${key} is being deleted`)
        await finished(deleted.json.id as string)
        await works(false, `${key} is deleted`)
        expect((await admin.post('/rest/api/space', { key, name: 'Another' })).status).toBe(200)
        await works(false, `${key} is another space`)
      }
    })

    describe('when the audience of its page changes', () => {
      const permissions = (key: string, call: string) =>
        wiki().admin.put(`/rest/api/space/${key}/permissions/group/confluence-users/${call}`, [
          { targetType: 'space', operationKey: 'read' },
        ])
      beforeAll(async () => {
        for (const key of ['OPEN', 'SHUT', 'CLOSED']) await wiki().admin.post('/rest/api/space', { key, name: key })
        for (const key of ['SHUT', 'CLOSED']) {
          const everything = (await wiki().admin.get(`/rest/api/space/${key}/permissions/group/confluence-users`)).json
          const revoked = await wiki().admin.put(
            `/rest/api/space/${key}/permissions/group/confluence-users/revoke`,
            everything.map(({ operation }: { operation: object }) => operation),
          )
          if (revoked.status !== 200) throw new Error(revoked.text)
        }
      })
      const homeOf = async (key: string) =>
        (await wiki().admin.get(`/rest/api/space/${key}?expand=homepage`)).json.homepage.id as string
      const moveTo = async (pageId: string, key: string, target?: string) => {
        const moved = await wiki().admin.put(`/rest/api/content/${pageId}/move/append/${target ?? (await homeOf(key))}`)
        expect(moved.status, moved.text).toBe(200)
        const { json } = await wiki().admin.get(`/rest/api/content/${pageId}?expand=space`)
        expect(json.space.key).toBe(key)
      }

      it('stops working in a private space, and works in open ones', async () => {
        const diagram = await drawn()
        const works = watched(await linked(diagram))
        await works(true, 'at first')
        await moveTo(diagram.pageId, 'OPEN')
        await works(true, 'in another open space')
        await moveTo(diagram.pageId, 'SHUT')
        expect((await rita.get(`/rest/api/content/${diagram.pageId}`)).status).toBe(404)
        await works(false, 'in a private space')
        await moveTo(diagram.pageId, 'CLOSED')
        await works(false, 'in another private space')
        await moveTo(diagram.pageId, 'OPEN')
        await works(true, 'open again')
      })

      it('stops working when a page above takes its page along, and when its page moves below a restricted one', async () => {
        const above = await makePage(wiki(), `Above ${++count}`)
        const diagram = await drawn(undefined, { ancestors: [{ id: above }] })
        const works = watched(await linked(diagram))
        await works(true, 'at first')
        await moveTo(above, 'SHUT')
        expect((await rita.get(`/rest/api/content/${diagram.pageId}`)).status).toBe(404)
        await works(false, 'below a page in a private space')
        await moveTo(above, 'FILES', await makePage(wiki(), `Back ${++count}`))
        await works(true, 'back')
        const restricted = await makePage(wiki(), `Restricted ${++count}`)
        await restrict(restricted, 'read', 'ada')
        await moveTo(diagram.pageId, 'FILES', restricted)
        await works(false, 'below a restricted page')
      })

      it('stops working when its file moves to a page of a private space', async () => {
        const diagram = await drawn()
        const works = watched(await linked(diagram))
        await works(true, 'at first')
        const moved = await wiki().admin.put(
          `/rest/api/content/${diagram.pageId}/child/attachment/${diagram.attachmentId}`,
          {
            id: diagram.attachmentId,
            type: 'attachment',
            title: diagram.name,
            version: { number: 1 },
            container: { id: await homeOf('SHUT'), type: 'page' },
          },
        )
        expect(moved.status, moved.text).toBe(200)
        await works(false, 'on a page of a private space')
      })

      it('stops working when its space becomes private', async () => {
        await wiki().admin.post('/rest/api/space', { key: 'NARROW', name: 'Narrow' })
        const works = watched(await linked(await drawn(undefined, { space: { key: 'NARROW' } })))
        await works(true, 'at first')
        expect((await permissions('NARROW', 'revoke')).status).toBe(200)
        await works(false, 'private')
        expect((await permissions('NARROW', 'grant')).status).toBe(200)
        await works(true, 'open again')
      })

      it('works in the private space that it was made in, and in no other one', async () => {
        const { admin } = wiki()
        await admin.put(`/rest/api/space/SHUT/permissions/user/${await keyOf('ada')}/grant`, [
          { targetType: 'space', operationKey: 'read' },
          { targetType: 'page', operationKey: 'create' },
          { targetType: 'attachment', operationKey: 'create' },
        ])
        const diagram = await drawn(undefined, { space: { key: 'SHUT' } })
        const works = watched(await linked(diagram))
        await works(true, 'at first')
        await moveTo(diagram.pageId, 'CLOSED')
        await works(false, 'in another private space')
        expect((await ada.get(`/rest/api/content/${diagram.pageId}`)).status).toBe(404)
        await moveTo(diagram.pageId, 'SHUT')
        await works(true, 'back')
      })

      it('is judged by the space that it was made in if it is older than that rule', async () => {
        const [moved, stayed, unknown] = [await drawn(), await drawn(), await drawn()]
        const paths = [await linked(moved), await linked(stayed), await linked(unknown)]
        await moveTo(moved.pageId, 'SHUT')
        const { database } = wiki().app
        await database.transaction(async ({ db }) => {
          await db.updateTable('diagram_embed_link').set({ space_id: null, was_open: 0 }).execute()
          // As after a backup that holds no events.
          await db.deleteFrom('event').where('content_id', '=', Number(unknown.attachmentId)).execute()
        })
        expect(await statuses(...paths)).toEqual([404, 404, 404])
        await database.transaction(async ({ db }) => migrations.at(-1)?.up(db, database.dialect))
        expect(await statuses(...paths)).toEqual([404, 200, 200])
        await moveTo(moved.pageId, 'OPEN')
        expect(await statuses(...paths)).toEqual([200, 200, 200])
      })

      it('stops working when its page is purged', async () => {
        const diagram = await drawn()
        const works = watched(await linked(diagram))
        await works(true, 'at first')
        await wiki().admin.delete(`/rest/api/content/${diagram.pageId}`)
        await works(false, 'in the trash')
        await wiki().admin.put(`/rest/api/content/${diagram.pageId}`, {
          type: 'page',
          title: `Restored ${++count}`,
          status: 'current',
          version: { number: 3 },
        })
        await works(true, 'restored')
        await wiki().admin.delete(`/rest/api/content/${diagram.pageId}`)
        await wiki().admin.delete(`/rest/api/content/${diagram.pageId}?status=trashed`)
        expect((await wiki().admin.get(`/rest/api/content/${diagram.pageId}?status=any`)).status).toBe(404)
        await works(false, 'purged')
      })
    })

    const keyOf = async (username: string) =>
      (await wiki().admin.get(`/rest/api/user?username=${username}`)).json.userKey as string

    const finished = async (task: string) => {
      const progress = async () =>
        (await wiki().admin.get(`/rest/api/longtask/${task}`)).json.percentageComplete as number
      await expect.poll(progress).toBe(100)
    }

    it('is counted for administrators, by the tool that it was made for', async () => {
      const diagram = await drawn()
      const path = await linked(diagram, { version: 1 })
      await open(path)
      await open(`${path}?utm_medium=live&utm_source=slack`)
      await open(`${path}/diagram.png?utm_medium=live&utm_source=slack`)
      await open(`${path}?utm_source=nobody`)
      // Not counted: the picture within the page, what looks only, what does not work.
      await open(`${path}/diagram.svg?within=page`)
      await wiki().anonymous.send('HEAD', path)
      await open(`/embed/${UNKNOWN}`)
      const list = (window = '') => wiki().admin.get(`${OWN}/links?${window}`)
      const { results } = (await list('limit=1')).json
      expect(results).toHaveLength(1)
      expect(results[0]).toMatchObject({
        diagram: { attachmentId: diagram.attachmentId, name: diagram.name, version: 1 },
        page: { id: diagram.pageId },
        space: { key: 'FILES', name: 'Files' },
        creator: { username: 'ada' },
        uses: 4,
        sources: [
          { source: '', uses: 2 },
          { source: 'slack', uses: 2 },
        ],
      })
      expect(Date.parse(results[0].lastUsedAt)).toBeGreaterThan(Date.now() - 600_000)
      await open(path)
      const again = (await list('limit=1')).json.results[0]
      expect([again.uses, again.sources[0]]).toEqual([5, { source: '', uses: 3 }])
      const next = (await list('limit=1&start=1')).json
      expect(next.results[0].id).not.toBe(again.id)
      expect(next._links).toHaveProperty('prev')
      expect((await ada.get(`${OWN}/links`)).status).toBe(403)
      // The database holds no token that a reader of it could use.
      const rows = await wiki().app.database.read.selectFrom('diagram_embed_link').selectAll().execute()
      expect(JSON.stringify(rows)).not.toContain(path.slice('/embed/'.length))
      // Revoked while a visitor looks.
      await open(path)
      await ada.post(`${CALL}/deactivate`, diagram)
      expect((await list('limit=1')).json.results[0].id).not.toBe(again.id)
    })

    it('is asked for so often and no more, the less when it is guessed', async () => {
      const path = await linked(await drawn())
      // All within one window, however long the calls take.
      vi.spyOn(performance, 'now').mockReturnValue(performance.now())
      let reply = await open(`/embed/${UNKNOWN}`)
      for (let i = 0; i < 70 && reply.status === 404; i++) reply = await open(`/embed/${UNKNOWN}`)
      expect(reply.status).toBe(429)
      expect(Number(reply.headers.get('retry-after'))).toBeGreaterThan(0)
      expect(await statuses(path)).toEqual([200])
      let limited = 0
      for (let i = 0; i < 15 && limited === 0; i++)
        limited = (await statuses(...Array.from({ length: 100 }, () => path))).filter(status => status === 429).length
      expect(limited).toBeGreaterThan(0)
      expect((await save(ada, await makePage(wiki(), `Free ${++count}`), 'Still', boxes('a'))).status).toBe(200)
    })
  },
  { OXBOW_TRUST_PROXY: '1' },
)
