import { strToU8, zipSync } from 'fflate'
import { expect, it } from 'vitest'
import { onEachEngine, type TestWiki } from '#platform/server/testing/harness.ts'
import { features } from '../../server.ts'
import { EXPORT } from './testing/export.ts'

onEachEngine(
  'the review of an import',
  () => features,
  wiki => {
    const path = '/rest/oxbow/1.0/space-imports'
    const upload = (query: Readonly<Record<string, string>>) => {
      const files = Object.entries(EXPORT).map(([name, of]) => [name, typeof of === 'string' ? strToU8(of) : of])
      const parameters = new URLSearchParams({ filename: 'old.zip', review: 'true', ...query })
      return wiki().admin.send('POST', `${path}?${parameters}`, zipSync(Object.fromEntries(files)), {
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
  },
)
