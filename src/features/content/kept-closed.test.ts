import { beforeAll, expect, it } from 'vitest'
import { doctor } from '#platform/server/doctor.ts'
import { onEachEngine, type HttpReply } from '#platform/server/testing/harness.ts'
import { requireContent } from '#features/content-core/server/policies.ts'
import { insertContent, trashContent } from '#features/content-core/server/write.ts'
import { person, type TestPerson } from '#features/spaces/testing/people.ts'
import { features } from '../../server.ts'

const NUL = '\u0000'

onEachEngine(
  'what stays closed when the page above goes',
  () => features,
  wiki => {
    const people = {} as Record<'named' | 'both' | 'other', TestPerson>
    const home = {} as { id: string }

    const ok = async (reply: Promise<HttpReply>) => {
      const answer = await reply
      expect(answer.status, answer.text).toBeLessThan(300)
      return answer.json
    }
    const create = async (title: string, parent?: string) =>
      String(
        (
          await ok(
            wiki().admin.post('/rest/api/content', {
              type: 'page',
              title,
              space: { key: 'SHUT' },
              body: { storage: { value: `<p>${title}</p>`, representation: 'storage' } },
              ...(parent ? { ancestors: [{ id: parent }] } : {}),
            }),
          )
        ).id,
      )
    const restrict = (id: string, users: string[], groups: string[] = []) =>
      ok(
        wiki().admin.put(`/rest/api/content/${id}/restriction`, [
          {
            operation: 'read',
            restrictions: {
              user: users.map(username => ({ type: 'known', username })),
              group: groups.map(name => ({ type: 'group', name })),
            },
          },
        ]),
      )
    const trash = (id: string) => ok(wiki().admin.delete(`/rest/api/content/${id}`))
    const trashTree = (id: string) => ok(wiki().admin.delete(`/rest/oxbow/1.0/content/${id}/tree`))
    const purge = (id: string) => ok(wiki().admin.delete(`/rest/api/content/${id}?status=trashed`))
    const restore = async (id: string) => {
      const { version, title } = await ok(wiki().admin.get(`/rest/api/content/${id}?status=trashed`))
      return ok(
        wiki().admin.put(`/rest/api/content/${id}?status=trashed`, {
          type: 'page',
          title,
          status: 'current',
          version: { number: version.number + 1 },
        }),
      )
    }
    const parentOf = async (id: string) => {
      const { ancestors } = await ok(wiki().admin.get(`/rest/api/content/${id}?expand=ancestors`))
      return ancestors.at(-1)?.id as string | undefined
    }
    /** Names of the people who see the page. */
    const readers = async (id: string) => {
      const seen: string[] = []
      for (const [name, { client }] of Object.entries(people)) {
        const { status } = await client.get(`/rest/api/content/${id}`)
        expect([200, 404]).toContain(status)
        if (status === 200) seen.push(name)
      }
      return seen
    }
    const findings = async () => {
      await wiki().app.events.settled()
      // SQLite takes a full-text index for damaged that another connection has written to since this one last looked.
      return (await doctor(wiki().app)).checks
        .filter(check => check.name !== 'The database is sound')
        .flatMap(check => check.findings)
    }

    beforeAll(async () => {
      people.named = await person(wiki(), 'named')
      people.both = await person(wiki(), 'both', ['staff'])
      people.other = await person(wiki(), 'other', ['staff'])
      await ok(wiki().admin.post('/rest/api/space', { key: 'SHUT', name: 'Shut' }))
      home.id = (await ok(wiki().admin.get('/rest/api/space/SHUT?expand=homepage'))).homepage.id
    })

    it('a child that moves up when its restricted parent is deleted', async () => {
      const parent = await create('Deleted above', home.id)
      const child = await create('Moves up', parent)
      await restrict(parent, ['named'])
      expect(await readers(child)).toEqual(['named'])
      await trash(parent)
      expect(await parentOf(child)).toBe(home.id)
      expect(await readers(child)).toEqual(['named'])
      await restrict(child, [])
      expect(await readers(child)).toEqual(['named', 'both', 'other'])
    })

    it('a child that comes back while its restricted parent is in the trash', async () => {
      const parent = await create('Trashed above')
      const child = await create('Comes back first', parent)
      await restrict(parent, [], ['staff'])
      await trashTree(parent)
      await restore(child)
      expect(await parentOf(child)).toBeUndefined()
      expect(await readers(child)).toEqual(['both', 'other'])
      expect(await findings()).toEqual([])
    })

    it('a child that comes back after its restricted parent is gone for good, with all that hangs below', async () => {
      const outer = await create('Outermost')
      const parent = await create('Purged above', outer)
      const child = await create('Comes back later', parent)
      const below = await create('Comes back with it', child)
      await restrict(outer, [], ['staff'])
      await restrict(parent, ['both', 'named'])
      await trashTree(outer)
      await purge(parent)
      await purge(outer)
      await restore(child)
      await restore(below)
      expect(await parentOf(below)).toBe(child)
      expect([await readers(child), await readers(below)]).toEqual([['both'], ['both']])
      expect(await findings()).toEqual([])
    })

    it('a child with a restriction that shares nobody with the one above: administrators alone get in', async () => {
      const parent = await create('For one')
      const child = await create('For another', parent)
      await restrict(parent, ['named'])
      await restrict(child, ['other'])
      await trashTree(parent)
      await purge(parent)
      await restore(child)
      expect(await readers(child)).toEqual([])
      expect(
        (await wiki().admin.get(`/rest/api/content/${child}/restriction/byOperation/read`)).json.restrictions.user
          .results,
      ).toEqual([])
      await restrict(child, ['other'])
      expect(await readers(child)).toEqual(['other'])
    })

    it('a child whose parent goes as the trash is emptied in between', async () => {
      const parent = await create('Emptied')
      const child = await create('Not in the trash by then', parent)
      await restrict(parent, ['named'])
      await trashTree(parent)
      await restore(child)
      await ok(wiki().admin.delete('/rest/api/space/SHUT/trash'))
      await wiki().app.jobs.idle()
      expect((await wiki().admin.get(`/rest/api/content/${parent}?status=trashed`)).status).toBe(404)
      expect(await readers(child)).toEqual(['named'])
    })

    it('a comment on a file of a page in the trash, which goes with the page', async () => {
      const page = await create('With a file')
      const form = new FormData()
      form.append('file', new Blob(['words']), 'notes.txt')
      const file = await ok(
        wiki().admin.send('POST', `/rest/api/content/${page}/child/attachment`, form, {
          'x-atlassian-token': 'no-check',
        }),
      )
      const attachmentId = Number(String(file.results[0].id).replace('att', ''))
      const { app } = wiki()
      const attachment = await requireContent(app.systemContext(), attachmentId)
      const comment = await app.database.transaction(tx =>
        insertContent(tx, {
          type: 'comment',
          status: 'current',
          spaceId: attachment.space_id,
          parentId: null,
          containerId: attachmentId,
          title: 'Re: notes.txt',
          position: '',
          guardId: null,
          postingDay: null,
          authorId: people.other.id,
          storage: '<p>secret</p>',
          message: '',
        }),
      )
      const read = async () => (await people.other.client.get(`/rest/api/content/${comment.id}`)).status
      const listed = async () =>
        (await people.other.client.get(`/rest/api/content/search?cql=${encodeURIComponent(`id = ${comment.id}`)}`)).json
          .results.length as number
      expect([await read(), await listed()]).toEqual([200, 1])
      await trash(page)
      expect([await read(), await listed()]).toEqual([404, 0])
      await purge(page)
      expect(
        await app.database.read
          .selectFrom('content')
          .select('id')
          .where('id', 'in', [comment.id, attachmentId])
          .execute(),
      ).toEqual([])
    })

    it.each([
      ['comment', (form: FormData) => form.append('comment', `a${NUL}b`)],
      ['minorEdit', (form: FormData) => form.append('minorEdit', `true${NUL}`)],
      ['anything else', (form: FormData) => form.append('anything', `${NUL}`)],
      ['the name of the file', (form: FormData) => form.append('file', new Blob(['x']), `a${NUL}b.txt`)],
    ])('nothing is stored of a form with a null character in %s', async (where, add) => {
      const page = await create(`Null characters in ${where}`)
      const form = new FormData()
      add(form)
      form.append('file', new Blob(['words']), 'notes.txt')
      const reply = await wiki().admin.send('POST', `/rest/api/content/${page}/child/attachment`, form, {
        'x-atlassian-token': 'no-check',
      })
      expect(reply.status, reply.text).toBe(400)
      expect((await wiki().admin.get(`/rest/api/content/${page}/child/attachment`)).json.size).toBe(0)
    })

    it('keeps a restriction that came while the page was being deleted', async () => {
      const page = await create('Deleted while it is closed')
      const below = await create('Below what is closed', page)
      const before = await requireContent(wiki().app.systemContext(), Number(page))
      await restrict(page, ['named'])
      await trashContent(wiki().app.systemContext(), before)
      expect(await readers(below)).toEqual(['named'])
      await expect(trashContent(wiki().app.systemContext(), before)).rejects.toThrow('No content found')
    })
  },
)
