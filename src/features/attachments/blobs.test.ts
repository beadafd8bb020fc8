import { readdir, utimes } from 'node:fs/promises'
import { request } from 'node:http'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import sharp from 'sharp'
import { beforeAll, expect, it } from 'vitest'
import { onEachEngine } from '#platform/server/testing/harness.ts'
import { contentById } from '#features/content-core/server/read.ts'
import { contentWriters } from '#features/content-core/server/write.ts'
import { features } from '../../server.ts'
import { attachmentChecks } from './server/doctor.ts'
import { collectBlobs, DOOM_MS } from './server/collect-blobs.ts'
import { attach, childPath, makePage, makeSpace, multipart, part, sendForm } from './testing/forms.ts'

onEachEngine(
  'stored bytes',
  () => features,
  wiki => {
    beforeAll(() => makeSpace(wiki()))

    /** Makes every blob look as if it had been written long ago. */
    async function age(): Promise<void> {
      const root = join(wiki().config.home, 'blobs')
      for (const entry of await readdir(root, { recursive: true, withFileTypes: true })) {
        if (entry.isFile()) await utimes(join(entry.parentPath, entry.name), 0, 0)
      }
    }
    const shaOf = async (id: string, version = 1) =>
      (
        await wiki()
          .app.database.read.selectFrom('attachment_version')
          .select('sha256')
          .where('content_id', '=', Number(id.slice(3)))
          .where('number', '=', version)
          .executeTakeFirstOrThrow()
      ).sha256
    const now = Date.now()
    const LATER = now + DOOM_MS + 1

    it('keeps equal bytes once, and clears away what no version names, after a day and in two steps', async () => {
      const { app, admin } = wiki()
      const page = await makePage(wiki(), 'Collected')
      const [one, two] = [
        await attach(admin, page, 'one.txt', 'same bytes'),
        await attach(admin, page, 'two.txt', 'same bytes'),
      ]
      const shared = await shaOf(one.id)
      expect(await shaOf(two.id)).toBe(shared)
      await sendForm(admin, `${childPath(page)}/${one.id}/data`, [part('file', 'newer')])
      const { sha256: orphan } = await app.blobs.put(Readable.from(['orphan']), { maxSize: 100 })
      // Young blobs may belong to an upload whose rows are still to come.
      expect(await collectBlobs(app)).toEqual({ doomed: 0, removed: 0 })
      await age()
      expect(await collectBlobs(app, now)).toEqual({ doomed: 1, removed: 0 })
      expect(await collectBlobs(app, now + DOOM_MS - 1)).toEqual({ doomed: 0, removed: 0 })
      expect(await app.blobs.has(orphan)).toBe(true)
      expect(await collectBlobs(app, LATER)).toEqual({ doomed: 0, removed: 1 })
      expect(await app.blobs.has(orphan)).toBe(false)
      expect(await app.blobs.has(shared)).toBe(true)
      // The old version of one file and the other file still name them; with both gone, nothing does.
      await admin.delete(`${childPath(page)}/${one.id}/version/1`)
      await admin.delete(`/rest/api/content/${two.id}`)
      await collectBlobs(app, LATER)
      await collectBlobs(app, LATER + DOOM_MS)
      expect(await app.blobs.has(shared)).toBe(true)
      await admin.delete(`/rest/api/content/${two.id}?status=trashed`)
      await collectBlobs(app, LATER)
      await collectBlobs(app, LATER + DOOM_MS)
      expect(await app.blobs.has(shared)).toBe(false)
      expect((await admin.get(`/download/attachments/${page}/one.txt`)).text).toBe('newer')
    })

    it('leaves nothing of an upload whose client goes away', async () => {
      const page = await makePage(wiki(), 'Broken off')
      const temporary = () => readdir(join(wiki().config.home, 'blobs', 'tmp'))
      const { body, headers } = multipart([part('file', 'x'.repeat(1_000_000), 'half.txt')])
      const sent = request(wiki().url + childPath(page), {
        method: 'POST',
        headers: { ...wiki().admin.headers, ...headers, 'content-length': body.length },
      })
      sent.on('error', () => {})
      sent.write(body.subarray(0, 500_000))
      await expect.poll(temporary).toHaveLength(1)
      sent.destroy()
      await expect.poll(temporary).toEqual([])
      expect((await wiki().admin.get(childPath(page))).json).toMatchObject({ size: 0 })
      expect(
        await wiki().app.database.read.selectFrom('content').select('id').where('title', '=', 'half.txt').execute(),
      ).toEqual([])
    })

    it('leaves pictures of users and logos of spaces alone until they are replaced', async () => {
      const { app, admin } = wiki()
      const picture = async (background: string) =>
        sharp({ create: { width: 9, height: 9, channels: 3, background } })
          .png()
          .toBuffer()
      const change = async (colour: string) => {
        const bytes = await picture(colour)
        const logoDataURI = `data:image/png;base64,${bytes.toString('base64')}`
        expect((await admin.post('/rest/ia/1.0/space/setLogo', { spaceKey: 'FILES', logoDataURI })).status).toBe(200)
        const form = new FormData()
        form.append('file', new Blob([new Uint8Array(bytes)]), 'me.png')
        expect(
          (await admin.send('POST', '/rest/oxbow/1.0/profile/avatar', form, { 'x-atlassian-token': 'no-check' }))
            .status,
        ).toBe(200)
        const { logo_sha256: logo } = await app.database.read
          .selectFrom('space')
          .select('logo_sha256')
          .where('key', '=', 'FILES')
          .executeTakeFirstOrThrow()
        const avatar = await app.database.read
          .selectFrom('account')
          .select(['avatar_sha256', 'avatar_small_sha256'])
          .where('avatar_sha256', 'is not', null)
          .executeTakeFirstOrThrow()
        return [logo, avatar.avatar_sha256, avatar.avatar_small_sha256].map(String)
      }
      const there = (blobs: string[]) => Promise.all(blobs.map(blob => app.blobs.has(blob)))
      const first = await change('#a11')
      await age()
      await collectBlobs(app, LATER)
      await collectBlobs(app, LATER + DOOM_MS)
      expect(await there(first)).toEqual([true, true, true])
      // Marked by the collector while they are being written: the claim removes the mark.
      const second = await change('#1a1')
      await age()
      await collectBlobs(app, LATER)
      expect(await change('#a11')).toEqual(first)
      await collectBlobs(app, LATER + DOOM_MS)
      expect(await there(first)).toEqual([true, true, true])
      await collectBlobs(app, LATER + 2 * DOOM_MS)
      expect(await there(second)).toEqual([false, false, false])
    })

    it('keeps bytes that are uploaded again after they were marked', async () => {
      const { app, admin } = wiki()
      const page = await makePage(wiki(), 'Rescued')
      await app.blobs.put(Readable.from(['rescued']), { maxSize: 100 })
      await age()
      expect((await collectBlobs(app, now)).doomed).toBe(1)
      const made = await attach(admin, page, 'rescued.txt', 'rescued')
      await age()
      expect(await collectBlobs(app, LATER)).toEqual({ doomed: 0, removed: 0 })
      expect((await admin.get(`/download/attachments/${page}/${made.title}`)).text).toBe('rescued')
    })

    it('lets the thumbnails go with the picture, and not before', async () => {
      const { app, admin } = wiki()
      const page = await makePage(wiki(), 'Thumbnails')
      const picture = await sharp({ create: { width: 400, height: 400, channels: 3, background: 'teal' } })
        .png()
        .toBuffer()
      const made = await attach(admin, page, 'p.png', picture, 'image/png')
      expect((await admin.get(`/download/thumbnails/${page}/p.png`)).status).toBe(200)
      const kept = await app.database.read.selectFrom('attachment_thumbnail').selectAll().executeTakeFirstOrThrow()
      await age()
      expect(await collectBlobs(app, now)).toEqual({ doomed: 0, removed: 0 })
      await admin.delete(`/rest/api/content/${made.id}`)
      await admin.delete(`/rest/api/content/${made.id}?status=trashed`)
      expect(await collectBlobs(app, now)).toEqual({ doomed: 1, removed: 0 })
      expect(await collectBlobs(app, LATER)).toEqual({ doomed: 1, removed: 1 })
      expect(await collectBlobs(app, LATER + DOOM_MS)).toEqual({ doomed: 0, removed: 1 })
      expect(await app.blobs.has(kept.sha256)).toBe(false)
    })

    it('names the same bytes when a page is copied, and only where attachments are wanted', async () => {
      const { app, admin } = wiki()
      const [from, to, bare] = [
        await makePage(wiki(), 'Original'),
        await makePage(wiki(), 'Copy'),
        await makePage(wiki(), 'Bare copy'),
      ]
      const made = await attach(admin, from, 'c.txt', 'v1')
      await sendForm(admin, childPath(from), [part('file', 'v2', 'c.txt'), part('comment', 'second')], 'PUT')
      const copy = (target: string, attachments: boolean) =>
        app.database.transaction(async tx => {
          const [source, copied] = [await contentById(tx.db, Number(from)), await contentById(tx.db, Number(target))]
          if (!source || !copied) throw new Error('the pages are missing')
          for (const writer of app.extensions.all(contentWriters)) {
            await writer.copied?.(tx, app.systemContext(), source, copied, {
              attachments,
              labels: false,
              properties: false,
              restrictions: false,
            })
          }
        })
      await copy(to, true)
      await copy(bare, false)
      const list = await admin.get(`${childPath(to)}?expand=version`)
      expect(list.json.results).toMatchObject([
        { title: 'c.txt', version: { number: 1 }, metadata: { comment: 'second' } },
      ])
      expect(await shaOf(list.json.results[0].id)).toBe(await shaOf(made.id, 2))
      expect((await admin.get(childPath(bare))).json.size).toBe(0)
    })

    it('is examined by the doctor', async () => {
      const { app, admin } = wiki()
      const findings = async () => {
        const messages: string[] = []
        for (const check of attachmentChecks) for await (const { message } of check.run(app)) messages.push(message)
        return messages
      }
      expect(await findings()).toEqual([])
      const page = await makePage(wiki(), 'Examined')
      const [one, two] = [await attach(admin, page, '1.txt', '1'), await attach(admin, page, '2.txt', '2')]
      const numberOf = (made: { id: string }) => Number(made.id.slice(3))
      await app.database.transaction(async tx => {
        await tx.db
          .updateTable('attachment')
          .set({ sha256: '0'.repeat(64) })
          .where('content_id', '=', numberOf(one))
          .execute()
        await tx.db
          .updateTable('content')
          .set({ guard_id: numberOf(one) })
          .where('id', '=', numberOf(two))
          .execute()
      })
      expect(await findings()).toEqual([
        expect.stringContaining(one.id),
        expect.stringContaining(`${two.id} is not guarded`),
      ])
    })
  },
)
