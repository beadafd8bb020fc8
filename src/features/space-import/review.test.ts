import { strToU8, zipSync } from 'fflate'
import { expect, it } from 'vitest'
import { temporaryName } from '#platform/server/temporary-names.ts'
import { onEachEngine, type TestWiki } from '#platform/server/testing/harness.ts'
import { removeFromGroup, findGroup } from '#features/accounts/server/index.ts'
import { person } from '#features/spaces/testing/people.ts'
import { features } from '../../server.ts'
import { changeRun } from './server/run-store.ts'
import { EXPORT } from './testing/export.ts'

onEachEngine(
  'the review of an import',
  () => features,
  wiki => {
    const path = '/rest/oxbow/1.0/space-imports'
    const upload = (query: Readonly<Record<string, string>>, by = wiki().admin) => {
      const files = Object.entries(EXPORT).map(([name, of]) => [name, typeof of === 'string' ? strToU8(of) : of])
      const parameters = new URLSearchParams({ filename: 'old.zip', review: 'true', ...query })
      return by.send('POST', `${path}?${parameters}`, zipSync(Object.fromEntries(files)), {
        'content-type': 'application/octet-stream',
        'x-atlassian-token': 'no-check',
      })
    }

    it('refuses keys, addresses and time zones that are not possible, before anything is queued', async () => {
      const { admin, app }: TestWiki = wiki()
      await admin.post('/rest/api/space', { key: 'TAKEN', name: 'Taken' })
      expect(await upload({ timeZone: 'Berlin' })).toMatchObject({ status: 400 })
      expect((await upload({ baseUrl: 'old.example' })).json.message).toContain('must be an http or https address')
      const { json } = await upload({ timeZone: 'Europe/Berlin', baseUrl: 'https://old.example' })
      const run = `${path}/${json.id}`
      await app.jobs.idle()
      const problemOf = async (target: string) =>
        (await admin.get(`${run}/key?space=OLD&target=${encodeURIComponent(target)}`)).json.problem
      expect(await problemOf('NEW')).toBeNull()
      expect(await problemOf('taken')).toContain('A space already exists with key taken')
      expect(await problemOf('no key')).toEqual(expect.any(String))
      const start = (body: object) => admin.post(`${run}/start`, body)
      expect(await start({ spaces: [{ key: 'OLD', target: 'TAKEN' }] })).toMatchObject({ status: 400 })
      const twice = ['One', 'ONE'].map(target => ({ key: 'OLD', target }))
      expect((await start({ spaces: twice })).json.message).toContain('Two spaces cannot have the same key')
      expect(await start({ timeZone: 'Berlin' })).toMatchObject({ status: 400 })
      expect(await start({ baseUrl: 'ftp://old.example' })).toMatchObject({ status: 400 })
      expect((await admin.get(run)).json).toMatchObject({
        state: 'READY',
        analysis: { spaces: [{ key: 'OLD', target: 'OLD', isChosen: true, problem: null }] },
        options: { timeZone: 'Europe/Berlin', baseUrl: 'https://old.example' },
      })

      // An empty option takes away the one of before.
      expect(await start({ spaces: [{ key: 'OLD', target: 'NEW' }], timeZone: '' })).toMatchObject({ status: 202 })
      await app.jobs.idle()
      expect((await admin.get(run)).json).toMatchObject({
        state: 'FINISHED',
        spaces: [{ key: 'NEW' }],
        options: { timeZone: '', baseUrl: 'https://old.example' },
      })
      expect(await problemOf('NEW')).toBe('The space NEW was already imported whole from this file')
    })

    it('does not go on for a user who is no administrator any more', async () => {
      const { admin, app }: TestWiki = wiki()
      const began = await person(wiki(), 'former', ['confluence-administrators'])
      const run = `${path}/${(await upload({}, began.client)).json.id}`
      await app.jobs.idle()
      const group = await findGroup(app, 'confluence-administrators')
      await removeFromGroup(app, began, group!, null)
      const spaces = [{ key: 'OLD', target: 'FORMER' }]
      expect(await admin.post(`${run}/start`, { spaces })).toMatchObject({ status: 202 })
      await app.jobs.idle()
      expect((await admin.get(run)).json).toMatchObject({
        state: 'FAILED',
        errorMessage: 'The user who began the import is not an administrator any more',
      })
      expect(await admin.get('/rest/api/space/FORMER')).toMatchObject({ status: 404 })
    })

    it.each([
      ['whose process died', { seen_at: Date.now(), seen_by: temporaryName().replace(/\.\d+\./, '.999999999.') }],
      ['that has fallen silent', { seen_at: Date.now() - 61_000, seen_by: null }],
    ])('ends an import at once %s, and removes it', async (_, seen) => {
      const { admin, app }: TestWiki = wiki()
      const { json } = await upload({})
      await app.jobs.idle()
      await app.database.transaction(tx => changeRun(tx, Number(json.id), { state: 'PROCESSING', ...seen }))
      const run = `${path}/${json.id}`
      expect(await admin.delete(run)).toMatchObject({ status: 409 })
      expect((await admin.post(`${run}/cancel`, {})).json).toMatchObject({ state: 'CANCELLED' })
      expect(await admin.delete(run)).toMatchObject({ status: 204 })
      expect(await admin.get(run)).toMatchObject({ status: 404 })
    })

    it('leaves an import that is worked on to its process, which ends it when it looks', async () => {
      const { admin, app }: TestWiki = wiki()
      const { json } = await upload({})
      await app.jobs.idle()
      await app.database.transaction(tx =>
        changeRun(tx, Number(json.id), { state: 'PROCESSING', seen_at: Date.now(), seen_by: null }),
      )
      const run = `${path}/${json.id}`
      expect((await admin.post(`${run}/cancel`, {})).json).toMatchObject({ state: 'CANCELLING' })
      expect(await admin.delete(run)).toMatchObject({ status: 409 })
    })
  },
)
