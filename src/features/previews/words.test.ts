import { beforeAll, expect, it } from 'vitest'
import { onEachEngine } from '#platform/server/testing/harness.ts'
import { attach, makePage, makeSpace } from '#features/attachments/testing/forms.ts'
import { features } from '../../server.ts'
import { bomb, docx, OFFICE_TYPES, openDocument, pdf, pptx, xlsx } from './testing/files.ts'

onEachEngine(
  'the words of files',
  () => features,
  wiki => {
    let page = ''
    const add = async (name: string, body: string | Buffer, type: string) => {
      const { id } = await attach(wiki().admin, page, name, body, type)
      return id.replace(/^att/, '')
    }
    const read = async () => {
      const { app } = wiki()
      await app.events.settled('previews')
      await app.jobs.idle()
      await app.events.settled()
    }
    const found = async (word: string) => {
      const cql = encodeURIComponent(`text ~ "${word}"`)
      const reply = await wiki().admin.get(`/rest/api/content/search?cql=${cql}`)
      expect(reply.status, reply.text).toBe(200)
      return (reply.json.results as { title: string }[]).map(({ title }) => title).toSorted()
    }

    beforeAll(async () => {
      await makeSpace(wiki())
      page = await makePage(wiki(), 'Library')
    })

    it('are found by the search, of PDF, Office and OpenDocument files and texts', async () => {
      await add('a.pdf', pdf(['The numbat report']), 'application/pdf')
      await add('b.docx', docx(['A numbat plan']), OFFICE_TYPES.docx)
      await add('c.xlsx', xlsx([['numbat', 3]]), OFFICE_TYPES.xlsx)
      await add('d.pptx', pptx([{ title: 'About the numbat', lines: [] }]), OFFICE_TYPES.pptx)
      await add('e.odt', openDocument('text', '<text:p>One numbat</text:p>'), OFFICE_TYPES.odt)
      const cell = '<table:table-cell><text:p>A numbat</text:p></table:table-cell>'
      const sheet = `<table:table table:name="S"><table:table-row>${cell}</table:table-row></table:table>`
      await add('g.ods', openDocument('spreadsheet', sheet), OFFICE_TYPES.ods)
      const box = '<draw:frame><draw:text-box><text:p>The numbat</text:p></draw:text-box></draw:frame>'
      const slide = `<draw:page draw:name="1">${box}</draw:page>`
      await add('h.odp', openDocument('presentation', slide), OFFICE_TYPES.odp)
      await add('f.txt', 'numbat in a text', 'text/plain')
      await read()
      expect(await found('numbat')).toEqual(['a.pdf', 'b.docx', 'c.xlsx', 'd.pptx', 'e.odt', 'f.txt', 'g.ods', 'h.odp'])
    })

    it('are read at the expense of the account that uploaded the file, in a class of their own', async () => {
      const wendy = await wiki().addUser('wendy')
      await attach(wendy, page, 'hers.txt', 'phascogale', 'text/plain')
      await read()
      const { read: db } = wiki().app.database
      const account = await db.selectFrom('account').select('id').where('username', '=', 'wendy').executeTakeFirst()
      const jobs = await db
        .selectFrom('job')
        .select(['class', 'owner_id', 'charged_to'])
        .where('title_values', 'like', '%hers.txt%')
        .execute()
      expect(jobs).toEqual([{ class: 'files', owner_id: null, charged_to: account?.id }])
    })

    it('follow the versions of a file', async () => {
      await add('news.docx', docx(['dugong']), OFFICE_TYPES.docx)
      await read()
      expect(await found('dugong')).toEqual(['news.docx'])
      await add('news.docx', docx(['bettong']), OFFICE_TYPES.docx).catch(() => undefined)
      const list = await wiki().admin.get(`/rest/api/content/${page}/child/attachment?filename=news.docx`)
      const id = (list.json.results[0].id as string).replace(/^att/, '')
      const form = new FormData()
      form.set('file', new Blob([new Uint8Array(docx(['bettong']))], { type: OFFICE_TYPES.docx }), 'news.docx')
      const changed = await wiki().admin.send('POST', `/rest/api/content/${page}/child/attachment/${id}/data`, form, {
        'x-atlassian-token': 'no-check',
      })
      expect(changed.status, changed.text).toBe(200)
      await read()
      expect(await found('bettong')).toEqual(['news.docx'])
      expect(await found('dugong')).toEqual([])
    })

    it('are left out of files that cannot be read, which are found by their names and tried once', async () => {
      const id = await add('wallaby.docx', docx(['x'], bomb('word/media/a.png', 65)), OFFICE_TYPES.docx)
      await add('potoroo.pdf', '%PDF-1.4 broken', 'application/pdf')
      await read()
      expect(await found('wallaby')).toEqual(['wallaby.docx'])
      expect(await found('potoroo')).toEqual(['potoroo.pdf'])
      const stored = await wiki()
        .app.database.read.selectFrom('file_words')
        .select('words')
        .where('content_id', '=', Number(id))
        .execute()
      expect(stored).toEqual([{ words: '' }])
    })
  },
)
