import { readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { strToU8, zipSync } from 'fflate'
import { beforeAll, expect, it } from 'vitest'
import { onEachEngine, type HttpClient } from '#platform/server/testing/harness.ts'
import { attach } from '#features/attachments/testing/forms.ts'
import { EXPORT } from '#features/space-import/testing/export.ts'
import { outsider } from '#features/spaces/testing/people.ts'
import { features } from '../../server.ts'
import type { JobDetails } from './contract.ts'

const ROOT = '/rest/api/backup-restore'
const NO_CHECK = { 'x-atlassian-token': 'no-check' }

onEachEngine(
  'backups of spaces over the REST interface',
  () => features,
  wiki => {
    let user: HttpClient
    let stranger: HttpClient
    const folder = () => join(wiki().config.home, 'backups')
    const idle = () => wiki().app.jobs.idle()
    const job = async (id: number, client = wiki().admin) => (await client.get(`${ROOT}/jobs/${id}`)).json as JobDetails
    const accepted = async (reply: { status: number; text: string; json: unknown }) => {
      expect(reply.status, reply.text).toBe(200)
      return reply.json as JobDetails
    }
    /** Begins a job and waits until it is over. */
    const done = async (reply: Promise<{ status: number; text: string; json: unknown }>) => {
      const { id } = await accepted(await reply)
      await idle()
      return job(id)
    }
    const upload = (scope: 'space' | 'site', bytes: Uint8Array | string, client = wiki().admin, headers = NO_CHECK) => {
      const form = new FormData()
      form.set('file', new Blob([bytes as Uint8Array<ArrayBuffer>]), 'export.zip')
      return client.send('POST', `${ROOT}/restore/${scope}/upload`, form, headers)
    }
    const download = async (id: number, client: HttpClient) => {
      const response = await fetch(`${wiki().url}${ROOT}/jobs/${id}/download`, { headers: client.headers })
      return { status: response.status, bytes: new Uint8Array(await response.arrayBuffer()), headers: response.headers }
    }
    const deleteSpace = async (key: string) => {
      expect((await wiki().admin.delete(`/rest/api/space/${key}`)).status).toBe(202)
      await idle()
      expect((await wiki().admin.get(`/rest/api/space/${key}`)).status).toBe(404)
    }

    beforeAll(async () => {
      const { admin } = wiki()
      const made = await outsider(wiki(), 'exporter')
      user = made.client
      stranger = (await outsider(wiki(), 'stranger')).client
      await admin.post('/rest/api/space', { key: 'SPB', name: 'Spare' })
      await admin.put(`/rest/api/space/SPB/permissions/user/${made.userKey}/grant`, [
        { targetType: 'space', operationKey: 'read' },
        { targetType: 'space', operationKey: 'export' },
      ])
      const page = await admin.createPage('SPB', 'Kept', '<p>Words to keep</p>')
      await attach(admin, page, 'kept.txt', 'bytes to keep')
    })

    it('are made for users who may export the space, listed and fetched', async () => {
      const begun = await accepted(
        await user.post(`${ROOT}/backup/space`, { spaceKeys: ['SPB'], fileNamePrefix: 'mine' }),
      )
      expect(begun).toMatchObject({ jobOperation: 'BACKUP', jobScope: 'SPACE', spaceKeys: ['SPB'], owner: 'exporter' })
      expect(begun.fileName).toMatch(/^mine-SPB-[\dTZ-]+\.zip$/)
      await idle()
      const finished = await job(begun.id, user)
      expect(finished).toMatchObject({ jobState: 'FINISHED', fileExists: true, errorMessage: null, restored: null })
      for (const client of [user, wiki().admin]) {
        const { status, bytes, headers } = await download(begun.id, client)
        expect([status, bytes.length, headers.get('content-type')]).toEqual([200, finished.fileSize, 'application/zip'])
        expect(Buffer.from(bytes.subarray(0, 2)).toString()).toBe('PK')
        expect(headers.get('content-disposition')).toContain(begun.fileName)
      }
      const listed = async (query: string, client: HttpClient) =>
        ((await client.get(`${ROOT}/jobs?${query}`)).json as JobDetails[]).map(({ id }) => id)
      const { id: whole } = await accepted(await wiki().admin.post(`${ROOT}/backup/site`, {}))
      await idle()
      expect(await listed('', user)).toEqual([begun.id])
      expect(await listed('', wiki().admin)).toEqual([whole, begun.id])
      expect(await listed('', stranger)).toEqual([])
      for (const query of ['spaceKey=SPB', 'jobScope=SPACE', 'jobOperation=BACKUP&owner=exporter'])
        expect(await listed(query, wiki().admin), query).toEqual([begun.id])
      for (const query of ['spaceKey=OTHER', 'jobOperation=RESTORE'])
        expect(await listed(query, wiki().admin), query).toEqual([])
      const files = async (query: string) => (await wiki().admin.get(`${ROOT}/restore/files${query}`)).json
      expect(await files('?jobScope=SPACE')).toEqual([
        {
          name: begun.fileName,
          size: finished.fileSize,
          creationTime: expect.any(Number),
          fileName: begun.fileName,
          fileSize: finished.fileSize,
          fileCreationTime: expect.any(Number),
          jobScope: 'SPACE',
        },
      ])
      expect(await files('?jobScope=SITE')).toHaveLength(1)
      expect(await files('')).toHaveLength(2)
    })

    it('are for nobody else, and made once at a time', async () => {
      const { admin, anonymous, app } = wiki()
      const space = { spaceKeys: ['SPB'] }
      expect((await stranger.post(`${ROOT}/backup/space`, space)).status).toBe(404)
      const reader = await outsider(wiki(), 'only-reads')
      await admin.put(`/rest/api/space/SPB/permissions/user/${reader.userKey}/grant`, [
        { targetType: 'space', operationKey: 'read' },
      ])
      expect((await reader.client.post(`${ROOT}/backup/space`, space)).status).toBe(403)
      expect((await anonymous.post(`${ROOT}/backup/space`, space)).status).toBe(401)
      for (const wrong of [
        {},
        { spaceKeys: [] },
        { spaceKeys: ['SPB', 'OTHER'] },
        { ...space, includeAttachments: false },
      ])
        expect((await admin.post(`${ROOT}/backup/space`, wrong)).status, JSON.stringify(wrong)).toBe(400)
      const [{ id } = { id: 0 }] = (await user.get(`${ROOT}/jobs`)).json as JobDetails[]
      expect((await reader.client.get(`${ROOT}/jobs/${id}`)).status).toBe(403)
      expect((await download(id, reader.client)).status).toBe(404)
      expect((await reader.client.put(`${ROOT}/jobs/${id}/cancel`)).status).toBe(404)
      // One that waits, and that no runner knows of.
      const waiting = await app.database.transaction(({ db }) =>
        db
          .insertInto('backup_job')
          .values({
            scope: 'SPACE',
            space_key: 'SPB',
            state: 'QUEUED',
            owner_id: null,
            file_name: 'waiting.zip',
            progress: 0,
            created_at: Date.now(),
          })
          .returning('id')
          .executeTakeFirstOrThrow(),
      )
      expect((await user.post(`${ROOT}/backup/space`, space)).status).toBe(409)
      // A backup of the wiki is another one.
      const whole = await accepted(await admin.post(`${ROOT}/backup/site`, {}))
      await idle()
      expect((await job(whole.id)).jobState).toBe('FINISHED')
      expect((await admin.put(`${ROOT}/jobs/${waiting.id}/cancel`)).json).toMatchObject({ jobState: 'CANCELLED' })
      // A right that was taken away ends the backups too.
      const own = await accepted(await user.post(`${ROOT}/backup/space`, space))
      await idle()
      const { userKey } = (await user.get('/rest/api/user/current')).json
      const change = (what: string) =>
        admin.put(`/rest/api/space/SPB/permissions/user/${userKey as string}/${what}`, [
          { targetType: 'space', operationKey: 'export' },
        ])
      await change('revoke')
      expect((await download(own.id, user)).status).not.toBe(200)
      await change('grant')
      expect((await download(own.id, user)).status).toBe(200)
    })

    it('are restored from the folder of the server and from an upload, when their space is gone', async () => {
      const { admin } = wiki()
      const [{ id, fileName } = { id: 0, fileName: '' }] = (await user.get(`${ROOT}/jobs`)).json as JobDetails[]
      const { bytes } = await download(id, user)
      // While the space is there, nothing is overwritten.
      const refused = await done(admin.post(`${ROOT}/restore/space`, { fileName }))
      expect(refused).toMatchObject({
        jobOperation: 'RESTORE',
        jobScope: 'SPACE',
        jobState: 'FAILED',
        fileName,
        fileExists: false,
        errorMessage: expect.stringContaining('already exists') as string,
      })
      const restores = [
        ['SPACE', () => admin.post(`${ROOT}/restore/space`, { fileName })],
        ['SPACE', () => upload('space', bytes)],
        ['SITE', () => admin.post(`${ROOT}/restore/site`, { fileName })],
        ['SITE', () => upload('site', bytes)],
      ] as const
      for (const [jobScope, restore] of restores) {
        await deleteSpace('SPB')
        const finished = await done(restore())
        expect(finished, String(finished.errorMessage)).toMatchObject({
          jobScope,
          jobState: 'FINISHED',
          spaceKeys: ['SPB'],
          owner: 'admin',
        })
        expect(finished.restored?.counts).toContainEqual({ what: 'Files', number: 1 })
        const found = await admin.get('/rest/api/content?spaceKey=SPB&title=Kept&expand=body.storage')
        const [page] = found.json.results
        expect(page.body.storage.value).toBe('<p>Words to keep</p>')
        const files = await admin.get(`/rest/api/content/${page.id as string}/child/attachment`)
        const path = files.json.results[0]._links.download as string
        expect((await admin.get(path)).text).toBe('bytes to keep')
      }
      const list = (await admin.get(`${ROOT}/jobs?jobOperation=RESTORE`)).json as JobDetails[]
      expect(list.map(({ jobState }) => jobState)).toEqual([...Array(4).fill('FINISHED'), 'FAILED'])
      // Neither the copies of the files nor folders stay.
      const left = await wiki()
        .app.database.read.selectFrom('backup_job')
        .select('id')
        .where('file_sha256', 'is not', null)
        .execute()
      expect([left, (await readdir(folder())).filter(name => name.startsWith('restore-'))]).toEqual([[], []])
    })

    it('are restored from exports of the old product, with what could not be restored', async () => {
      const entries = Object.entries(EXPORT).map(([name, of]) => [name, typeof of === 'string' ? strToU8(of) : of])
      const finished = await done(upload('space', zipSync(Object.fromEntries(entries))))
      expect(finished, String(finished.errorMessage)).toMatchObject({ jobState: 'FINISHED' })
      expect(finished.spaceKeys).toHaveLength(1)
      expect(finished.restored?.counts).toContainEqual({ what: 'Pages', number: 7 })
      expect(finished.restored?.remarks.every(remark => !remark.includes('{{'))).toBe(true)
      expect((await wiki().admin.get(`/rest/api/space/${finished.spaceKeys[0]}`)).status).toBe(200)
    })

    it('are refused when they are no zip files, or no exports', async () => {
      const { admin } = wiki()
      await writeFile(join(folder(), 'text.zip'), 'no zip file')
      await writeFile(join(folder(), 'whole.tar.gz'), 'a backup of the wiki')
      for (const scope of ['space', 'site'] as const) {
        for (const fileName of [
          'none.zip',
          'text.zip',
          'whole.tar.gz',
          '../backups/text.zip',
          '../../etc/passwd',
          '/etc/passwd',
          '',
        ])
          expect((await admin.post(`${ROOT}/restore/${scope}`, { fileName })).status, fileName).toBe(400)
        for (const bytes of ['no zip file', 'PK', '']) expect((await upload(scope, bytes)).status, bytes).toBe(400)
        const empty = new FormData()
        empty.set('name', 'value')
        expect((await admin.send('POST', `${ROOT}/restore/${scope}/upload`, empty, NO_CHECK)).status).toBe(400)
        expect((await admin.post(`${ROOT}/restore/${scope}`, {})).status).toBe(400)
      }
      const other = await done(upload('space', zipSync({ 'readme.txt': strToU8('hello') })))
      expect(other).toMatchObject({ jobState: 'FAILED', errorMessage: expect.stringContaining('no export') as string })
    })

    it('are restored by administrators alone, and by no form of another site', async () => {
      for (const [client, status] of [
        [user, 403],
        [wiki().anonymous, 401],
      ] as const) {
        for (const scope of ['space', 'site'] as const) {
          expect((await client.post(`${ROOT}/restore/${scope}`, { fileName: 'text.zip' })).status).toBe(status)
          expect((await upload(scope, 'PK', client)).status).toBe(status)
        }
      }
      expect((await upload('space', 'PK', wiki().admin, {} as typeof NO_CHECK)).status).toBe(403)
    })

    it('are not restored when they are cancelled in time', async () => {
      const { admin, app } = wiki()
      const blob = await app.blobs.put(Readable.from([Buffer.from('PK..')]), { maxSize: 10 })
      const { id } = await app.database.transaction(({ db }) =>
        db
          .insertInto('backup_job')
          .values({
            operation: 'RESTORE',
            scope: 'SPACE',
            state: 'QUEUED',
            owner_id: null,
            file_name: 'waiting.zip',
            file_sha256: blob.sha256,
            progress: 0,
            created_at: Date.now(),
          })
          .returning('id')
          .executeTakeFirstOrThrow(),
      )
      expect((await user.put(`${ROOT}/jobs/${id}/cancel`)).status).toBe(404)
      expect((await admin.put(`${ROOT}/jobs/${id}/cancel`)).json).toMatchObject({ id, jobState: 'CANCELLED' })
      const row = await app.database.read.selectFrom('backup_job').select('file_sha256').where('id', '=', id).execute()
      expect(row).toEqual([{ file_sha256: null }])
    })
  },
)
