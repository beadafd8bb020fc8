import { beforeAll, describe, expect, it } from 'vitest'
import { onEachEngine } from '#platform/server/testing/harness.ts'
import { requireAccount, setPassword, updateAccount } from '#features/accounts/server/index.ts'
import { features } from '../../server.ts'
import type { ImportResult } from './server/index.ts'
import { byUser, entities, objectsOf, siteParts } from './testing/export.ts'
import { importsInto } from './testing/imports.ts'

onEachEngine(
  'the import of parts that are no pages',
  () => features,
  wiki => {
    const { get, imported, zipped } = importsInto(wiki)

    describe('of a site backup', () => {
      const FROM = 990_000
      let report: ImportResult['report']
      beforeAll(async () => {
        report = (await imported(await zipped(siteParts('SITE', FROM)))).report
      })

      it('brings in pages of all spaces of one key, labels of files and templates, categories, stars and templates', async () => {
        const pages = await get('/rest/api/content?spaceKey=SITE&expand=ancestors')
        const listed = pages.results.map(({ title, ancestors }: { title: string; ancestors: { title: string }[] }) => [
          title,
          ancestors.map(above => above.title),
        ])
        expect(listed).toEqual([
          ['Home', []],
          ['Elsewhere', ['Home']],
        ])
        const file = await get(`/rest/api/content/att${FROM + 10}/label`)
        expect(file.results.map(({ name }: { name: string }) => name)).toEqual(['plan'])
        const space = await get('/rest/api/space/SITE?expand=metadata.labels')
        expect(space.name).toBe('SITE')
        expect(space.metadata.labels.results).toMatchObject([{ prefix: 'team', name: 'docs' }])
        const cook = await requireAccount(wiki().app, { username: 'cook' })
        const stars = await wiki()
          .app.database.read.selectFrom('space_favourite')
          .innerJoin('space', 'space.id', 'space_favourite.space_id')
          .select('space.key')
          .where('account_id', '=', cook.id)
          .execute()
        expect(stars).toEqual([{ key: 'SITE' }])
        const templatesOf = async (query: string) =>
          (await get(`/rest/api/template/page${query}`)).results.map(
            ({ name, labels }: { name: string; labels: { name: string }[] }) => [name, labels.map(label => label.name)],
          )
        expect(await templatesOf('?spaceKey=SITE')).toEqual([['Form', ['plan']]])
        expect(await templatesOf('')).toContainEqual(['SITE form', ['plan']])
      })

      it('says how many of each kind were left out, and why', async () => {
        expect(report.counts.get('Drafts')).toMatchObject({ source: 2, arrived: 0, skipped: 2 })
        const said = Object.fromEntries(report.remarks.map(({ key, values }) => [key, values?.['number'] ?? values]))
        expect(said).toEqual({
          'The export has {{number}} spaces with the key {{key}}; they are one space here': 2,
          'Comments left out, since they were deleted: {{number}}': 1,
          'Comments left out, since they are on no page of the export: {{number}}': 1,
          'Files left out, since they were deleted: {{number}}': 1,
          'Files left out, since they are on no page or blog post of the export: {{number}}': 1,
          'Global permissions left out, since an import changes none: {{number}}': 1,
          'Labels of spaces left out, since spaces have categories only: {{number}}': 1,
          'Labels of templates left out, since they are personal or categories: {{number}}': 1,
          'Likes left out, since the export does not name their users: {{number}}': 1,
          'Members of groups left out, since groups are made without members: {{number}}': 2,
          'Pages left out, since they are in no space of the export: {{number}}': 1,
          'Space permissions left out, since they are for programs or for functions that this wiki does not have: {{number}}': 1,
          'Permissions of visitors left out, since only users can have them: {{number}}': 1,
          'Templates left out, since they have no name: {{number}}': 1,
        })
      })

      it('leaves parts of the site out if spaces are chosen, and keeps templates that are here', async () => {
        const parts = siteParts('CHOSEN', FROM + 1000)
        const xml = objectsOf([parts['entities.xml'] ?? '', entities('UNCHOSEN', FROM + 3000, 1)])
        const chosen = await imported(await zipped({ ...parts, 'entities.xml': xml }), {
          keys: new Map([['CHOSEN', 'CHOSEN']]),
        })
        expect(chosen.report.remarks).toContainEqual({
          key: 'Templates of the site left out, since only some spaces were chosen: {{number}}',
          values: { number: 1 },
        })
        const names = async () =>
          (await get('/rest/api/template/page')).results.map(({ name }: { name: string }) => name)
        expect(await names()).not.toContain('CHOSEN form')
        const files = siteParts('AFTER', FROM + 2000)
        const entitiesXml = files['entities.xml'] ?? ''
        await imported(await zipped({ ...files, 'entities.xml': entitiesXml.replaceAll('AFTER form', 'Same form') }))
        // The same template is here; another one of its name is named.
        const again = siteParts('THEN', FROM + 3000)
        const same = (again['entities.xml'] ?? '').replaceAll('THEN form', 'Same form')
        const first = await imported(await zipped({ ...again, 'entities.xml': same }))
        const taken = {
          key: 'The template "{{name}}" was left out, since another template has its name',
          values: { name: 'Same form' },
        }
        expect(first.report.remarks).not.toContainEqual(taken)
        const other = (siteParts('LAST', FROM + 4000)['entities.xml'] ?? '')
          .replaceAll('LAST form', 'Same form')
          .replace('<p>site</p>', '<p>other</p>')
        const second = await imported(await zipped({ ...siteParts('LAST', FROM + 4000), 'entities.xml': other }))
        expect(second.report.remarks).toContainEqual(taken)
      })
    })

    it('gives users the full names of a later backup, unless they have used their accounts or changed their names', async () => {
      const users = ['ghost', 'settled', 'renamed']
      const named = async (name: string) => {
        const { display_name, email } = await requireAccount(wiki().app, { username: name })
        return [display_name, email]
      }
      for (const [index, name] of users.entries())
        await imported(await zipped({ 'entities.xml': byUser(`BARE${index}`, 995_000 + index * 10, name) }))
      expect(await Promise.all(users.map(named))).toEqual(users.map(name => [name, '']))
      await setPassword(wiki().app, await requireAccount(wiki().app, { username: 'settled' }), 'correct horse', null)
      await updateAccount(
        wiki().app,
        await requireAccount(wiki().app, { username: 'renamed' }),
        { displayName: 'Own Name' },
        null,
      )
      for (const [index, name] of users.entries()) {
        const profile = { displayName: `Full ${name}`, email: `${name}@example.org` }
        await imported(await zipped({ 'entities.xml': byUser(`FULL${index}`, 996_000 + index * 10, name, profile) }))
      }
      expect(await Promise.all(users.map(named))).toEqual([
        ['Full ghost', 'ghost@example.org'],
        ['settled', ''],
        ['Own Name', ''],
      ])
    })
  },
)
