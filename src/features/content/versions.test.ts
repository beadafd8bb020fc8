import { createHash } from 'node:crypto'
import { expect, it } from 'vitest'
import { person } from '#features/spaces/testing/people.ts'
import { onEachEngine, storage } from '#platform/server/testing/harness.ts'
import { features } from '../../server.ts'

onEachEngine(
  'versions, drafts, trash and copies',
  () => features,
  wiki => {
    const rest = '/rest/api/content'
    const create = async (title: string, value = `<p>${title}</p>`, parent?: string) => {
      const reply = await wiki().admin.post(rest, {
        type: 'page',
        title,
        space: { key: 'VER' },
        body: storage(value),
        ...(parent ? { ancestors: [{ id: parent }] } : {}),
      })
      expect(reply.status, reply.text).toBe(200)
      return reply.json as { id: string }
    }
    const update = (id: string, number: number, title: string, value: string) =>
      wiki().admin.put(`${rest}/${id}`, { type: 'page', title, version: { number }, body: storage(value) })

    it('prepares a space', async () => {
      expect((await wiki().admin.post('/rest/api/space', { key: 'VER', name: 'Versions' })).status).toBe(200)
    })

    it('lists, reads, compares, restores and deletes versions', async () => {
      const { id } = await create('Versioned', '<p>one two three</p>')
      await update(id, 2, 'Versioned', '<p>one 2 three</p>')
      await update(id, 3, 'Versioned again', '<p>one 2 three</p><p>four</p>')
      const list = await wiki().admin.get(`/rest/experimental/content/${id}/version?limit=2`)
      expect(list.json.results.map((v: { number: number }) => v.number)).toEqual([3, 2])
      expect(list.json._links.next).toContain('start=2')
      const one = await wiki().admin.get(`${rest}/${id}/version/1?expand=content.body.storage`)
      expect(one.json).toMatchObject({
        number: 1,
        content: { body: { storage: { value: '<p>one two three</p>' } }, title: 'Versioned' },
      })

      const compared = await wiki().admin.get(`/rest/oxbow/1.0/content/${id}/compare?from=1&to=3`)
      expect(compared.json).toMatchObject({
        complete: true,
        before: '<p>one <del>two</del> three</p>',
        after: '<p>one <ins>2</ins> three</p><p><ins>four</ins></p>',
        inline: '<p>one <del>two</del><ins>2</ins> three</p><p><ins>four</ins></p>',
        from: { number: 1, title: 'Versioned' },
        to: { number: 3, title: 'Versioned again' },
      })

      const history = await wiki().admin.get(`${rest}/${id}/history`)
      expect(history.json).toMatchObject({
        latest: true,
        lastUpdated: { number: 3 },
        previousVersion: { number: 2 },
        createdBy: { username: 'admin' },
      })

      const restored = await wiki().admin.post(`/rest/experimental/content/${id}/version`, {
        operationKey: 'restore',
        params: { versionNumber: 1 },
      })
      expect(restored.status, restored.text).toBe(200)
      const now = await wiki().admin.get(`${rest}/${id}?expand=body.storage,version`)
      expect(now.json).toMatchObject({
        title: 'Versioned',
        version: { number: 4, message: 'Reverted from v. 1' },
        body: { storage: { value: '<p>one two three</p>' } },
      })

      expect((await wiki().admin.delete(`/rest/experimental/content/${id}/version/2`)).status).toBe(204)
      expect((await wiki().admin.delete(`/rest/experimental/content/${id}/version/2`)).status).toBe(400)
      expect((await wiki().admin.delete(`${rest}/${id}/version/4`)).status).toBe(400)
      expect((await wiki().admin.get(`${rest}/${id}?version=2`)).status).toBe(404)
    })

    it('gives the body of a macro by id and by hash', async () => {
      const { id } = await create(
        'Macro',
        '<ac:structured-macro ac:name="code" ac:macro-id="m1"><ac:parameter ac:name="language">sql</ac:parameter><ac:plain-text-body><![CDATA[select 1]]></ac:plain-text-body></ac:structured-macro>',
      )
      const macro = await wiki().admin.get(`${rest}/${id}/history/0/macro/id/m1`)
      expect(macro.json).toEqual({ name: 'code', body: 'select 1', parameters: { language: 'sql' } })
      const byHash = await wiki().admin.get(`${rest}/${id}/history/1/macro/hash/cc5c7d2a3f0b4d9b2c9a9d2b0d1f1a11`)
      expect(byHash.status).toBe(404)
      for (const hash of ['m1', createHash('md5').update('select 1').digest('hex')]) {
        expect((await wiki().admin.get(`${rest}/${id}/history/1/macro/hash/${hash}`)).json).toEqual(macro.json)
      }
    })

    it('keeps what was typed, tells of a newer version, and forgets it', async () => {
      const { id } = await create('Edited')
      const call = `/rest/oxbow/1.0/content/${id}/draft`
      expect((await wiki().admin.get(call)).json).toEqual({ draft: null })
      expect((await wiki().admin.put(call, { title: 'Edited', storage: '<p>typed</p>', baseVersion: 1 })).status).toBe(
        200,
      )
      await update(id, 2, 'Edited', '<p>by program</p>')
      // Publishing by the same user ends the draft; one of another user stays.
      expect((await wiki().admin.get(call)).json).toEqual({ draft: null })
      await wiki().admin.put(call, { title: 'Edited', storage: '<p>typed again</p>', baseVersion: 1 })
      expect((await wiki().admin.get(call)).json.draft).toMatchObject({
        storage: '<p>typed again</p>',
        baseVersion: 1,
        currentVersion: 2,
      })
      expect((await wiki().admin.put(call, { title: 'x', storage: '<p>broken', baseVersion: 1 })).status).toBe(400)
      expect((await wiki().admin.delete(call)).status).toBe(204)
      expect((await wiki().admin.get(call)).json).toEqual({ draft: null })
      expect((await wiki().anonymous.get(call)).status).toBe(404)
    })

    it('keeps no draft over one that came from another window since', async () => {
      const { id } = await create('In two windows')
      const fresh = (
        await wiki().admin.post(`${rest}?status=draft`, {
          type: 'page',
          title: '',
          space: { key: 'VER' },
          status: 'draft',
        })
      ).json.id
      for (const [content, baseVersion] of [
        [id, 1],
        [fresh, 0],
      ] as const) {
        const call = `/rest/oxbow/1.0/content/${content}/draft`
        const keep = (storage: string, basedOn?: string) =>
          wiki().admin.put(call, { title: 'T', storage, baseVersion, basedOn })
        const opened = (await wiki().admin.get(`/rest/oxbow/1.0/editor/${content}`)).json.draftRevision
        expect(opened === '').toBe(content === id)
        const first = await keep('<p>first window</p>', opened)
        expect(first.status, first.text).toBe(200)
        expect((await wiki().admin.get(`/rest/oxbow/1.0/editor/${content}`)).json.draftRevision).toBe(
          first.json.revision,
        )
        const second = await keep('<p>second window</p>', opened)
        expect([second.status, second.json.statusCode]).toEqual([409, 409])
        expect(second.json.message).toContain('another window')
        expect((await wiki().admin.get(call)).json.draft).toMatchObject({
          storage: '<p>first window</p>',
          revision: first.json.revision,
        })
        // The answer may have been lost on the way: what is stored already is no conflict.
        expect((await keep('<p>first window</p>', opened)).json.revision).toBe(first.json.revision)
        expect((await keep('<p>second window</p>', first.json.revision)).status).toBe(200)
        expect((await keep('<p>first goes on</p>', first.json.revision)).status).toBe(409)
        // Programs that do not say what they go on from write as before.
        expect((await keep('<p>by program</p>')).status).toBe(200)
        expect((await keep('<p>x</p>', 'x'.repeat(65))).status).toBe(400)
      }
      const call = `/rest/oxbow/1.0/content/${id}/draft`
      await wiki().admin.delete(call)
      // If nothing is stored there is nothing to lose.
      expect(
        (await wiki().admin.put(call, { title: 'T', storage: '<p>after</p>', baseVersion: 1, basedOn: 'gone' })).status,
      ).toBe(200)
      await wiki().admin.delete(call)
      expect(
        (await wiki().admin.put(call, { title: 'T', storage: '<p>x</p>', baseVersion: 0, basedOn: '' })).status,
      ).toBe(409)
      expect((await wiki().admin.put(call, { title: 'T', storage: '<p>x</p>', baseVersion: 0 })).status).toBe(400)
      const both = await Promise.all(
        ['a', 'b'].map(text =>
          wiki().admin.put(call, { title: 'T', storage: `<p>${text}</p>`, baseVersion: 1, basedOn: '' }),
        ),
      )
      expect(both.map(reply => reply.status).toSorted((a, b) => a - b)).toEqual([200, 409])
    })

    it('publishes a draft under the id that it had', async () => {
      const draft = await wiki().admin.post(`${rest}?status=draft`, {
        type: 'page',
        title: '',
        space: { key: 'VER' },
        status: 'draft',
      })
      expect(draft.json, draft.text).toMatchObject({ status: 'draft', title: '' })
      const { id } = draft.json
      expect((await wiki().admin.get(`${rest}?spaceKey=VER&limit=200`)).text).not.toContain(`"id":"${id}"`)
      await wiki().admin.put(`/rest/oxbow/1.0/content/${id}/draft`, {
        title: 'From draft',
        storage: '<p>d</p>',
        baseVersion: 0,
      })
      const published = await wiki().admin.put(`${rest}/${id}?status=draft`, {
        id,
        type: 'page',
        status: 'current',
        title: 'From draft',
        space: { key: 'VER' },
        version: { number: 1 },
        body: { editor: { value: '<p>published</p>', representation: 'editor' } },
      })
      expect(published.json, published.text).toMatchObject({
        id,
        status: 'current',
        version: { number: 1 },
        body: { storage: { value: '<p>published</p>' } },
      })
    })

    it('moves children up when their parent goes, and brings a page back', async () => {
      const parent = await create('Doomed')
      const child = await create('Survivor', '<p>x</p>', parent.id)
      await wiki().admin.delete(`${rest}/${parent.id}`)
      const survivor = await wiki().admin.get(`${rest}/${child.id}?expand=ancestors`)
      expect(survivor.json.ancestors).toEqual([])
      const trash = await wiki().admin.get('/rest/api/space/VER/trash')
      expect((await wiki().admin.get('/rest/api/space/VER/content/trash')).json.results).toEqual(trash.json.results)
      expect((await wiki().anonymous.get('/rest/api/space/VER/content/trash')).status).toBe(
        (await wiki().anonymous.get('/rest/api/space/VER/trash')).status,
      )
      expect(trash.json.results.map((row: { id: string }) => row.id)).toContain(parent.id)
      const back = await wiki().admin.put(`${rest}/${parent.id}`, {
        type: 'page',
        status: 'current',
        title: 'Doomed',
        version: { number: 2 },
      })
      expect(back.json, back.text).toMatchObject({ status: 'current' })
      const whole = await create('Tree')
      const below = await create('Below', '<p>x</p>', whole.id)
      expect((await wiki().admin.delete(`/rest/oxbow/1.0/content/${whole.id}/tree`)).json).toEqual({ trashed: 2 })
      expect((await wiki().admin.get(`${rest}/${below.id}`)).status).toBe(404)
      expect((await wiki().admin.delete('/rest/api/space/VER/trash')).status).toBe(204)
      expect((await wiki().admin.get('/rest/api/space/VER/trash')).json.size).toBe(0)
    })

    it('shows nobody in the trash what they could not see before', async () => {
      const keeper = await person(wiki(), 'keeper')
      const space = await wiki()
        .app.database.read.selectFrom('space')
        .select('id')
        .where('key', '=', 'VER')
        .executeTakeFirstOrThrow()
      await wiki().app.database.transaction(async ({ db }) => {
        await db
          .insertInto('space_permission')
          .values({ space_id: space.id, account_id: keeper.id, group_id: null, permission: 'administer:space' })
          .execute()
      })
      const open = await create('Open rubbish')
      const closed = await create('Closed rubbish')
      const below = await create('Rubbish below', '<p>hidden</p>', closed.id)
      await wiki().admin.put(`${rest}/${closed.id}/restriction`, [
        { operation: 'read', restrictions: { user: [{ type: 'known', username: 'admin' }] } },
      ])
      await wiki().admin.delete(`/rest/oxbow/1.0/content/${closed.id}/tree`)
      await wiki().admin.delete(`${rest}/${open.id}`)
      const trashFor = async (client: typeof keeper.client) =>
        (await client.get('/rest/api/space/VER/trash?expand=body.storage')).json.results.map(
          (row: { id: string }) => row.id,
        ) as string[]
      expect(await trashFor(keeper.client)).toEqual([open.id])
      expect((await trashFor(wiki().admin)).toSorted()).toEqual([open.id, closed.id, below.id].toSorted())
      await wiki().admin.delete('/rest/api/space/VER/trash')
    })

    it('deletes no tree with a page in it that the user cannot see', async () => {
      const gardener = await person(wiki(), 'gardener')
      const space = await wiki()
        .app.database.read.selectFrom('space')
        .select('id')
        .where('key', '=', 'VER')
        .executeTakeFirstOrThrow()
      await wiki().app.database.transaction(async ({ db }) => {
        await db
          .insertInto('space_permission')
          .values({ space_id: space.id, account_id: gardener.id, group_id: null, permission: 'delete:page' })
          .execute()
      })
      const root = await create('Trunk')
      const branch = await create('Branch', '<p>x</p>', root.id)
      const hidden = await create('Hidden nest', '<p>x</p>', branch.id)
      await wiki().admin.put(`${rest}/${hidden.id}/restriction/byOperation/read/user?userName=admin`)
      expect((await gardener.client.delete(`/rest/oxbow/1.0/content/${root.id}/tree`)).status).toBe(403)
      for (const { id } of [root, branch, hidden])
        expect((await wiki().admin.get(`${rest}/${id}`)).json.status).toBe('current')
      await wiki().admin.delete(`${rest}/${hidden.id}/restriction/byOperation/read/user?userName=admin`)
      expect((await gardener.client.delete(`/rest/oxbow/1.0/content/${root.id}/tree`)).json).toEqual({ trashed: 3 })
    })

    it('copies a hierarchy with titles that are free', async () => {
      const root = await create('Root')
      await create('Leaf', '<p>leaf</p>', root.id)
      const copy = await wiki().admin.post(`/rest/oxbow/1.0/content/${root.id}/copy`, { hierarchy: true })
      expect(copy.status, copy.text).toBe(200)
      expect(copy.json.title).toBe('Copy of Root')
      const children = await wiki().admin.get(`${rest}/${copy.json.id}/child/page`)
      expect(children.json.results.map((row: { title: string }) => row.title)).toEqual(['Copy of Leaf'])
    })

    it('scans a space by cursor, each page once', async () => {
      const seen: string[] = []
      let next: string | undefined = '/rest/api/content/scan?spaceKey=VER&limit=3'
      while (next) {
        const reply = await wiki().admin.get(next)
        seen.push(...reply.json.results.map((row: { id: string }) => row.id))
        next = reply.json._links.next
      }
      const all = await wiki().admin.get('/rest/api/content?spaceKey=VER&limit=1000')
      expect(seen).toEqual(all.json.results.map((row: { id: string }) => row.id))
      expect(new Set(seen).size).toBe(seen.length)
    })

    it('lists what changed last', async () => {
      const page = await create('Newest')
      const recent = await wiki().admin.get('/rest/oxbow/1.0/recently-updated?spaceKey=VER&limit=2')
      expect(recent.json.results[0]).toMatchObject({ id: page.id, title: 'Newest', space: { key: 'VER' } })
      const more = await wiki().admin.get(
        `/rest/oxbow/1.0/recently-updated?spaceKey=VER&limit=2&cursor=${recent.json.nextCursor}`,
      )
      expect(more.json.results.map((row: { id: string }) => row.id)).not.toContain(page.id)
    })
  },
)
