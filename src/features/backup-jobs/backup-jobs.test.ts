import { createHash } from 'node:crypto'
import { readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { readArchive } from '#platform/server/backup/archive.ts'
import { onEachEngine } from '#platform/server/testing/harness.ts'
import { person } from '#features/spaces/testing/people.ts'
import { features } from '../../server.ts'
import { RUN_JOB, runBackup } from './server/run.ts'
import { RETAINED_BACKUPS } from './server/store.ts'

const ROOT = '/rest/api/backup-restore'

onEachEngine(
  'backups over the REST interface',
  () => features,
  wiki => {
    const folder = () => join(wiki().config.home, 'backups')
    const begin = async (body: object = {}) => {
      const reply = await wiki().admin.post(`${ROOT}/backup/site`, body)
      expect(reply.status, reply.text).toBe(200)
      return reply.json as { id: number; fileName: string }
    }
    const job = async (id: number) => (await wiki().admin.get(`${ROOT}/jobs/${id}`)).json
    /** A backup that no runner knows of, to be run by hand. */
    const asked = async (name: string, state: 'QUEUED' | 'FINISHED' = 'QUEUED') =>
      (
        await wiki().app.database.transaction(({ db }) =>
          db
            .insertInto('backup_job')
            .values({
              state,
              owner_id: null,
              file_name: name,
              file_size: null,
              progress: 0,
              error: null,
              created_at: Date.now(),
              started_at: null,
              finished_at: null,
              cancelled_at: null,
            })
            .returning('id')
            .executeTakeFirstOrThrow(),
        )
      ).id
    const run = (id: number, progress: () => Promise<void> = async () => {}) =>
      runBackup(
        {
          app: wiki().app,
          id: 'by hand',
          ownerId: null,
          input: { backupId: id },
          signal: new AbortController().signal,
          isLastAttempt: false,
          finish: async () => {},
          progress,
        },
        features,
      )

    it('are made in the background, listed, and fetched whole', async () => {
      const { admin, app } = wiki()
      await admin.post('/rest/api/space', { key: 'BACK', name: 'Backed up' })
      const { id, fileName } = await begin({ fileNamePrefix: 'nightly' })
      expect(fileName).toMatch(/^nightly-[\dTZ-]+\.tar\.gz$/)
      await app.jobs.idle()
      const done = await job(id)
      expect(done).toMatchObject({
        id,
        jobOperation: 'BACKUP',
        jobScope: 'SITE',
        jobState: 'FINISHED',
        owner: 'admin',
        fileExists: true,
        errorMessage: null,
        lostFiles: 0,
        jobStatistics: { percentageComplete: 100 },
      })
      const response = await fetch(`${wiki().url}${ROOT}/jobs/${id}/download`, { headers: admin.headers })
      expect(response.headers.get('content-disposition')).toContain(fileName)
      const bytes = Buffer.from(await response.arrayBuffer())
      expect(bytes).toHaveLength(done.fileSize)
      const copy = join(wiki().config.home, 'fetched.tar.gz')
      await writeFile(copy, bytes)
      const texts = new Map<string, string>()
      for await (const entry of readArchive(copy)) {
        const chunks: Buffer[] = []
        for await (const chunk of entry.body) chunks.push(chunk)
        texts.set(entry.name, Buffer.concat(chunks).toString())
      }
      expect(JSON.parse(texts.get('manifest.json') ?? '{}')).toMatchObject({ format: 'oxbow-backup' })
      expect(texts.get('tables/space/000001.ndjson')).toContain('"Backed up"')
      expect([...texts.keys()].some(name => name.startsWith('tables/backup_job'))).toBe(false)
      expect((await admin.get(`${ROOT}/restore/files`)).json).toMatchObject([
        { name: fileName, size: done.fileSize, jobScope: 'SITE' },
      ])
    })

    it('are made without files that are missing or damaged, and say so', async () => {
      const { admin, app } = wiki()
      const page = await admin.post('/rest/api/content', {
        type: 'page',
        title: 'Files',
        space: { key: 'BACK' },
        body: { storage: { value: '<p/>', representation: 'storage' } },
      })
      for (const content of ['kept', 'removed', 'damaged']) {
        const form = new FormData()
        form.set('file', new Blob([content]), `${content}.txt`)
        await admin.send('POST', `/rest/api/content/${page.json.id}/child/attachment`, form, {
          'x-atlassian-token': 'no-check',
        })
      }
      const addressOf = (content: string) => createHash('sha256').update(content).digest('hex')
      await app.blobs.remove(addressOf('removed'))
      const damaged = addressOf('damaged')
      await writeFile(join(wiki().config.home, 'blobs', damaged.slice(0, 2), damaged.slice(2, 4), damaged), 'other')
      const { id } = await begin()
      await app.jobs.idle()
      expect(await job(id)).toMatchObject({ jobState: 'FINISHED', fileExists: true, errorMessage: null, lostFiles: 2 })
    })

    it('are found by owner, time, state and kind', async () => {
      const { admin } = wiki()
      const count = async (query: string) => (await admin.get(`${ROOT}/jobs?${query}`)).json.length as number
      expect(
        await count('owner=admin&jobStates=FINISHED,FAILED&jobOperation=BACKUP&jobScope=SITE&fromDate=2020-01-01'),
      ).toBe(2)
      for (const none of [
        'owner=nobody',
        'jobStates=FAILED',
        'jobOperation=RESTORE',
        'jobScope=SPACE',
        'spaceKey=BACK',
        'toDate=2020-01-01',
      ])
        expect(await count(none), none).toBe(0)
      expect([await count('start=0&limit=1'), await count('start=2&limit=1')]).toEqual([1, 0])
      for (const wrong of ['jobStates=ASLEEP', 'limit=none', 'start=-1', 'fromDate=soon'])
        expect((await admin.get(`${ROOT}/jobs?${wrong}`)).status).toBe(400)
      expect((await admin.get(`${ROOT}/jobs/999`)).status).toBe(403)
      expect((await admin.get(`${ROOT}/jobs/999/download`)).status).toBe(404)
      for (const body of [
        { fileNamePrefix: '../../etc/cron' },
        { fileNamePrefix: '' },
        { includeAttachments: false },
      ]) {
        expect((await admin.post(`${ROOT}/backup/site`, body)).status).toBe(400)
      }
    })

    it('are made one at a time; those that wait can be cancelled', async () => {
      const { admin } = wiki()
      const id = await asked('waiting.tar.gz')
      expect((await admin.post(`${ROOT}/backup/site`, {})).status).toBe(409)
      expect((await admin.put(`${ROOT}/jobs/${id}/cancel`)).json).toMatchObject({ id, jobState: 'CANCELLED' })
      const cancelled = await job(id)
      const again = await admin.put(`${ROOT}/jobs/${id}/cancel`)
      expect([again.status, again.json]).toEqual([200, cancelled])
      const finished = await asked('finished.tar.gz', 'FINISHED')
      const late = await admin.put(`${ROOT}/jobs/${finished}/cancel`)
      expect([late.status, late.json]).toEqual([200, await job(finished)])
      expect(late.json.jobState).toBe('FINISHED')
      expect((await admin.put(`${ROOT}/jobs/999/cancel`)).status).toBe(404)
      const another = await asked('waiting too.tar.gz')
      expect((await admin.put(`${ROOT}/jobs/clear-queue`)).json).toBe(1)
      await run(another)
      expect(await job(another)).toMatchObject({ jobState: 'CANCELLED', fileExists: false })
    })

    it('leave no file when they are cancelled on their way, and tell why they failed', async () => {
      const { admin } = wiki()
      const id = await asked('cancelled.tar.gz')
      await run(id, async () => {
        expect((await admin.put(`${ROOT}/jobs/${id}/cancel`)).json).toMatchObject({ jobState: 'CANCELLING' })
      })
      expect(await job(id)).toMatchObject({ jobState: 'CANCELLED' })
      expect((await readdir(folder())).filter(name => name.startsWith('cancelled'))).toEqual([])
      const failing = await asked('no such folder/x.tar.gz')
      await run(failing)
      expect(await job(failing)).toMatchObject({
        jobState: 'FAILED',
        errorMessage: expect.stringContaining('ENOENT') as string,
      })
    })

    it('go when newer ones are whole', async () => {
      for (let n = 0; n < RETAINED_BACKUPS; n++) {
        const name = `old ${n}.tar.gz`
        await asked(name, 'FINISHED')
        await writeFile(join(folder(), name), 'x')
      }
      const id = await asked('new.tar.gz')
      await run(id)
      expect((await readdir(folder())).toSorted()).toEqual([
        'new.tar.gz',
        ...Array.from({ length: RETAINED_BACKUPS - 1 }, (_, n) => `old ${n + 1}.tar.gz`),
      ])
      expect((await job(id)).jobState).toBe('FINISHED')
    })

    it('are for administrators', async () => {
      const { client } = await person(wiki(), 'reader')
      const refusals = [
        ['GET', 'jobs/1', 403],
        ['GET', 'restore/files', 403],
        ['POST', 'backup/site', 403],
        ['PUT', 'jobs/clear-queue', 403],
        // Others do not learn which jobs there are.
        ['GET', 'jobs/1/download', 404],
        ['PUT', 'jobs/1/cancel', 404],
      ] as const
      for (const [method, path, status] of refusals) {
        const body = method === 'POST' ? {} : undefined
        expect((await client.send(method, `${ROOT}/${path}`, body)).status, path).toBe(status)
        expect((await wiki().anonymous.send(method, `${ROOT}/${path}`, body)).status, path).toBe(401)
      }
      expect((await client.get(`${ROOT}/jobs`)).json).toEqual([])
      expect((await wiki().anonymous.get(`${ROOT}/jobs`)).status).toBe(401)
    })

    it('that were interrupted too often have failed, and another can be asked for', async () => {
      const { app } = wiki()
      const id = await asked('interrupted.tar.gz')
      await app.database.transaction(async ({ db }) => {
        await db.updateTable('backup_job').set({ state: 'PROCESSING' }).where('id', '=', id).execute()
        await db
          .insertInto('job')
          .values({
            id: 'interrupted-backup',
            kind: RUN_JOB,
            title: 'Backup',
            owner_id: null,
            state: 'running',
            input: JSON.stringify({ backupId: id }),
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
      })
      await app.jobs.idle()
      expect(await job(id)).toMatchObject({
        jobState: 'FAILED',
        errorMessage: expect.stringContaining('interrupted 3 times'),
      })
      await begin({ fileNamePrefix: 'after' })
      await app.jobs.idle()
    })
  },
)
