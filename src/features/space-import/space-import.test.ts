import { existsSync, readFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { zipSync, strToU8 } from 'fflate'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { z } from 'zod'
import type { ErrorValues } from '#platform/error-text.ts'
import { doctor } from '#platform/server/doctor.ts'
import { onEachEngine, type HttpClient } from '#platform/server/testing/harness.ts'
import { contextOfAccount, requireAccount } from '#features/accounts/server/index.ts'
import { tinyId } from '#features/content-core/server/read.ts'
import { person } from '#features/spaces/testing/people.ts'
import { shareOf } from '../../../test/lanes.ts'
import { features } from '../../server.ts'
import type { ImportOptions, ImportResult } from './server/index.ts'
import { insertRun } from './server/run-store.ts'
import { IMPORT_JOB } from './server/upload.ts'
import {
  archivedNamesake,
  entities,
  EXPORT,
  objectsOf,
  PICTURE,
  sameText,
  UNPUBLISHED,
  unpublished,
  withFiles,
} from './testing/export.ts'
import { arrivedIn, CORPUS_EXPORTS, corpusPath, foreseen, importsInto, keysFor, sameTexts } from './testing/imports.ts'

onEachEngine(
  'the import of spaces',
  () => features,
  wiki => {
    const { fileNamed, get, imported, previewed, textsIn, zipped } = importsInto(wiki)

    describe('of an export with everything in it', () => {
      let result: ImportResult
      beforeAll(async () => {
        result = await imported(await zipped(EXPORT))
      })

      it('counts what it brought in', () => {
        expect(arrivedIn(result.report)).toEqual({
          Pages: 7,
          'Blog posts': 1,
          Versions: 10,
          Drafts: 0,
          Comments: 4,
          'Inline comments': 1,
          Files: 1,
          'File versions': 2,
          Labels: 1,
          Likes: 1,
          Watches: 2,
          'Saved for later': 1,
          Restrictions: 1,
          Permissions: 3,
          Properties: 1,
          Templates: 1,
        })
      })

      it('has the space with its name, description, home page and those who may see it', async () => {
        const space = await get('/rest/api/space/OLD?expand=description.plain,homepage')
        expect(space).toMatchObject({
          key: 'OLD',
          name: 'Old & gold',
          description: { plain: { value: 'What was before' } },
          homepage: { id: '900001', title: 'Home' },
        })
        const stranger = (await person(wiki(), 'stranger')).client
        expect((await stranger.get('/rest/api/space/OLD')).status).toBe(404)
        const cook = await contextOfAccount(wiki().app, await requireAccount(wiki().app, { username: 'cook' }))
        expect(cook.viewer.mayUse).toBe(false)
      })

      it('has pages in their tree, under the ids that their links name', async () => {
        const tree = await get('/rest/api/content/900001/child/page?limit=10')
        // Those that were put in an order come first, then the others by their titles.
        expect(tree.results.map(({ title }: { title: string }) => title)).toEqual(['Zucchini', 'Page 2', 'Page 10'])
        const page = await get(
          '/rest/api/content/900002?expand=ancestors,space,history.lastUpdated,version,body.storage',
        )
        expect(page).toMatchObject({
          title: 'Zucchini',
          space: { key: 'OLD' },
          ancestors: [{ id: '900001' }],
          version: { number: 5, message: 'ripe', by: { username: 'cook' } },
          history: { createdBy: { username: 'admin' }, createdDate: '2016-05-10T15:04:43.120+00:00' },
        })
        const orphan = await get('/rest/api/content/900008?expand=ancestors,history')
        expect(orphan.ancestors).toEqual([])
        expect(orphan.history.createdBy.username).toMatch(/^a-b-[\da-f]{12}$/)
        // A version that has the number of another gets the next one.
        const versions = await get('/rest/api/content/900002/version')
        expect(versions.results.map(({ number }: { number: number }) => number)).toEqual([5, 4, 3])
        const first = await get('/rest/api/content/900002?status=historical&version=3&expand=body.storage')
        expect(first.body.storage.value).toContain('green')
      })

      it('has texts that mean the same here', async () => {
        const { body } = await get('/rest/api/content/900002?expand=body.storage,body.view')
        const cook = await requireAccount(wiki().app, { username: 'cook' })
        // Users named in the export by a user name, an own key, or a key that belongs to another user here.
        expect(body.storage.value).toContain(`ri:userkey="${cook.user_key}"`)
        expect(body.view.value).toContain('Cook the Third')
        expect(body.view.value).toContain('href="/display/OLD/Page+2"')
        expect(body.storage.value).toContain('<![CDATA[a ]]]]><![CDATA[> b]]>')
        // Wiki markup of old times.
        const old = await get('/rest/api/content/900003?expand=body.storage')
        expect(old.body.storage.value).toContain('<h1>Old</h1>')
        // A text that cannot be read is there, letter by letter.
        const broken = await get('/rest/api/content/900004?expand=body.storage')
        expect(broken.body.storage.value).toContain('<![CDATA[<p>never closed]]>')
        expect(result.report.remarks.map(({ key }) => key)).toContain(
          'The text of "{{where}}" cannot be read and is shown as it is: {{reason}}',
        )
      })

      it('has comments with their answers, and those on marked text', async () => {
        const all = await get(
          '/rest/api/content/900002/child/comment?depth=all&expand=body.storage,ancestors,extensions.inlineProperties,extensions.resolution',
        )
        const texts = all.results.map((comment: never) => {
          const { body, ancestors } = comment as { body: { storage: { value: string } }; ancestors: unknown[] }
          return [body.storage.value, ancestors.length]
        })
        expect(texts).toEqual([
          ['<p>Tasty</p>', 0],
          ['<p>Very</p>', 1],
          ['<p>Which green?</p>', 0],
        ])
        expect(all.results[2].extensions).toMatchObject({
          location: 'resolved',
          inlineProperties: { markerRef: 'mark-1', originalSelection: 'green' },
          resolution: { status: 'resolved' },
        })
      })

      it('has files with their versions and bytes', async () => {
        const files = await get('/rest/api/content/900002/child/attachment?expand=version,metadata')
        expect(files.results).toMatchObject([
          {
            id: 'att900010',
            title: 'shape.png',
            version: { number: 2 },
            metadata: { comment: 'second', mediaType: 'image/png' },
          },
        ])
        for (const [version, bytes] of [
          [1, 'first'],
          [2, PICTURE],
        ] as const) {
          const file = await wiki().admin.get(`/download/attachments/900002/shape.png?version=${version}`)
          expect(file.text).toBe(typeof bytes === 'string' ? bytes : Buffer.from(bytes).toString())
        }
      })

      it('has labels, likes, watches, saved pages, properties and tasks', async () => {
        const page = await get('/rest/api/content/900002?expand=metadata.labels,metadata.properties.colour')
        expect(page.metadata.labels.results.map(({ name }: { name: string }) => name)).toEqual(['vegetable'])
        expect(page.metadata.properties.colour.value).toEqual({ hue: 120 })
        expect(
          (await get('/rest/likes/1.0/content/900002/likes')).likes.map(
            ({ user }: { user: { name: string } }) => user.name,
          ),
        ).toEqual(['cook'])
        const { read } = wiki().app.database
        const cook = await requireAccount(wiki().app, { username: 'cook' })
        for (const table of ['content_watch', 'content_favourite'] as const)
          expect(await read.selectFrom(table).select('content_id').where('account_id', '=', cook.id).execute()).toEqual(
            [{ content_id: 900_002 }],
          )
        const watches = await read.selectFrom('space_watch').select('scope').where('account_id', '=', cook.id).execute()
        expect(watches).toEqual([{ scope: 'blogpost' }])
        const tasks = await read.selectFrom('inline_task').selectAll().where('content_id', '=', 900_002).execute()
        expect(tasks).toMatchObject([{ description: 'Water it', assignee_id: cook.id, creator_id: expect.any(Number) }])
        // Events of years ago notify no user.
        await wiki().app.jobs.idle()
        expect(await read.selectFrom('notification').selectAll().execute()).toEqual([])
      })

      it('restricts what was restricted, and what is below it', async () => {
        const gardener = (await person(wiki(), 'gardener', ['gardeners'])).client
        const visitor = (await person(wiki(), 'visitor', ['visitors'])).client
        const statuses = (client: HttpClient) =>
          Promise.all([900_002, 900_003, 900_004].map(async id => (await client.get(`/rest/api/content/${id}`)).status))
        expect(await statuses(gardener)).toEqual([200, 200, 200])
        expect(await statuses(visitor)).toEqual([200, 404, 404])
      })

      it('has posts on their days, templates, what was in the trash, and the next ids behind the highest', async () => {
        expect(await get('/rest/api/content/900020?expand=body.storage')).toMatchObject({
          type: 'blogpost',
          title: 'News',
        })
        expect((await wiki().admin.get('/display/OLD/2016/05/10/News')).status).toBe(200)
        expect((await get('/rest/api/template/page?spaceKey=OLD')).results).toMatchObject([{ name: 'Recipe' }])
        const trashed = await get('/rest/api/content?spaceKey=OLD&status=trashed')
        expect(trashed.results.map(({ title }: { title: string }) => title)).toEqual(['Rotten'])
        const made = await wiki().admin.post('/rest/api/content', { type: 'page', title: 'New', space: { key: 'OLD' } })
        expect(Number(made.json.id)).toBeGreaterThan(900_020)
      })

      it('is refused again as long as the space is there, and goes under another key with new ids', async () => {
        const path = await zipped(EXPORT)
        await expect(imported(path)).rejects.toThrow('The space OLD was already imported whole from this file')
        await expect(imported(path, { key: 'B-AD' })).rejects.toThrow('Invalid space key')
        await expect(imported(path, { keys: new Map([['NONE', 'X']]) })).rejects.toThrow('no space with key NONE')
        await expect(imported(path, { key: 'NEW', timeZone: 'Berlin' })).rejects.toThrow('no name of a time zone')
        await imported(path, { key: 'NEW' })
        const page = await get('/rest/api/content?spaceKey=NEW&title=Zucchini&expand=body.storage')
        expect(page.results).toHaveLength(1)
        expect(page.results[0].id).not.toBe('900002')
        expect(page.results[0].body.storage.value).toContain('ri:space-key="NEW"')
      })
    })

    describe('of an export with drafts of edits among the former versions', () => {
      const FROM = 930_000
      let result: ImportResult
      const versionsOf = (id: number) =>
        wiki()
          .app.database.read.selectFrom('content_version')
          .selectAll()
          .where('content_id', '=', id)
          .orderBy('number')
          .execute()
      const suspects = async (): Promise<string[]> => {
        const { checks } = await doctor(wiki().app)
        const check = checks.find(({ name }) => name === 'Histories of imported pages hold what was published')
        return check?.findings.map(({ message }) => message) ?? ['no such check']
      }
      beforeAll(async () => {
        result = await imported(await zipped({ 'entities.xml': unpublished('DRAFTS', FROM) }))
      })

      it('brings in published versions only', async () => {
        const texts = await Promise.all(
          [1, 2, 3, 4].map(async number => (await versionsOf(FROM + number)).map(each => [each.number, each.storage])),
        )
        expect(texts).toEqual([
          [[1, '<p>only</p>']],
          [
            [1, '<p>first</p>'],
            [2, '<p>second</p>'],
            [3, '<p>third</p>'],
          ],
          [[1, '<p>post</p>']],
          [[1, '<p>comment</p>']],
        ])
        const { counts } = result.report
        expect([counts.get('Versions')?.arrived, counts.get('Drafts')?.skipped]).toEqual([5, 4])
        expect(result.report.remarks).toContainEqual({
          key: 'A deleted version of "{{where}}" was left out',
          values: { where: 'Thrice' },
        })
      })

      it('leaves the doctor nothing to find, who finds the drafts of an earlier import', async () => {
        expect(await suspects()).toEqual([])
        // Imports of earlier versions stored drafts under the numbers that were free.
        const { database } = wiki().app
        const drafted = [FROM + 1, FROM + 2, FROM + 3, FROM + 4]
        await database.transaction(async ({ db }) => {
          for (const id of drafted) {
            const [first, ...later] = await versionsOf(id)
            if (!first) throw new Error('no version')
            const latest = later.at(-1) ?? first
            await db
              .insertInto('content_version')
              .values({ ...first, number: first.number - 1, at: latest.at, storage: `<p>${UNPUBLISHED}</p>` })
              .execute()
          }
        })
        // Imports of this version leave drafts out, so their histories are not suspected.
        expect(await suspects()).toEqual([])
        await database.transaction(({ db }) =>
          db.updateTable('space_import').set({ drafts_left_out: 0 }).where('source_key', '=', 'DRAFTS').execute(),
        )
        const found = await suspects()
        expect(found).toHaveLength(drafted.length)
        for (const [index, id] of drafted.entries())
          expect(found[index]).toContain(`Version 0 of the ${['page', 'page', 'blogpost', 'comment'][index]} ${id} `)
      })
    })

    const idsIn = async (key: string): Promise<{ page: number; comment: number }> => {
      const rows = await wiki()
        .app.database.read.selectFrom('content')
        .innerJoin('space', 'space.id', 'content.space_id')
        .select(['content.id', 'content.title'])
        .where('space.key', '=', key)
        .execute()
      const idOf = (title: string) => rows.find(row => row.title === title)?.id ?? 0
      return { page: idOf('Later'), comment: idOf('Re: Later') }
    }

    describe('of an export whose ids are taken', () => {
      const SOURCE = 'https://old.example/wiki'
      /** A text that names a page and a comment in every way that has an id. */
      const naming = ({ page, comment }: { page: number; comment: number }, [source, path]: [string, string]) =>
        `<p><ac:link><ri:content-entity ri:content-id="${page}" /></ac:link></p>` +
        `<p><ac:image><ri:attachment ri:filename="a.png"><ri:content-entity ri:content-id="${page}" /></ri:attachment></ac:image></p>` +
        `<p><a href="${source}/pages/viewpage.action?pageId=${page}&amp;focusedCommentId=${comment}#comment-${comment}">a</a></p>` +
        `<p><a href="${path}/pages/viewpage.action?pageId=${page}">b</a><a href="${path}/x/${tinyId(page)}">c</a></p>` +
        `<p><a href="${source || wiki().app.baseUrl}/x/${tinyId(page)}">d</a></p>` +
        `<ac:image><ri:url ri:value="${source}/download/attachments/${page}/a.png" /></ac:image>`
      const isOfLinks = (text: string) => text.startsWith('"{{where}}" ')
      const idsOf = (values: ErrorValues | undefined) => z.string().parse(values?.['list'])
      const taken = (from: number) => ({ page: from + 2, comment: from + 5 })
      const OTHERS =
        '<p><ac:link><ri:content-entity ri:content-id="77" /></ac:link>' +
        '<a href="https://other.example/pages/viewpage.action?pageId=980002">e</a>' +
        '<a href="/pages/viewpage.action?pageId=9800021">f</a></p>'

      it('keeps ids that are free, and has texts of all kinds follow those that are not', async () => {
        const from = 980_000
        const text = naming(taken(from), [SOURCE, '/wiki']) + OTHERS
        const path = await zipped({ 'entities.xml': sameText('KEPT', from, text) })
        const here: [string, string] = [wiki().app.baseUrl, '']
        const first = await imported(path, { baseUrl: `${SOURCE}/` })
        // The export lacks the page 77 and the picture.
        expect(first.report.remarks.filter(({ key }) => !isOfLinks(key))).toEqual([])
        expect(await textsIn('KEPT')).toEqual(sameTexts(naming(taken(from), here) + OTHERS))
        const { report } = await imported(path, { baseUrl: SOURCE, key: 'MOVED' })
        const ids = await idsIn('MOVED')
        expect(ids.page).toBeGreaterThan(from + 5)
        expect(await textsIn('MOVED')).toEqual(sameTexts(naming(ids, here) + OTHERS))
        const named = report.remarks
          .filter(({ key }) => !isOfLinks(key))
          .map(({ key, values }) => [key, idsOf(values).split(', ').toSorted()])
        expect(Object.fromEntries(named)).toEqual({
          'Ids of pages that were taken here, with the new ones: {{list}}': [
            expect.stringMatching(/^980001 → \d+$/),
            `980002 → ${ids.page}`,
          ],
          'Ids of blog posts that were taken here, with the new ones: {{list}}': [
            expect.stringMatching(/^980003 → \d+$/),
          ],
          'Ids of comments that were taken here, with the new ones: {{list}}': [
            expect.stringMatching(/^980004 → \d+$/),
            `980005 → ${ids.comment}`,
          ],
        })
      })

      it('decides once on the ids, also if it is interrupted and other contents are created meanwhile', async () => {
        const from = 982_000
        const path = await zipped({ 'entities.xml': sameText('ONCE', from, naming(taken(from), ['', ''])) })
        await imported(path)
        const stop = new AbortController()
        const interrupted = imported(path, {
          key: 'AGAIN',
          signal: stop.signal,
          async progress(done) {
            if (done === 1) stop.abort(new Error('stopped'))
          },
        })
        await expect(interrupted).rejects.toThrow('stopped')
        for (const title of ['One', 'Two', 'Three'])
          await wiki().admin.post('/rest/api/content', { type: 'page', title, space: { key: 'ONCE' } })
        const { report } = await imported(path, { key: 'AGAIN' })
        const ids = await idsIn('AGAIN')
        expect(ids.page).not.toBe(from + 2)
        expect(await textsIn('AGAIN')).toEqual(sameTexts(naming(ids, ['', ''])))
        // The report of the run that ends an import names the contents of the runs before it, too.
        const named = report.remarks.filter(({ key }) => !isOfLinks(key))
        expect(named.map(({ values }) => idsOf(values)).join(', ')).toContain('982001 → ')
      })

      it('does not give ids to two imports that run at the same time', async () => {
        const from = 984_000
        const keys = ['SIDE', 'BESIDE']
        await Promise.all(
          keys.map(async key =>
            imported(await zipped({ 'entities.xml': sameText(key, from, naming(taken(from), ['', ''])) })),
          ),
        )
        const both = await Promise.all(keys.map(idsIn))
        expect(both.map(({ page }) => page)).toContain(from + 2)
        expect(new Set(both.map(({ page }) => page)).size).toBe(2)
        for (const [index, key] of keys.entries())
          expect(await textsIn(key)).toEqual(sameTexts(naming(both[index] ?? taken(0), ['', ''])))
      })
    })

    describe('of spaces that get other keys', () => {
      /** A text that names spaces in every way. */
      const naming = (one: string, other: string, path: string) =>
        `<p><ac:link><ri:page ri:space-key="${one}" ri:content-title="Later" /></ac:link>` +
        `<ac:link><ri:space ri:space-key="${other}" /></ac:link></p>` +
        `<p><ac:image><ri:attachment ri:filename="a.png"><ri:page ri:space-key="${one}" ri:content-title="Later" /></ri:attachment></ac:image></p>` +
        `<p><a href="${path}/display/${one}/Later">a</a><a href="/spaces/${other}/overview">b</a></p>` +
        macro('contentbylabel', 'cql', `space = ${one} and space in (&quot;${other}&quot;, OTHER)`) +
        macro('blog-posts', 'spaces', `${one},${other},OTHER`) +
        macro('livesearch', 'spaceKey', one) +
        macro('not-here', 'space', other) +
        macro('gallery', 'page', `${one}:Later`) +
        macro('include', '', `${other}:Later`)
      const macro = (name: string, parameter: string, value: string) =>
        `<ac:structured-macro ac:name="${name}" ac:schema-version="1" ac:macro-id="5b1c7a52-0000-4000-8000-000000000001"><ac:parameter ac:name="${parameter}">${value}</ac:parameter></ac:structured-macro>`

      it('names the new keys in links, addresses and macros of texts of all kinds', async () => {
        const source = 'https://old.example'
        const path = await zipped({ 'entities.xml': sameText('KEYED', 986_000, naming('KEYED', 'keyed', source)) })
        const expected = naming('RENAMED', 'RENAMED', wiki().app.baseUrl)
        await imported(path, { key: 'RENAMED', baseUrl: source })
        expect(await textsIn('RENAMED')).toEqual(sameTexts(expected))
      })

      it('names them also if two spaces swap their keys', async () => {
        const text = naming('ONE', 'TWO', '')
        const objects = objectsOf([sameText('ONE', 988_000, text), sameText('TWO', 989_000, text)])
        const path = await zipped({ 'entities.xml': objects })
        const keys = new Map([
          ['ONE', 'TWO'],
          ['TWO', 'ONE'],
        ])
        await imported(path, { keys })
        const expected = sameTexts(naming('TWO', 'ONE', ''))
        expect([await textsIn('ONE'), await textsIn('TWO')]).toEqual([expected, expected])
      })
    })

    it('goes on where it was interrupted', async () => {
      const path = await zipped({ 'entities.xml': entities('HALF', 910_000) })
      const stop = new AbortController()
      const timers = vi.spyOn(globalThis, 'setInterval')
      const { database } = wiki().app
      const isSilent = async () =>
        (await database.read.selectFrom('space_import_run').select('seen_at').orderBy('id', 'desc').executeTakeFirst())
          ?.seen_at === null
      const interrupted = imported(path, {
        signal: stop.signal,
        async progress(done) {
          if (done !== 2) return
          // It is stopped while it says that it goes on, and slowly.
          const saying = Promise.withResolvers<void>()
          const write = database.transaction.bind(database)
          vi.spyOn(database, 'transaction').mockImplementationOnce(async (...args) => {
            saying.resolve()
            for (let looks = 0; looks < 300 && !(await isSilent()); looks++);
            return write(...args)
          })
          for (const [tick, milliseconds] of timers.mock.calls) if (milliseconds === 2000) tick()
          await saying.promise
          stop.abort(new Error('stopped'))
        },
      })
      await expect(interrupted).rejects.toThrow('stopped')
      vi.restoreAllMocks()
      // Only administrators see half a space.
      const someone = (await person(wiki(), 'someone')).client
      expect((await someone.get('/rest/api/space/HALF')).status).toBe(404)
      const { report, spaces } = await imported(path)
      // The report has what both runs brought in.
      expect(report.counts.get('Pages')).toMatchObject({ source: 4, arrived: 4 })
      expect(spaces[0]?.home_page_id).toBe(910_001)
      const pages = await get('/rest/api/content?spaceKey=HALF&limit=50')
      expect(pages.results).toHaveLength(4)
    })

    it('goes on with the same export to the same key only', async () => {
      const path = await zipped({ 'entities.xml': entities('PART', 940_000) })
      const stop = new AbortController()
      const stopping: Partial<ImportOptions> = {
        signal: stop.signal,
        async progress(done) {
          if (done === 2) stop.abort(new Error('stopped'))
        },
      }
      await expect(imported(path, stopping)).rejects.toThrow('stopped')
      const titlesIn = async (key: string) => (await get(`/rest/api/content?spaceKey=${key}&limit=50`)).results.length
      const other = await imported(path, { key: 'WHOLE' })
      expect(other.spaces).toMatchObject([{ key: 'WHOLE' }])
      expect([await titlesIn('WHOLE'), await titlesIn('PART')]).toEqual([4, 2])
      // The same pages with files are another export.
      const changed = await zipped({ 'entities.xml': entities('PART', 940_000), 'attachments/940001/1/1': 'more' })
      await expect(imported(changed)).rejects.toThrow('A space already exists with key PART')
      const { report } = await imported(path)
      expect(report.counts.get('Pages')?.arrived).toBe(4)
      expect(await titlesIn('PART')).toBe(4)
    })

    it('gives files of one name on a page names of their own, and says so', async () => {
      const names = ['twin.txt', 'twin.txt', 'twin (2).txt', 'twin.txt', 'Twin.txt', 'alone']
      const { report } = await imported(await zipped(withFiles('TWINS', 950_000, names)))
      const files = await get('/rest/api/content/950001/child/attachment?limit=50')
      const stored = await Promise.all(
        (files.results as { title: string; _links: { download: string } }[]).map(async ({ title, _links }) => [
          title,
          (await wiki().admin.get(_links.download)).text,
        ]),
      )
      expect(Object.fromEntries(stored)).toEqual({
        'twin.txt': 'bytes 0',
        'twin (3).txt': 'bytes 1',
        'twin (2).txt': 'bytes 2',
        'twin (4).txt': 'bytes 3',
        'Twin.txt': 'bytes 4',
        alone: 'bytes 5',
      })
      expect(report.remarks.filter(({ key }) => key.includes('several files')).map(({ values }) => values)).toEqual([
        { where: 'TWINS 1', file: 'twin.txt', name: 'twin (3).txt' },
        { where: 'TWINS 1', file: 'twin.txt', name: 'twin (4).txt' },
      ])
    })

    it('fails with a reason when it was interrupted too often', async () => {
      const { app } = wiki()
      const id = await app.database.transaction(async tx => {
        const row = await insertRun(tx, {
          origin: 'upload',
          owner_id: null,
          file_name: 'killer.zip',
          file_size: 1,
          file_sha256: '0'.repeat(64),
          options: {},
          state: 'PROCESSING',
        })
        await tx.db
          .insertInto('job')
          .values({
            id: 'interrupted-import',
            kind: IMPORT_JOB,
            title: 'Import',
            owner_id: null,
            state: 'running',
            input: JSON.stringify({ id: row.id }),
            progress: 0,
            messages: '[]',
            attempt: 3,
            run_after: 0,
            lease_owner: 'other-host/1/x',
            lease_until: 0,
            created_at: 0,
            started_at: 0,
            finished_at: null,
          })
          .execute()
        return String(row.id)
      })
      await app.jobs.idle()
      const { results } = await get('/rest/oxbow/1.0/space-imports')
      expect(results.find((one: { id: string }) => one.id === id)).toMatchObject({
        state: 'FAILED',
        errorMessage: expect.stringContaining('interrupted 3 times'),
        finishTime: expect.any(Number),
      })
    })

    it('leaves a title to the current page, also if an archived page of that title comes first', async () => {
      const from = 970_000
      const { report } = await imported(await zipped({ 'entities.xml': archivedNamesake('ARCH', from) }))
      const titleOf = async (id: number) => (await get(`/rest/api/content/${id}`)).title
      expect([await titleOf(from + 1), await titleOf(from + 2)]).toEqual(['Plan (2)', 'Plan'])
      expect(report.remarks).toContainEqual({
        key: 'The page "{{title}}" is called "{{name}}" here, since another page has its title',
        values: { title: 'Plan', name: 'Plan (2)' },
      })
      const found = await get('/rest/api/content?spaceKey=ARCH&title=Plan')
      expect(found.results.map(({ id }: { id: string }) => id)).toEqual([String(from + 2)])
    })

    it('refuses what is no export, and says what it lacks', async () => {
      const nothing = fileNamed('nothing.zip')
      await writeFile(nothing, 'PK and no more')
      await expect(imported(nothing)).rejects.toThrow('no zip archive')
      await expect(imported(await zipped({ 'a.txt': 'a' }))).rejects.toThrow('no export of a space')
      const xmls = [
        ['<hibernate-generic><object>', 'is cut off: its end is missing. Make the export again'],
        ['', 'is empty'],
        ['<hibernate-generic></object>', 'is not well-formed'],
      ] as const
      for (const [xml, problem] of xmls)
        await expect(imported(await zipped({ 'entities.xml': xml }))).rejects.toThrow(problem)
      await expect(
        imported(await zipped({ 'entities.xml': '<hibernate-generic></hibernate-generic>' })),
      ).rejects.toThrow('holds no space')
      const row = await zipped({ 'content.csv': `contentid,title\n1,"${'x'.repeat(17 * 1024 * 1024)}"\n` })
      await expect(imported(row)).rejects.toThrow('The table content.csv of the export cannot be read')
      const bomb = '<!DOCTYPE x [<!ENTITY a "aaaa">]><hibernate-generic>&a;</hibernate-generic>'
      await expect(imported(await zipped({ 'entities.xml': bomb }))).rejects.toThrow('not well-formed')
    })

    it('is uploaded by administrators alone, and told of', async () => {
      const path = '/rest/oxbow/1.0/space-imports?filename=export.zip'
      const bytes = zipSync({ 'entities.xml': strToU8(entities('WEB', 920_000)) })
      const send = (client: HttpClient, body: Uint8Array) =>
        client.send('POST', path, body, { 'content-type': 'application/octet-stream', 'x-atlassian-token': 'no-check' })
      const nobody = (await person(wiki(), 'nobody')).client
      expect((await send(nobody, bytes)).status).toBe(403)
      expect((await send(wiki().anonymous, bytes)).status).toBe(401)
      expect((await nobody.get('/rest/oxbow/1.0/space-imports')).status).toBe(403)
      expect((await send(wiki().admin, bytes)).status).toBe(202)
      expect((await send(wiki().admin, strToU8('no zip'))).status).toBe(202)
      await wiki().app.jobs.idle()
      const list = await get('/rest/oxbow/1.0/space-imports')
      expect(list.results.slice(0, 2)).toMatchObject([
        { state: 'FAILED', errorMessage: expect.stringContaining('no zip archive') },
        { state: 'FINISHED', owner: 'admin', percentageComplete: 100, spaces: [{ key: 'WEB' }], errorMessage: null },
      ])
      expect((await get('/rest/api/space/WEB')).key).toBe('WEB')
    })

    describe.skipIf(CORPUS_EXPORTS.length === 0)('of real exports', () => {
      const names = CORPUS_EXPORTS.filter(name => name !== 'cases/group')

      const keysIn = (name: string): string[] => {
        const file = join(corpusPath(name), 'entities.xml')
        const found = existsSync(file)
          ? readFileSync(file, 'utf8').matchAll(/<object class="Space"[^]*?name="key">(?:<!\[CDATA\[)?([^<\]]+)/g)
          : []
        return [...found].map(([, key = '']) => key)
      }

      it('brings in every page, which can be read', async () => {
        const { admin, app } = wiki()
        for (const [index, name] of shareOf(names, 4).entries()) {
          const keys = keysFor(index, keysIn(name))
          const preview = await previewed(corpusPath(name), { keys })
          const all = await imported(corpusPath(name), { keys })
          expect([name, foreseen(preview)]).toEqual([name, foreseen(all.report)])
          for (const { id } of all.spaces) {
            const pages = await app.database.read
              .selectFrom('content')
              .select('id')
              .where('space_id', '=', id)
              .where('type', 'in', ['page', 'blogpost'])
              .execute()
            for (const page of pages) {
              const read = await admin.get(`/rest/api/content/${page.id}?status=any&expand=body.view`)
              expect([name, page.id, read.status]).toEqual([name, page.id, 200])
            }
          }
        }
      })
    })
  },
)
